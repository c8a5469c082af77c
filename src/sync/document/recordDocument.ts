import type * as Yjs from 'yjs'
import type { EntityConfig } from '../../config/entityConfig'
import type { EntityStore } from '../../store/createEntityStore'
import type { MergeKind } from '../merge/mergeValues'
import type { StoreRecord } from '../record/storeRecord'
import { acknowledgementsMap } from './acknowledgements'
import { personClientId } from './hands'
import { hashOf } from './hash'
import { madeOnMap } from './madeOn'
import { movedMap, takenOutMap } from './movedInside'
import { documentMap, editsMap, stateMap, type OpenCodec, type RecordCodec } from './recordCodec'
import type { RecordData } from '../../core/plain'
import { baseFields, seedDocument, writeSeed } from './seed'
import { createDropRepeated, serverHandsMap } from './serverHands'
import { charactersMap } from './versionCharacters'
import { begunMap, sentHashesMap, serverHashesMap, serverPartsMap } from './serverHashes'

/** The document of one record, with the codec that it is written by. */
export interface RecordDocument {
  readonly Y: typeof Yjs
  readonly doc: Yjs.Doc
  readonly codec: RecordCodec
  readonly config: EntityConfig
  /** Its fields. */
  readonly open: OpenCodec
  /** What it is, and when its record was saved last. */
  readonly state: Yjs.Map<unknown>
  /** Marks changes by this store. */
  readonly origin: object
  /** Marks what this store writes for the server. */
  readonly serverOrigin: object
  /** Makes changes by this store, as one. */
  readonly edit: (work: () => void) => void
  readonly mergeKind: (field: string) => MergeKind
  readonly setState: (name: string, value: unknown) => void
  /** Notes which version of the record it was made of. */
  readonly noteBase: () => void
  /** Whether it was made of this version of the record, or has taken it in. */
  readonly isMadeOf: (version: RecordData) => boolean
  /** Whether others have saved since the record was read. */
  readonly isAhead: () => boolean
  /** Takes out what two have brought, or saved, apart that the server says, before a save also what people have written apart. */
  readonly dropRepeated: (isSaving: boolean) => void
  /** Sets off words of others from what they stand beside, where the blank between has been taken out here. */
  readonly setOff: () => void
  /** Writes the server's record into it where it has nothing, as the codec asks for it. */
  readonly seed: () => void
  /** Takes everything out of it, whoever has written it, and begins again with the server's record. */
  readonly restart: () => void
}

/** Everything that a document holds. */
const rootMaps = [
  documentMap,
  editsMap,
  stateMap,
  serverHashesMap,
  serverHandsMap,
  serverPartsMap,
  charactersMap,
  begunMap,
  sentHashesMap,
  madeOnMap,
  movedMap,
  takenOutMap,
  acknowledgementsMap,
]

export function createRecordDocument(
  Y: typeof Yjs,
  {
    store,
    config,
    codec,
    record,
  }: {
    readonly store: EntityStore
    readonly config: EntityConfig
    readonly codec: RecordCodec
    readonly record: StoreRecord
  },
): RecordDocument {
  const doc = new Y.Doc()
  doc.clientID = personClientId(doc.clientID)
  const [origin, serverOrigin] = [{ store }, { store }]
  const open = codec.open(Y, doc, config)
  const state = doc.getMap(stateMap)
  const edit = (work: () => void) => doc.transact(work, origin)
  const setState = (name: string, value: unknown) => {
    if (state.get(name) !== value) state.set(name, value)
  }
  const noteBase = () => setState('base', hashOf(record.base()))
  /** What it writes besides what was edited here, and is looked at like what others write. */
  const amend = (work: () => void) => doc.transact(work, serverOrigin)
  const dropRepeated = createDropRepeated({ Y, doc, open }, amend)
  /** What a document of this record begins with. */
  const beginning = () => ({ store, config, fields: record.seedFields(), raw: record.raw() ?? {} })

  return {
    ...{ Y, doc, codec, config, open, state, origin, edit, setState, noteBase },
    ...{ serverOrigin, dropRepeated, setOff: () => open.setOff(amend) },
    mergeKind: (field) => codec.mergeKind(config, field),
    isMadeOf: (version) => state.get('base') === hashOf(baseFields(config, version)),
    isAhead: () => {
      const base = state.get('base')
      // Where something is still to come, what it was made of last may be known to be gone, and not what it was made of since.
      return base === undefined ? doc.store.pendingStructs !== null : base !== hashOf(record.base())
    },
    seed: () => {
      if (codec.isSeeded && open.fields().length === 0)
        seedDocument({ ...beginning(), Y, doc, origin, codec })
    },
    restart: () =>
      edit(() => {
        for (const name of rootMaps) doc.getMap(name).clear()
        if (codec.isSeeded) writeSeed(open, beginning())
        noteBase()
      }),
  }
}
