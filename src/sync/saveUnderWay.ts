import type * as Yjs from 'yjs'
import type { EntityConfig } from '../config/entityConfig'
import { isEmpty } from '../edits/fields'
import { filterFields, isRecord, own, type RecordData } from '../plain'
import { isEqual } from './mergeValues'
import type { RecordCodec } from './recordCodec'
import type { RecordSide } from './recordSide'
import { isTold, nameOf, toldOf } from './told'

/** What a save under way has sent of a record. A colleague who reads the server meanwhile tells of it first. */
export interface SaveUnderWay {
  /** Notes what the given fields are as they are sent. */
  readonly send: (fields: readonly string[]) => void
  /** Gives the fields that were sent, once the save is answered. */
  readonly end: () => readonly string[]
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

  return {
    send: (fields) => {
      sent.clear()
      for (const field of fields) {
        const [kind, edit] = [codec.mergeKind(config, field), record.edit(field)]
        const value = kind === 'entries' ? edit : record.value(field)
        sent.set(field, { value, hashes: toldOf(field, kind, edit) })
      }
    },
    end: () => {
      const fields = [...sent.keys()]
      sent.clear()
      return fields
    },
    takeCommon: (field, before, theirs) => {
      const known = sent.get(field)
      if (known === undefined) return before
      const { value, hashes } = known
      const kind = codec.mergeKind(config, field)
      if (kind === 'entries' && isRecord(value) && isRecord(theirs)) {
        const isHeard = ([entry, each]: [string, unknown]) => {
          const name = nameOf(field, entry)
          return isTold(doc, name, hashes[name]) && isEqual('value', each, own(theirs, entry))
        }
        const heard = Object.fromEntries(Object.entries(value).filter(isHeard))
        if (isEmpty(heard)) return before
        sent.set(field, { value: filterFields(value, (entry) => !(entry in heard)), hashes })
        return { ...(before as RecordData), ...heard }
      }
      if (!isTold(doc, field, hashes[field]) || !isEqual(kind, value, theirs)) return before
      sent.delete(field)
      return value
    },
  }
}
