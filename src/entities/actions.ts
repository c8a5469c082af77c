import type { EntityKey, RecordKey } from '../core/keys'
import type { RecordData } from '../core/plain'
import type { PermissionSet } from '../rest/allow'

/** The server told of records, or somebody put them in by hand. */
export interface RecordsReceived {
  readonly type: 'entities/recordsReceived'
  readonly entity: EntityKey
  /** Which copy of the records: `default` for requests that name no context. */
  readonly context: string
  readonly records: readonly RecordData[]
  /** The keys of the records, in the same order. */
  readonly keys: readonly RecordKey[]
  /** The dotted paths that were asked for; null for whole records. */
  readonly fields: readonly string[] | null
  /** The turn of the request, or of the end of the save, that brought them. */
  readonly seq: number
  /** Whether a read brought them, so that asking for them again is not needed. */
  readonly isRead: boolean
  /** What the answer's Allow header said the user may do with the only record. */
  readonly allow?: PermissionSet | undefined
  /** For the answer of a save: the edits that it was sent, by which the edits let go. */
  readonly sent?: RecordData | undefined
  /** How edited fields are stored by the entity: raw and merged ones. For the rooms that compare edits with records. */
  readonly rawAttributes: readonly string[]
  readonly mergedEdits: readonly string[]
}

/** Records are gone from the server. */
export interface RecordsRemoved {
  readonly type: 'entities/recordsRemoved'
  readonly kind: string
  readonly name: string
  readonly entity: EntityKey
  readonly keys: readonly RecordKey[]
  /** The turn after which nothing older may bring them back. */
  readonly seq: number
}

/** A record was written on the server: what was asked for before this turn is older than the record. */
export interface RecordWritten {
  readonly type: 'entities/recordWritten'
  readonly entity: EntityKey
  readonly key: RecordKey
  readonly seq: number
}

export type EntitiesAction = RecordsReceived | RecordsRemoved | RecordWritten

export function recordsReceived(received: Omit<RecordsReceived, 'type'>): RecordsReceived {
  const { entity, context, records, keys, fields, seq, isRead, allow, sent } = received
  // Copying by spread makes an object of a kind of its own each time, which is a fourth of what a read makes.
  return {
    type: 'entities/recordsReceived',
    entity,
    context,
    records,
    keys,
    fields,
    seq,
    isRead,
    allow,
    sent,
    rawAttributes: received.rawAttributes,
    mergedEdits: received.mergedEdits,
  }
}

export function recordsRemoved(removed: Omit<RecordsRemoved, 'type'>): RecordsRemoved {
  return { type: 'entities/recordsRemoved', ...removed }
}

export function recordWritten(entity: EntityKey, key: RecordKey, seq: number): RecordWritten {
  return { type: 'entities/recordWritten', entity, key, seq }
}
