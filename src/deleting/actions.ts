import type { StoredError } from '../core/errors'
import type { WriteTarget } from '../entities/actions'
import {
  writeFailed,
  writeStarted,
  type WriteFailed,
  type WriteFailure,
  type WriteStarted,
} from '../saving/actions'

/** A deletion has begun. It has ended well with `entities/recordsRemoved` or `entities/recordDeleted`. */
export type DeletingStarted = WriteStarted & { readonly type: 'deleting/started' }

/** A deletion was refused, lost, or given up. */
export type DeletingFailed = WriteFailed & { readonly type: 'deleting/failed' }

/** A deletion begins. */
export const deletingStarted = (target: WriteTarget): DeletingStarted =>
  writeStarted({ ...target, isDelete: true }) as DeletingStarted
/** A deletion failed with an error, or was given up without one. */
export const deletingFailed = (
  target: WriteTarget,
  error?: StoredError,
  failure?: WriteFailure,
): DeletingFailed => writeFailed({ ...target, isDelete: true }, error, failure) as DeletingFailed
