import type { Cells, EditLog } from './cells'
import type { Fetcher } from './fetchContract'
import type { EntityId, EntityKey, RecordKey } from './keys'
import { filterFields, type RecordData } from './plain'
import type { RecordVersion } from './recordVersion'

/** What is known of the edits of a record besides their values: by it a save can tell what others have written since. */
export interface EditOrigin {
  /** A version of the record at which it had all of these values; absent where none is known. */
  readonly version?: RecordVersion
  /** Of a draft that was sent and not answered: how. */
  readonly sentCreate?: SentCreate
  /** Of a write that waits: whether it is known that somebody has put the record in the trash, and it is to be sent all the same. */
  readonly isTrashed?: true
}

/** How a write left first, and of a create, by what the record that it makes is known again. */
export interface SentCreate {
  /** When it left first, in milliseconds; absent before that, and where nobody can say. */
  readonly sentAt?: number
  /** The highest id of its entity that was known before it was sent; absent where nobody can say. */
  readonly newestKnown?: number
  /** The slug under which the record is made, until it gets its own. */
  readonly marker?: string
  /** Whether it was sent without its marker. */
  readonly isUnmarked?: boolean
  /** What it is sent with to a server that does a write of a key once. */
  readonly idempotencyKey?: string
  /** Since when it has that key, in milliseconds. */
  readonly keyAt?: number
  /** The id that the client has given it, on a server that takes one. */
  readonly ownId?: EntityId
  /** The id that the server has given it, before it got its slug and status. */
  readonly claimed?: EntityId
  /** How new that record was when it was answered last. */
  readonly version?: RecordVersion
  /** Whether it has got its slug, and only its status is left. */
  readonly isNamed?: boolean
}

/** A file that a write sends. */
export interface SentFile {
  readonly file: Blob
  /** Its name there; undefined for its own. */
  readonly fileName: string | undefined
}

/** What a queue delivers. */
export interface Delivered {
  /** Whether this page has saved a field of it, by path: asked when its turn has come. */
  readonly isOfHere: (path: string) => boolean
}

/** What of a write this page has saved: all of it, but where a queue delivers it. */
export function cellsOfHere(cells: Cells, delivery: Delivered | undefined): Cells {
  return delivery ? (filterFields(cells, delivery.isOfHere) as Cells) : cells
}

/** The record that a write is about, which may not exist yet. */
export interface WrittenRecord {
  readonly kind: string
  readonly name: string
  readonly entity: EntityKey
  /** The record; undefined for a create. */
  readonly key: RecordKey | undefined
  /** The id as it was given; undefined for a create and for an entity without ids. */
  readonly id: EntityId | undefined
  /** Names a create among others of the same entity. */
  readonly createId?: string
  /** Names what the write sends of the record's edits; absent where it answers for all that was sent before it. */
  readonly mutation?: string
}

/**
 * A write that is about to leave. Its `fields` are what it would send, by path, each with what it is based on, without what
 * an entity's `prePersist` adds: plain data, no key; of a deletion and an image edit nothing. Its `log` is what was sent of
 * the record before.
 */
export interface WriteIntent extends WrittenRecord, EditLog {
  /** `image` edits an image, of which the server makes another record. */
  readonly what: 'create' | 'update' | 'autosave' | 'delete' | 'image'
  /** Parameters of a deletion, such as `force`. */
  readonly parameters?: RecordData
  /** The file that it sends, for whoever keeps it for later. */
  readonly file?: SentFile | undefined
  /** What else is known of where the edits of the record come from. */
  readonly origin?: EditOrigin | undefined
  /** Whether it is sent for another page: the edits that this store has of the record are none of it. */
  readonly isOfOtherPage?: boolean
  /** How whoever asked for it wants it sent: another fetcher is that of a batch, say. */
  readonly options: {
    readonly signal?: AbortSignal
    readonly fetcher?: Fetcher
    readonly throwOnError?: boolean
    /** What a queue delivers by it, for the gate that has kept it; absent for a write that somebody asks for. */
    readonly delivery?: Delivered
    /** Called when the write begins to wait for something, and when that has ended. */
    readonly onWaiting?: (isWaiting: boolean) => void
  }
}

/** A write that has ended well. */
export interface EndedWrite {
  /** What its thunk gives: the record as answered; of a deletion, the body of the answer. */
  readonly answer?: unknown
  /** The body that the server answered with; absent where none was asked for. */
  readonly body?: unknown
  /** Whether that is not the whole record, but only some of its fields. */
  readonly isPartial?: boolean
  /** What was sent, by path, where a gate may have changed that. */
  readonly sent?: Cells
  /** The version of the record that it was sent over; absent where what was sent before may have made that one. */
  readonly sentOver?: RecordVersion
  /** Makes the actions that it comes to, from the state of the moment in which they are dispatched. */
  readonly makeResults: () => readonly { readonly type: string }[]
}

/** What a gate changes of a write, for the gates behind it as well. */
export interface ChangedWrite extends Partial<EditLog> {
  readonly origin?: EditOrigin | undefined
  readonly isOfOtherPage?: boolean
  /** Headers beside those that it is sent with. */
  readonly headers?: Readonly<Record<string, string>>
  /** Sends the request instead of the store's fetcher, such as with a file. */
  readonly fetcher?: Fetcher
}

/** Sends a write: as it is, or changed. May be called again. */
export type SendWrite = (changed?: ChangedWrite) => Promise<EndedWrite>

/**
 * Is asked before a write leaves, while the write holds the record's lock. It calls `send`, as it is or with other
 * fields; throws, to hold the write with an error that stands on the record; or takes it over, and gives how it ended
 * without having sent it.
 */
export type WriteGate = (intent: WriteIntent, send: SendWrite) => Promise<EndedWrite>
