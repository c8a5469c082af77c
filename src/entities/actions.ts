import type { StoreAction } from '../core/thunk'
import type { AnsweringAction, Invalidation, InvalidatingAction } from '../resolution/actions'
import type { EntityId, EntityKey, RecordKey } from '../core/keys'
import type { RecordData } from '../core/plain'
import type { WrittenRecord } from '../core/writeGate'
import type { UnlockingAction } from '../locks/actions'
import type { LocalRecord } from './localRecord'
import type { PermissionSet } from '../rest/allow'

/** Records of an entity as they came. */
export interface ReceivedRecords {
  readonly entity: EntityKey
  /** Which copy of the records: `default` for requests that name no context. */
  readonly context: string
  readonly records: readonly RecordData[]
  /** The keys of the records, in the same order. */
  readonly keys: readonly RecordKey[]
  /** The dotted paths that were asked for; null for whole records. */
  readonly fields: readonly string[] | null
  /** The seq of the request, or of the end of the save, that brought them; 0 where they were kept on the device. */
  readonly seq: number
  /** Whether a read brought them, so that asking for them again is not needed. */
  readonly isRead: boolean
  /** When they came, in milliseconds since 1970; absent where that is when the action is made. */
  readonly at?: number | undefined
  /** What the answer's Allow header said the user may do with the only record. */
  readonly allow?: PermissionSet | undefined
  /** For the answer of a save: the edits that it was sent, by which the edits let go. */
  readonly sent?: RecordData | undefined
  /** How edited fields are stored by the entity: raw and merged ones, by which edits are compared with records. */
  readonly rawAttributes: readonly string[]
  readonly mergedEdits: readonly string[]
}

/** Records came otherwise than by a read of one or of a list of them: by hand, or with the answer to a write. */
export interface RecordsReceived extends ReceivedRecords, InvalidatingAction {
  readonly type: 'entities/recordsReceived'
}

/** A single read was answered. */
export interface RecordReceived extends ReceivedRecords, AnsweringAction {
  readonly type: 'entities/recordReceived'
}

/** An action that brings records along, whatever else it says. */
export interface ReceivingAction extends StoreAction {
  readonly received?: ReceivedRecords | undefined
}

/** The records that an action brings, if any. */
export function receivedIn(action: StoreAction): ReceivedRecords | undefined {
  const isReceipt = action.type === 'entities/recordsReceived' || action.type === 'entities/recordReceived'
  return isReceipt ? (action as RecordsReceived | RecordReceived) : (action as ReceivingAction).received
}

/** Records that are gone. */
export interface RemovedRecords {
  readonly kind: string
  readonly name: string
  readonly entity: EntityKey
  readonly keys: readonly RecordKey[]
  /** The seq after which nothing older may bring them back. */
  readonly seq: number
}

/** Records are gone from the server. */
export interface RecordsRemoved extends RemovedRecords, InvalidatingAction, UnlockingAction {
  readonly type: 'entities/recordsRemoved'
}

/** An action that takes records away, whatever else it says. */
export interface RemovingAction extends StoreAction {
  readonly removed?: RemovedRecords | undefined
}

/** The records that an action takes away, if any. */
export function removedIn(action: StoreAction): RemovedRecords | undefined {
  return action.type === 'entities/recordsRemoved'
    ? (action as RecordsRemoved)
    : (action as RemovingAction).removed
}

/** What a save or a deletion is about. */
export interface WriteTarget extends WrittenRecord {
  readonly isAutosave: boolean
  /** Whether it deletes the record. */
  readonly isDelete?: boolean
}

/** What is known of the edits of a record after a write that has brought no record. */
export interface SettledEdits {
  /**
   * What became of what it has sent: the server has none of it (`undone`), or had all of it (`done`), nobody knows (`lost`),
   * or nobody here has seen it leave (`unheard`: it waits no more, and may be done all the same); `waiting` where it is sent
   * again, as without this; `gone` where nothing is left of the edits, of what is shown and never saved either.
   */
  readonly outcome: 'undone' | 'done' | 'lost' | 'unheard' | 'waiting' | 'gone'
  /** Of what is lost or waits, whether it was answered: what was not done by then is done no more. */
  readonly isAnswered?: boolean
  /** The paths of edits that say what the server has. */
  readonly unchanged?: readonly string[]
  /** The seq from which on data may drop them; absent when it stays. */
  readonly seq?: number
}

/** An action that says what became of the edits that a write has sent, whatever else it says. */
export interface SettlingAction extends StoreAction {
  readonly target: WriteTarget
  readonly settled?: SettledEdits | undefined
}

/**
 * A save was answered with the record as it is now; or a deletion, where the server keeps the record, such as in the
 * trash.
 */
export interface RecordSaved extends InvalidatingAction, SettlingAction, UnlockingAction {
  readonly type: 'entities/recordSaved' | 'entities/recordDeleted'
  /** The key under which the server has the record now. */
  readonly key: RecordKey
  readonly received: ReceivedRecords
  /** Answers to reads that were asked for before are older than the record. */
  readonly writtenSeq: number
  readonly invalidates: Invalidation
  /** The record under the key it had before, where the server has given it another one: its edits go on under that. */
  readonly removed?: RemovedRecords | undefined
  /** The id that the server has given to a record that had a local one. */
  readonly renamed?: RenamedRecord | undefined
}

/** A record that was made here, and has its id from the server now. */
export interface RenamedRecord {
  readonly entity: EntityKey
  /** The local id, as text. */
  readonly local: RecordKey
  readonly key: RecordKey
  readonly id: EntityId
  /** The field that ids stand in. */
  readonly field: string
}

/** A record got an id before the server knows it. */
export interface LocalIdMade extends StoreAction {
  readonly type: 'locals/idMade'
  /** The id, as text. */
  readonly local: string
  readonly record: LocalRecord
}

export type EntitiesAction = RecordsReceived | RecordReceived | RecordsRemoved | RecordSaved | LocalIdMade

/** Records that came along with something else, or were put in by hand. */
export function recordsReceived(received: ReceivedRecords, invalidates?: Invalidation): RecordsReceived {
  return invalidates
    ? { type: 'entities/recordsReceived', invalidates, ...received }
    : { type: 'entities/recordsReceived', ...received }
}

/** The answer to a single read. */
export function recordReceived(received: ReceivedRecords): RecordReceived {
  return { type: 'entities/recordReceived', ...received }
}

/** Records are gone from the store. */
export function recordsRemoved(removed: Omit<RecordsRemoved, 'type'>): RecordsRemoved {
  return { type: 'entities/recordsRemoved', ...removed }
}

/** A record got an id before the server knows it. */
export function localIdMade(local: string, record: LocalRecord): LocalIdMade {
  return { type: 'locals/idMade', local, record }
}
