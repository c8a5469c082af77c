import { isRecord, own, type RecordData } from '../../core/plain'
import { hashOf } from './hash'
import { isEqual, mergeValues } from '../merge/mergeValues'
import type { RecordDocument } from './recordDocument'
import type { StoreRecord } from '../record/storeRecord'
import { writeAsServer } from './seed'
import { isKnownHash, entryName, hashesOf } from './serverHashes'

/** What the server has changed in a record and its document lacks. */
export interface ServerChanges {
  /** The fields, each with what store and document had in common without it. */
  readonly fields: Map<string, unknown>
  /** Takes what the server has changed into the merge base, and notes what of it is new to the document. */
  readonly receive: () => void
  /**
   * Brings what the server has changed while this store was away into a document that was kept, as far as it had not been
   * there: what others have made of that since is newer.
   * @param kept - The fields of the document before others were heard.
   */
  readonly receiveSince: (kept: ReadonlyMap<string, unknown>) => void
  /** Looks which of it is still new, after others have recorded what the server says. */
  readonly recheck: () => void
  /** Whether the document is known to have what the server has of a field. */
  readonly isOfDocument: (field: string) => boolean
  /**
   * Brings what is new into the document; gives whether there was any.
   * @param withEdited - Also into texts and blocks that are edited, what they are not based on.
   */
  readonly write: (withEdited?: boolean) => boolean
  /** What the server says of fields, in short. */
  readonly serverHashes: (fields: Iterable<string>) => Readonly<Record<string, string>>
}

/** What the server has made of a field. */
type Step = readonly [field: string, before: unknown, now: unknown]

interface ServerChangesInput {
  readonly document: RecordDocument
  readonly record: StoreRecord
  /** What store and document last had in common, by field. */
  readonly mergeBase: Map<string, unknown>
}

export function createServerChanges({ document, record, mergeBase }: ServerChangesInput): ServerChanges {
  const { Y, doc, codec, config, open } = document
  const fields = new Map<string, unknown>()
  const serverHashes = (names: Iterable<string>): Readonly<Record<string, string>> => {
    const each = Array.from(names, (field) =>
      hashesOf(field, codec.mergeKind(config, field), record.serverValue(field)),
    )
    return Object.assign({}, ...each) as Record<string, string>
  }

  const isMergeable = (field: string) => ['text', 'blocks'].includes(codec.mergeKind(config, field))
  const isOfDocument = (field: string) => {
    if (isKnownHash(doc, field, serverHashes([field])[field])) return true
    return codec.isSeeded && isMergeable(field) && document.isMadeOf(record.raw() ?? {})
  }

  /** What the server has changed in texts and blocks since they were edited first, and the document does not know of. */
  function stepsOfEdited(): Step[] {
    return [...mergeBase.keys()].flatMap((field) => {
      if (!isMergeable(field) || !open.has(field) || !record.isBehind(field) || fields.has(field)) return []
      if (isOfDocument(field) || record.isUnbased(field)) return []
      const [before, now] = [record.basis(field), record.valueIn(record.raw() ?? {}, field)]
      return before === undefined || now === undefined ? [] : [[field, before, now] as const]
    })
  }

  /** What a field was before, with what the document knows that the server says of it now. */
  function withKnown(field: string, before: unknown, now: unknown): unknown {
    const hashes = serverHashes([field])
    const isKnown = (name: string) => isKnownHash(doc, name, hashes[name])
    if (codec.mergeKind(config, field) !== 'entries' || !isRecord(now) || !isRecord(before))
      return isKnown(field) ? now : before
    const entries = Object.keys(now).filter((entry) => isKnown(entryName(field, entry)))
    return { ...before, ...Object.fromEntries(entries.map((entry) => [entry, now[entry]])) }
  }

  /** Notes what is new in a field since the merge base, and of which the document does not know that the server says it. */
  function note(field: string, before: unknown): void {
    const now = mergeBase.get(field)
    const mergeKind = codec.mergeKind(config, field)
    const lacking = withKnown(field, before, now)
    if (isEqual(mergeKind, lacking, now)) fields.delete(field)
    else fields.set(field, lacking)
  }

  /** What store and document have in common once the server has changed something: that, but for what is edited here. */
  function commonValue(field: string): unknown {
    const [before, now] = [mergeBase.get(field), record.value(field)]
    if (!record.isEdited(field)) return now
    const edited = record.edit(field)
    if (codec.mergeKind(config, field) !== 'entries' || !isRecord(now) || !isRecord(edited)) return before
    const kept = Object.keys(edited).filter((entry) => isRecord(before) && entry in before)
    return { ...now, ...Object.fromEntries(kept.map((entry) => [entry, own(before as RecordData, entry)])) }
  }

  /** Brings steps of the server into the document; gives whether there was any that it lacked. */
  function bringIn(steps: readonly Step[]): boolean {
    const values = steps.flatMap(([field, before, now]): [string, unknown][] => {
      const mergeKind = codec.mergeKind(config, field)
      const theirs = open.read(field)
      const merged = mergeValues(mergeKind, before, now, theirs, true)
      return isEqual(mergeKind, merged, theirs) ? [] : [[field, merged]]
    })
    if (values.length === 0) return false
    const hashes = serverHashes(values.map(([field]) => field))
    const base = hashOf(record.base())
    writeAsServer({ Y, doc, origin: document.serverOrigin, config, codec, base, hashes, values })
    return true
  }

  return {
    fields,
    serverHashes,
    isOfDocument,
    receive: () => {
      for (const [field, before] of [...mergeBase]) {
        mergeBase.set(field, commonValue(field))
        if (open.has(field)) note(field, fields.has(field) ? fields.get(field) : before)
      }
    },
    receiveSince: (kept) => {
      const steps: Step[] = []
      for (const [field, before] of [...mergeBase]) {
        if (record.isEdited(field)) continue
        const [kind, now] = [codec.mergeKind(config, field), record.value(field)]
        const lacking = withKnown(field, before, now)
        const had = kept.has(field) ? kept.get(field) : before
        const has = open.read(field)
        const isNews = ![lacking, had, has].some((each) => isEqual(kind, each, now))
        // Of two values one has to go, and blocks are known again by their ids: both are merged where they are compared.
        if (isNews && (kind === 'blocks' || (kind === 'value' && !isEqual(kind, has, before)))) continue
        mergeBase.set(field, now)
        if (isNews && open.has(field)) steps.push([field, had, mergeValues(kind, lacking, now, had, true)])
      }
      bringIn(steps)
    },
    recheck: () => {
      for (const [field, before] of fields) note(field, before)
    },
    write: (withEdited = false) => {
      const steps = [
        ...[...fields].map(([field, before]) => [field, before, mergeBase.get(field)] as const),
        ...(withEdited ? stepsOfEdited() : []),
      ]
      fields.clear()
      return bringIn(steps)
    },
  }
}
