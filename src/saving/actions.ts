import type { StoredError } from '../core/errors'
import type { WriteTarget } from '../entities/actions'

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
}

/** An autosave was kept as a safety copy: the record is what it was. */
export interface Autosaved {
  readonly type: 'saving/autosaved'
  readonly target: WriteTarget
}

export type SavingAction = SavingStarted | SavingFailed | Autosaved

/** A save begins. */
export const savingStarted = (target: WriteTarget): SavingStarted => ({ type: 'saving/started', target })
/** A save failed with an error, or was given up without one. */
export const savingFailed = (target: WriteTarget, error?: StoredError): SavingFailed => ({
  type: 'saving/failed',
  target,
  error,
})
/** A safety copy was kept beside the record. */
export const autosaved = (target: WriteTarget): Autosaved => ({ type: 'saving/autosaved', target })
