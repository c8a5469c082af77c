import type * as Yjs from 'yjs'
import type { EntityConfig } from '../../config/entityConfig'
import { isEmpty, filterFields, isRecord, own, type RecordData } from '../../core/plain'
import { isEqual } from '../merge/mergeValues'
import type { RecordCodec } from '../document/recordCodec'
import type { RecordSide } from './storeRecord'
import { isTold, nameOf, toldOf } from '../document/serverHashes'

/** What a save under way has sent of a record. A colleague who reads the server meanwhile tells of it first. */
export interface SaveUnderWay {
  /** Notes what the given fields are as they are sent. */
  readonly send: (fields: readonly string[]) => void
  /** Lets go of what others have edited since. */
  readonly hear: (field: string, before: unknown, after: unknown) => void
  /** Gives what was edited here since it was sent, once the save is answered: by field, as the store keeps it. */
  readonly end: () => ReadonlyMap<string, unknown>
  /**
   * What store and document have in common of a field. Where the document begins to say what was sent, as somebody has
   * read it from the server, that is it: what was edited here since comes after it.
   */
  readonly takeCommon: (field: string, before: unknown, theirs: unknown) => unknown
}

interface SaveUnderWayInput {
  readonly doc: Yjs.Doc
  readonly config: EntityConfig
  readonly codec: RecordCodec
  readonly record: RecordSide
}

export function createSaveUnderWay({ doc, config, codec, record }: SaveUnderWayInput): SaveUnderWay {
  /** What was sent and of which nobody has told, by field. */
  const sent = new Map<string, { value: unknown; hashes: Readonly<Record<string, string>> }>()

  function isMerged(field: string): boolean {
    return codec.mergeKind(config, field) === 'entries'
  }

  return {
    send: (fields) => {
      sent.clear()
      for (const field of fields) {
        const edit = record.edit(field)
        const value = isMerged(field) ? edit : record.value(field)
        sent.set(field, { value, hashes: toldOf(field, codec.mergeKind(config, field), edit) })
      }
    },
    hear: (field, before, after) => {
      const known = sent.get(field)
      if (known === undefined) return
      if (isMerged(field) && isRecord(known.value) && isRecord(before) && isRecord(after)) {
        const value = filterFields(known.value, (entry) =>
          isEqual('value', own(before, entry), own(after, entry)),
        )
        sent.set(field, { ...known, value })
      } else sent.delete(field)
    },
    end: () => {
      const edits = new Map<string, unknown>()
      for (const [field, { value }] of sent) {
        const edit = record.edit(field)
        const isSome = isMerged(field) && isRecord(edit) && isRecord(value)
        if (edit !== undefined)
          edits.set(field, isSome ? filterFields(edit, (entry) => Object.hasOwn(value, entry)) : edit)
      }
      sent.clear()
      return edits
    },
    takeCommon: (field, before, theirs) => {
      const known = sent.get(field)
      if (known === undefined) return before
      const { value, hashes } = known
      if (isMerged(field) && isRecord(value) && isRecord(theirs)) {
        const isHeard = ([entry, each]: [string, unknown]) => {
          const name = nameOf(field, entry)
          return isTold(doc, name, hashes[name]) && isEqual('value', each, own(theirs, entry))
        }
        const heard = Object.fromEntries(Object.entries(value).filter(isHeard))
        if (isEmpty(heard)) return before
        sent.set(field, { value: filterFields(value, (entry) => !Object.hasOwn(heard, entry)), hashes })
        return { ...(before as RecordData), ...heard }
      }
      if (!isTold(doc, field, hashes[field]) || !isEqual(codec.mergeKind(config, field), value, theirs))
        return before
      sent.delete(field)
      return value
    },
  }
}
