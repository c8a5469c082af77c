import { isEmpty, filterFields, isRecord, own, type RecordData } from '../../core/plain'
import { isEqualAs } from '../merge/mergeValues'
import type { RecordDocument } from '../document/recordDocument'
import type { StoreRecord } from './storeRecord'
import { isKnownHash, entryName, hashesOf, recordSent } from '../document/serverHashes'

/** What a save under way has sent of a record. A colleague who reads the server meanwhile may bring it into the document first. */
export interface PendingSave {
  /** Notes what is sent. */
  readonly send: () => void
  /** Tells the others what was sent, before it leaves: they may read it from the server before they hear of the save. */
  readonly tell: () => void
  /** Lets go of what others have edited since. */
  readonly dropChanged: (field: string, before: unknown, after: unknown) => void
  /** Gives what was edited here since it was sent, once the save is answered: by field, as the store keeps it. */
  readonly finish: () => ReadonlyMap<string, unknown>
  /**
   * What store and document have in common of a field. Where the document begins to say what was sent, as somebody has
   * read it from the server, that is it: what was edited here since comes after it.
   */
  readonly commonValue: (field: string, before: unknown, theirs: unknown) => unknown
}

export function createPendingSave(
  { doc, codec, config, edit }: Pick<RecordDocument, 'doc' | 'codec' | 'config' | 'edit'>,
  record: StoreRecord,
  isKeptOut: (field: string) => boolean,
): PendingSave {
  /** What was sent and nobody has brought into the document, by field. */
  const sent = new Map<string, { value: unknown; hashes: Readonly<Record<string, string>> }>()
  const kindOf = (field: string) => codec.mergeKind(config, field)
  const isMerged = (field: string) => kindOf(field) === 'entries'

  return {
    send: () => {
      sent.clear()
      for (const [field, edit] of record.sent()) {
        // What the document does not have is new to it once the server has it.
        if (isKeptOut(field)) continue
        const isShown = isMerged(field) || edit === record.edit(field)
        const value = isMerged(field) ? edit : isShown ? record.value(field) : record.valueOf(field, edit)
        sent.set(field, { value, hashes: hashesOf(field, kindOf(field), edit) })
      }
    },
    tell: () => {
      const hashes = Array.from(sent.values(), (each) => each.hashes)
      edit(() => recordSent(doc, Object.assign({}, ...hashes) as Record<string, string>))
    },
    dropChanged: (field, before, after) => {
      const known = sent.get(field)
      if (known === undefined) return
      if (isMerged(field) && isRecord(known.value) && isRecord(before) && isRecord(after)) {
        const value = filterFields(known.value, (entry) =>
          isEqualAs('value', own(before, entry), own(after, entry)),
        )
        sent.set(field, { ...known, value })
      } else sent.delete(field)
    },
    finish: () => {
      const edits = new Map<string, unknown>()
      for (const [field, { value, hashes }] of sent) {
        const edit = record.edit(field)
        if (edit === undefined) continue
        const now = hashesOf(field, kindOf(field), edit)
        const isSince = (name: string) => now[name] !== hashes[name]
        if (isMerged(field) && isRecord(edit) && isRecord(value)) {
          const isNew = (entry: string) => Object.hasOwn(value, entry) && isSince(entryName(field, entry))
          const entries = filterFields(edit, isNew)
          if (!isEmpty(entries)) edits.set(field, entries)
        } else if (isSince(field)) edits.set(field, edit)
      }
      sent.clear()
      recordSent(doc, {})
      return edits
    },
    commonValue: (field, before, theirs) => {
      const known = sent.get(field)
      if (known === undefined) return before
      const { value, hashes } = known
      if (isMerged(field) && isRecord(value) && isRecord(theirs)) {
        const isInDocument = ([entry, each]: [string, unknown]) => {
          const name = entryName(field, entry)
          return isKnownHash(doc, name, hashes[name]) && isEqualAs('value', each, own(theirs, entry))
        }
        const saved = Object.fromEntries(Object.entries(value).filter(isInDocument))
        if (isEmpty(saved)) return before
        sent.set(field, { value: filterFields(value, (entry) => !Object.hasOwn(saved, entry)), hashes })
        return { ...(before as RecordData), ...saved }
      }
      if (!isKnownHash(doc, field, hashes[field]) || !isEqualAs(kindOf(field), value, theirs)) return before
      sent.delete(field)
      return value
    },
  }
}
