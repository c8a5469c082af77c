import type { StoredError } from '../core/errors'
import type { EntityId, EntityKey, RecordKey } from '../core/keys'

/** What a save or a deletion is about: a record, or one that does not exist yet. */
export interface SaveTarget {
  readonly kind: string
  readonly name: string
  readonly entity: EntityKey
  /** The record; undefined for a create. */
  readonly key: RecordKey | undefined
  /** The id as it was given; undefined for a create and for an entity without ids. */
  readonly id: EntityId | undefined
  /** Names a create among others of the same entity. */
  readonly createId?: string
  readonly isAutosave: boolean
  /** Whether it deletes the record. */
  readonly isDelete?: boolean
}

/** How a write stands that did not end well. */
export interface WriteStatus {
  readonly pending: boolean
  /** Why it failed. */
  readonly error?: StoredError
}

/** A save or a deletion has begun or ended. */
export interface WriteMoved {
  readonly type: 'saving/saveMoved' | 'deleting/deletionMoved'
  readonly write: SaveTarget
  /** How it stands now; undefined when it ended well. */
  readonly now: WriteStatus | undefined
}

export function saveStarted(write: SaveTarget): WriteMoved {
  return moved(write, { pending: true })
}

export function saveFinished(write: SaveTarget, error?: StoredError): WriteMoved {
  return moved(write, error && { pending: false, error })
}

function moved(write: SaveTarget, now: WriteStatus | undefined): WriteMoved {
  return { type: write.isDelete ? 'deleting/deletionMoved' : 'saving/saveMoved', write, now }
}
