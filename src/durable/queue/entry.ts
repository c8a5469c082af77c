import type { StoredError } from '../../core/errors'
import type { EntityId, EntityKey, RecordKey } from '../../core/keys'
import type { RecordData } from '../../core/plain'
import type { EditBasis } from '../../core/writeGate'
import type { SaveConflict } from '../../saving/writes'

/** A write that waits to be sent. */
export interface QueueEntry {
  /** Names it for `retry`, `discard` and `settle`. */
  readonly id: string
  /** `upload` is not made yet: files are not queued. */
  readonly what: 'create' | 'update' | 'delete' | 'upload'
  readonly kind: string
  readonly name: string
  /** The id of the record, a local one for a draft; undefined for an entity without ids and a create without a draft. */
  readonly key: EntityId | undefined
  /** The record's title for people; `''` where it has none. */
  readonly title: string
  /** Which fields it sends. */
  readonly fields: readonly string[]
  /** When it was asked for, in ISO 8601. */
  readonly at: string
  /** How often it was sent. */
  readonly attempts: number
  /** When it is tried again, in ISO 8601; absent where it is as soon as possible. */
  readonly nextAt?: string
  /**
   * `uncertain` where it was sent and nobody knows whether it was done: it is looked up before it is sent again, or where
   * that can't be found out, `settle` has to say. `held` where it was refused: `retry` sends it again.
   */
  readonly state: 'waiting' | 'sending' | 'uncertain' | 'held'
  /** The entries that have to be done before. */
  readonly waitsFor?: readonly string[]
  /** What it failed with last. */
  readonly error?: StoredError
  /** What others have written that it would have replaced. */
  readonly conflict?: SaveConflict
}

/** An entry as it is stored. */
export interface StoredEntry {
  readonly id: string
  readonly seq: number
  readonly what: 'create' | 'update' | 'delete'
  readonly kind: string
  readonly name: string
  readonly entity: EntityKey
  /** The record, by its local id where it is a draft; absent for a create without one. */
  readonly key?: RecordKey
  /** Its id as it was given; absent for an entity without ids, and for a create without one. */
  readonly recordId?: EntityId
  /** Names a create without a record. */
  readonly createId?: string
  readonly title: string
  readonly fields: RecordData
  readonly basis?: EditBasis
  /** Parameters of a deletion. */
  readonly parameters?: RecordData
  readonly at: string
  readonly attempts: number
  /** In milliseconds. */
  readonly nextAt?: number
  readonly state: QueueEntry['state']
  /** Whether the server may have done it. */
  readonly mayBeDone?: boolean
  /** Whether only a person can tell whether it was done. */
  readonly isAsked?: boolean
  /** Whether somebody wants it sent however old it is. */
  readonly isWanted?: boolean
  readonly error?: StoredError
  readonly conflict?: SaveConflict
  /** The slug under which a new record is found again. */
  readonly marker?: string
  /** Whether it was sent without its marker, before it came into the queue. */
  readonly isUnmarked?: boolean
  /** The id that the server has given to it, before it got its slug and status. */
  readonly claimed?: EntityId
}

/** Whether two entries are about the same record. */
export function isSameRecord(
  one: Pick<StoredEntry, 'entity' | 'key'>,
  other: Pick<StoredEntry, 'entity' | 'key'>,
): boolean {
  return one.key !== undefined && one.entity === other.entity && one.key === other.key
}

/** Whether an entry waits for a person. */
export function isHeld({ state, isAsked }: StoredEntry): boolean {
  return state === 'held' || isAsked === true
}

/** An entry without what no longer holds. */
export function without(
  entry: StoredEntry,
  ...fields: readonly ('nextAt' | 'error' | 'conflict' | 'isAsked')[]
): StoredEntry {
  const left = Object.entries(entry).filter(([field]) => !(fields as readonly string[]).includes(field))
  return Object.fromEntries(left) as unknown as StoredEntry
}
