import type { StoredError } from '../core/errors'
import type { WriteTarget } from '../entities/actions'
import type { SaveConflict, WriteStanding } from './writes'

/** A save has begun. */
export interface SavingStarted {
  readonly type: 'saving/started'
  readonly target: WriteTarget
}

/** A save was refused, lost, or given up. */
export interface SavingFailed {
  readonly type: 'saving/failed'
  readonly target: WriteTarget
  /** Why; absent when the caller gave it up. */
  readonly error?: StoredError | undefined
  /** What it would have replaced of others; absent where that is not why. */
  readonly conflict?: SaveConflict | undefined
}

/** An autosave was kept as a safety copy: the record is what it was. */
export interface Autosaved {
  readonly type: 'saving/autosaved'
  readonly target: WriteTarget
}

/** How a save or a deletion stands that is not under way any more: done, in conflict, or kept to be sent later. */
export interface WriteSettled extends WriteStanding {
  readonly type: 'saving/settled' | 'deleting/settled'
  readonly target: WriteTarget
}

export type SavingAction = SavingStarted | SavingFailed | Autosaved | WriteSettled

/** A save begins. */
export const savingStarted = (target: WriteTarget): SavingStarted => ({ type: 'saving/started', target })
/** A save failed with an error, or was given up without one. */
export const savingFailed = (
  target: WriteTarget,
  error?: StoredError,
  conflict?: SaveConflict,
): SavingFailed => ({
  type: 'saving/failed',
  target,
  error,
  ...(conflict && { conflict }),
})
/** A safety copy was kept beside the record. */
export const autosaved = (target: WriteTarget): Autosaved => ({ type: 'saving/autosaved', target })
/** A save or a deletion stands like this; without a standing, it is done. */
export const writeSettled = (target: WriteTarget, standing: WriteStanding = {}): WriteSettled => ({
  type: target.isDelete ? 'deleting/settled' : 'saving/settled',
  target,
  ...standing,
})
