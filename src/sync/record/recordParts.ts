import type { Awareness } from 'y-protocols/awareness'
import type * as Yjs from 'yjs'
import type { EntityConfig } from '../../config/entityConfig'
import type { EntityId, RecordKey } from '../../core/keys'
import type { EntityStore } from '../../store/createEntityStore'
import type { RecordCodec } from '../document/recordCodec'
import { createRecordDocument, type RecordDocument } from '../document/recordDocument'
import type { TransportInput } from '../transports/transport'
import type { SyncOptions } from '../syncOptions'
import type { StoreTarget } from './applyRemote'
import { FieldMerger } from './fieldMerger'
import { createHeldChanges, type HeldChanges } from './heldChanges'
import { KeptDocument } from './keptDocument'
import { createStoreRecord, type StoreRecord } from './storeRecord'

/** What a record is shared with. */
export interface SyncedRecordInput {
  readonly store: EntityStore
  readonly config: EntityConfig
  readonly key: RecordKey
  /** The id as it was given; undefined for an entity without ids. */
  readonly id: EntityId | undefined
  readonly codec: RecordCodec
  readonly options: SyncOptions
  /** Called when the status, who is here or what is pending has changed. */
  readonly onChange: () => void
  /** The libraries that documents are made with: one copy for all. */
  readonly Y: typeof Yjs
  readonly Awareness: typeof Awareness
}

/** What a shared record is made of. */
export interface RecordParts {
  readonly record: StoreRecord
  readonly target: StoreTarget
  readonly document: RecordDocument
  readonly held: HeldChanges
  /** What this device keeps of the document. */
  readonly kept: KeptDocument
  readonly merger: FieldMerger
  /** What transports carry. */
  readonly carried: Omit<TransportInput, 'signal'>
  /** Name of the room, as databases have it. */
  readonly room: string
}

export function createRecordParts(input: SyncedRecordInput): RecordParts {
  const { store, config, key, id, codec, options, Y } = input
  const [objectType, objectId] = [codec.objectType(config), key === '' ? null : key]
  const record = createStoreRecord(store, config, id)
  const document = createRecordDocument(Y, { store, config, codec, record })
  const held = createHeldChanges({ kind: config.kind, name: config.name, id }, options)
  const room = objectType + (objectId === null ? '' : `-${objectId}`)
  const kept = new KeptDocument(options, room, document)
  const awareness = new input.Awareness(document.doc)
  return {
    record,
    target: { store, config, key, id, record },
    document,
    ...{ held, kept, room },
    merger: new FieldMerger(document, record, held, kept),
    carried: { objectType, objectId, site: options.site ?? '', doc: document.doc, awareness, Y },
  }
}
