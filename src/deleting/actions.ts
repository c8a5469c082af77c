import type { InvalidatingAction } from '../resolution/actions'
import type { StoredError } from '../core/errors'
import type { SettlingAction, WriteTarget } from '../entities/actions'
import type { LockingAction, UnlockingAction } from '../locks/actions'
import type { TeachingAction } from '../permissions/actions'
import type { WriteFailure, WriteSettled } from '../saving/actions'
import type { SaveConflict } from '../saving/writes'

/** A deletion has begun. It has ended well with `entities/recordsRemoved` or `entities/recordDeleted`. */
export interface DeletingStarted extends LockingAction {
  readonly type: 'deleting/started'
  readonly target: WriteTarget
}

/** A deletion was refused, lost, or given up. */
export interface DeletingFailed extends SettlingAction, TeachingAction, InvalidatingAction, UnlockingAction {
  readonly type: 'deleting/failed'
  /** Why; absent when the caller gave it up. */
  readonly error?: StoredError | undefined
  /** What was changed meanwhile; absent where that is not why. */
  readonly conflict?: SaveConflict | undefined
}

export type DeletingAction = DeletingStarted | DeletingFailed | WriteSettled

/** A deletion begins. */
export const deletingStarted = (target: WriteTarget): DeletingStarted => ({
  type: 'deleting/started',
  target,
})
/** A deletion failed with an error, or was given up without one. */
export const deletingFailed = (
  target: WriteTarget,
  error?: StoredError,
  failure?: WriteFailure,
): DeletingFailed => ({ type: 'deleting/failed', target, error, ...failure })
