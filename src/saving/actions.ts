import type { SentFields } from '../edits/actions'
import type { StoredError } from '../core/errors'
import type { SettledEdits, SettlingAction, WriteTarget } from '../entities/actions'
import type { LockingAction, UnlockingAction } from '../locks/actions'
import type { LearnedPermissions, TeachingAction } from '../permissions/actions'
import type { InvalidatingAction, Invalidation } from '../resolution/actions'
import type { LookupAction } from '../wordpress/lookups/actions'
import type { SaveConflict, WriteStatus } from './writes'

/** A save has begun: until it has ended, nothing that is typed counts as unchanged. */
export interface SavingStarted extends LockingAction {
  readonly type: 'saving/started'
  readonly target: WriteTarget
  /** What it sends; absent for a create without a local id. */
  readonly sent?: SentFields | undefined
}

/** A save was refused, lost, or given up. */
export interface SavingFailed extends SettlingAction, TeachingAction, InvalidatingAction, UnlockingAction {
  readonly type: 'saving/failed'
  /** Why; absent when the caller gave it up. */
  readonly error?: StoredError | undefined
  /** What it would have replaced of others; absent where that is not why. */
  readonly conflict?: SaveConflict | undefined
}

/** An autosave was kept as a safety copy, among those of other authors: the record is what it was. */
export interface Autosaved extends SettlingAction, LookupAction, InvalidatingAction, UnlockingAction {
  readonly type: 'saving/autosaved'
}

/** What the failure of a write comes to, besides the error. */
export interface WriteFailure {
  /** What it would have replaced of others; absent where that is not why it failed. */
  readonly conflict?: SaveConflict | undefined
  /** What may have changed nevertheless. */
  readonly invalidates?: Invalidation | undefined
  /** What became of the edits that it has sent; absent where it has sent none. */
  readonly settled?: SettledEdits | undefined
  /** What it says of permissions. */
  readonly learned?: LearnedPermissions | undefined
}

/** How a save or a deletion stands that is not under way any more: done, in conflict, or kept to be sent later. */
export interface WriteSettled extends WriteStatus, SettlingAction, UnlockingAction {
  readonly type: 'saving/settled' | 'deleting/settled'
}

export type SavingAction = SavingStarted | SavingFailed | Autosaved | WriteSettled

/** A save begins. */
export const savingStarted = (target: WriteTarget, sent?: SentFields): SavingStarted => ({
  type: 'saving/started',
  target,
  ...(sent && { sent }),
})
/** A save failed with an error, or was given up without one. */
export const savingFailed = (
  target: WriteTarget,
  error?: StoredError,
  failure?: WriteFailure,
): SavingFailed => ({ type: 'saving/failed', target, error, ...failure })
/** A safety copy was kept beside the record. */
export const autosaved = (target: WriteTarget, rest?: Omit<Autosaved, 'type' | 'target'>): Autosaved => ({
  type: 'saving/autosaved',
  target,
  ...rest,
})
/** A save or a deletion has ended with this status; without one, it is done. */
export const writeSettled = (
  target: WriteTarget,
  status: WriteStatus & Pick<SettlingAction, 'settled'> = {},
): WriteSettled => ({
  type: target.isDelete ? 'deleting/settled' : 'saving/settled',
  target,
  ...status,
})
