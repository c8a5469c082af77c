import type { StoredError } from '../core/errors'
import type { WriteTarget } from '../entities/actions'
import type { WriteSettled } from '../saving/actions'
import type { SaveConflict } from '../saving/writes'

/** A deletion has begun. It has ended well with `entities/recordsRemoved` or `entities/recordDeleted`. */
export interface DeletingStarted {
  readonly type: 'deleting/started'
  readonly target: WriteTarget
}

/** A deletion was refused, lost, or given up. */
export interface DeletingFailed {
  readonly type: 'deleting/failed'
  readonly target: WriteTarget
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
  conflict?: SaveConflict,
): DeletingFailed => ({
  type: 'deleting/failed',
  target,
  error,
  ...(conflict && { conflict }),
})
