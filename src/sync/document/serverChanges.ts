import type * as Yjs from 'yjs'
import type { EntityConfig } from '../../config/entityConfig'
import { isRecord, own, type RecordData } from '../../core/plain'
import { hashOf } from './hash'
import { isEqual, mergeValues } from '../merge/mergeValues'
import type { OpenCodec, RecordCodec } from './recordCodec'
import type { RecordSide } from '../record/storeRecord'
import { writeAsServer } from './seed'
import { isTold, nameOf, toldOf } from './serverHashes'

/** What the server has told of a record and its document lacks. */
export interface News {
  /** The fields, each with what was agreed on without it. */
  readonly fields: Map<string, unknown>
  /** Agrees on what the server has told, and notes what of it is new to the document. */
  readonly take: () => void
  /** Looks which of it is still new, after others have told what the server says. */
  readonly look: () => void
  /** Brings what is new into the document; gives whether there was any. */
  readonly write: () => boolean
  /** What the server says of fields, in short. */
  readonly toldBy: (fields: Iterable<string>) => Readonly<Record<string, string>>
}

interface NewsInput {
  readonly Y: typeof Yjs
  readonly doc: Yjs.Doc
  /** Marks what is written for the server. */
  readonly origin: unknown
  readonly config: EntityConfig
  readonly codec: RecordCodec
  readonly open: OpenCodec
  readonly record: RecordSide
  /** What store and document last agreed on, by field. */
  readonly agreed: Map<string, unknown>
}

export function createNews({ Y, doc, origin, config, codec, open, record, agreed }: NewsInput): News {
  const fields = new Map<string, unknown>()
  const toldBy = (names: Iterable<string>): Readonly<Record<string, string>> => {
    const each = Array.from(names, (field) =>
      toldOf(field, codec.mergeKind(config, field), record.said(field)),
    )
    return Object.assign({}, ...each) as Record<string, string>
  }

  /** Notes what is new in a field since it was agreed on, and of which the document does not know that the server says it. */
  function note(field: string, before: unknown): void {
    const now = agreed.get(field)
    const mergeKind = codec.mergeKind(config, field)
    const hashes = toldBy([field])
    const isKnown = (name: string) => isTold(doc, name, hashes[name])
    let lacking = isKnown(field) ? now : before
    if (mergeKind === 'entries' && isRecord(now) && isRecord(before)) {
      const entries = Object.keys(now).filter((entry) => isKnown(nameOf(field, entry)))
      lacking = { ...before, ...Object.fromEntries(entries.map((entry) => [entry, now[entry]])) }
    }
    if (isEqual(mergeKind, lacking, now)) fields.delete(field)
    else fields.set(field, lacking)
  }

  /** What store and document agree on once the server has told something: that, but for what is edited here. */
  function toldValue(field: string): unknown {
    const [before, now] = [agreed.get(field), record.value(field)]
    if (!record.isEdited(field)) return now
    const edited = own(record.view()?.row?.values, field)
    if (codec.mergeKind(config, field) !== 'entries' || !isRecord(now) || !isRecord(edited)) return before
    const kept = Object.keys(edited).filter((entry) => isRecord(before) && entry in before)
    return { ...now, ...Object.fromEntries(kept.map((entry) => [entry, own(before as RecordData, entry)])) }
  }

  return {
    fields,
    toldBy,
    take: () => {
      for (const [field, before] of [...agreed]) {
        agreed.set(field, toldValue(field))
        if (open.has(field)) note(field, fields.has(field) ? fields.get(field) : before)
      }
    },
    look: () => {
      for (const [field, before] of fields) note(field, before)
    },
    write: () => {
      const values = [...fields].flatMap(([field, before]): [string, unknown][] => {
        const mergeKind = codec.mergeKind(config, field)
        const theirs = open.read(field)
        const merged = mergeValues(mergeKind, before, agreed.get(field), theirs, true)
        return isEqual(mergeKind, merged, theirs) ? [] : [[field, merged]]
      })
      fields.clear()
      if (values.length === 0) return false
      const told = toldBy(values.map(([field]) => field))
      writeAsServer({ Y, doc, origin, config, codec, base: hashOf(record.base()), told, values })
      return true
    },
  }
}
