import type * as Yjs from 'yjs'
import { filterFields, isRecord, own, type RecordData } from '../../core/plain'
import { isEqual } from '../../core/isEqual'
import { fieldPath, valueAtPath } from '../../edits/fieldPath'
import { hashOf } from './hash'
import { ancestorsOf, madeOn } from './madeOn'
import { commonTo, isEqualAs, isMergedInside, mergeValues, stillIn } from '../merge/mergeValues'
import { hashesOfParts, partsAmong } from '../merge/valueParts'
import type { RecordDocument } from './recordDocument'
import { unknownText, type StoreRecord } from '../record/storeRecord'
import { writeAsServer } from './seed'
import { hadWith, isBroughtElsewhere, isBroughtInto, recordHand, statesOf } from './serverHands'
import {
  begunWith,
  entryName,
  hashesOf,
  isKnownHash,
  isSentHash,
  knownHashes,
  knownParts,
  nameOfHash,
  sentHashes,
} from './serverHashes'

/** So many versions of the record are remembered. */
const mostEarlier = 20

/** What the server has changed in a record and its document lacks. */
export interface ServerChanges {
  /** The fields, each with what store and document had in common without it. */
  readonly fields: Map<string, unknown>
  /** Takes what the server has changed since another version into the merge base, and notes what of it is new to the document. */
  readonly receive: (before?: RecordData) => void
  /**
   * Takes note of what the server has changed while this store was away from a document that was kept, whose version of the
   * record the merge base is. It is the same as if the store had been there: what is edited stays so.
   * @param held - Fields whose changes were not taken over, so that they are no edits.
   */
  readonly receiveSince: (held: readonly unknown[]) => void
  /** Takes note of what the server has made of values that a document has of it, where the merge base was read after those. */
  readonly receiveNewer: () => void
  /** Takes note of what the server has changed since a version of a text or of blocks that a document has of it. */
  readonly receiveOver: (field: string, before: unknown) => void
  /** What a document has of the server in a text or blocks, as the server said it; undefined where that is not known. */
  readonly versionOf: (field: string) => unknown
  /** What the server has changed and the document lacks, also of what is edited. */
  readonly lacking: () => ReadonlySet<string>
  /**
   * Whether others have recorded of what the document lacks that the server says something else, which this store may not
   * have read: it has to read it first, as what it knows may be older.
   */
  readonly mayBeOld: (field?: string) => boolean
  /** Says what a value of others was made on that is about to come in, where that is not what the server has now. */
  readonly expectBases: (field: string, before: unknown, after: unknown) => void
  /** Notes that what was recorded was read from the server since, and what of it was read before. */
  readonly see: (recorded: readonly string[], version?: RecordData) => void
  /** The newest version of the record that was read before, and that the document was made of; undefined where it is none. */
  readonly madeOf: () => RecordData | undefined
  /** Looks which of it is still new, after others have recorded what the server says. */
  readonly recheck: () => void
  /** Whether what the document had of a version in a field is gone with a text, or list, that was begun apart. */
  readonly isGone: (field: string, version: RecordData) => boolean
  /** Whether what the server says is gone with this text, or list, that was begun apart. */
  readonly isGoneWith: (field: string, madeAs: Yjs.ID) => boolean
  /** What the document still has of a version of a text or of blocks, by whole paragraphs; all of it where that is not known. */
  readonly stillThere: (field: string, version: unknown) => unknown
  /** Forgets all of it, for a document that is begun anew. */
  readonly forget: () => void
  /** Whether the document is known to have what the server has of a field. */
  readonly isOfDocument: (field: string) => boolean
  /** Whether what the document has of a value, or an entry, was made on what the server has of it. */
  readonly isMadeOnServer: (field: string, entry?: string) => boolean
  /** Whether what it has of a value was made on that of a version of the record. */
  readonly isMadeOn: (field: string, version: RecordData) => boolean
  /**
   * Brings what is new into the document; gives whether there was any.
   * @param withEdited - Also into texts and blocks that are edited, what they are not based on.
   * @param isMeant - Which fields.
   */
  readonly write: (withEdited: boolean, isMeant: (field: string) => boolean) => boolean
  /** What the server says of fields, in short. */
  readonly serverHashes: (fields: Iterable<string>) => Readonly<Record<string, string>>
  /** Notes that the document has all that the server says in a text, or in blocks, by this store's hand. */
  readonly recordOwn: (field: string, hash: string) => void
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
  /** A value of a field, in short: of entries, each by itself. */
  const hashesAs = (field: string, value: unknown) => hashesOf(field, codec.mergeKind(config, field), value)
  const serverHashes = (names: Iterable<string>): Readonly<Record<string, string>> => {
    const each = Array.from(names, (field) => hashesAs(field, record.serverValue(field)))
    return Object.assign({}, ...each) as Record<string, string>
  }

  const isMergeable = (field: string) => isMergedInside(codec.mergeKind(config, field))
  type Said = readonly [name: string, hash: string]
  /** Whether it is known that the server says this, or a save under way has sent it. */
  const isHeardOf = ([name, hash]: Said) =>
    isSentHash(doc, name, hash) ||
    (isKnownHash(doc, name, hash) && !isBroughtElsewhere({ Y, doc }, name, hash, open.madeAs(name)))
  /** What the document says of a field now, in short. */
  const saidNow = (field: string) => hashesAs(field, open.read(field))
  /** What of the server's is not new to the document: it was heard of, or what the document has was made on it. */
  function knownOf(field: string): readonly Said[] {
    const all = Object.entries(serverHashes([field]))
    if (isMergeable(field)) return all.filter(isHeardOf)
    const now = saidNow(field)
    return all.filter((said) => isHeardOf(said) || madeOn(doc, said[0], now[said[0]])?.includes(said[1]))
  }
  const isOfDocument = (field: string) => {
    if (knownOf(field).length === Object.keys(serverHashes([field])).length) return true
    return codec.isSeeded && isMergeable(field) && document.isMadeOf(record.raw() ?? {})
  }

  /** Whether what the document has of a value, or an entry, was made on what the server says, or said. */
  function makeIsMadeOn(field: string): (said: Said) => boolean {
    const now = saidNow(field)
    return ([name, hash]) =>
      now[name] === hash || (madeOn(doc, name, now[name])?.includes(hash) ?? isHeardOf([name, hash]))
  }

  /** What the server says, or said, as this store has read it. */
  const read = new Set<string>()
  /** What the server is known to say that this store has read since, or before. */
  const seen = new Set<string>()
  /** The record as it was read before, the newest last. */
  const before: RecordData[] = []
  const remember = () => {
    for (const [name, hash] of Object.entries(serverHashes(mergeBase.keys()))) read.add(`${name} ${hash}`)
  }
  const mayBeOld = (field?: string) => {
    const names = field === undefined ? fields.keys() : [field]
    const lacking = new Set(Object.keys(serverHashes(names)))
    return knownHashes(doc).some((key) => !read.has(key) && !seen.has(key) && lacking.has(nameOfHash(key)))
  }
  const see = (recorded: readonly string[], version?: RecordData) => {
    for (const key of recorded) seen.add(key)
    if (version) before.push(version)
  }

  /** Whether the server may have something of a text that its document lacks, as nobody knows what that was edited on. */
  const isUnclear = (field: string) =>
    isMergeable(field) && open.has(field) && record.isUnbased(field) && !isOfDocument(field)

  /** What the server is known to have said of a text or of blocks, and this store has not read, in short. */
  function unreadOf(field: string): readonly string[] {
    const basis = hashOf({ value: record.keptBasis(field) })
    return knownHashes(doc)
      .filter((key) => nameOfHash(key) === field && !read.has(key))
      .map((key) => key.slice(field.length + 1))
      .filter((hash) => hash !== basis)
  }

  /**
   * Whether the document has more of the server in a text than an edit of it began with, and the server has gone on from
   * that: others have brought it in, or saved it, and this store has not read it.
   */
  function isUnread(field: string): boolean {
    const isHeard = (value: unknown) => Object.entries(hashesAs(field, value)).some(isHeardOf)
    if (isHeard(record.serverValue(field))) return false
    const isSent = sentHashes(doc).some((key) => nameOfHash(key) === field)
    return unreadOf(field).length > 0 || (isSent && !isHeard(record.keptBasis(field)))
  }

  /** The one version that a document has of a text or of blocks, from what is left of it, and what the server says now. */
  function versionOf(field: string): unknown {
    if (!isMergeable(field) || !open.has(field)) return undefined
    const known = knownHashes(doc).filter((key) => nameOfHash(key) === field)
    const [begun, begunBy] = begunWith(doc, field) ?? []
    const hash = known[0]?.slice(field.length + 1) ?? begun
    if (known.length > 1 || hash === undefined) return undefined
    const had =
      statesOf({ Y, doc }, field).get(hash) ?? new Map(hash === begun ? [[begunBy ?? 0, Infinity]] : [])
    // What is gone of it here the server may still say.
    const [left, now] = [open.readAt(field, had), record.valueIn(record.raw() ?? {}, field)]
    const found = partsAmong(codec.mergeKind(config, field), [now, left], knownParts(doc, field, hash))
    return [left, found].find((value) => hashOf({ value: record.keptAs(field, value) }) === hash)
  }

  /** What the server says in a text, or in blocks, and the same paragraph by paragraph, in short. */
  const saidIn = (field: string) => record.valueIn(record.raw() ?? {}, field)
  const partsOf = (field: string) => hashesOfParts(codec.mergeKind(config, field), saidIn(field))

  /** What the server has changed in a field that the document lacks: before it was edited here, and, of a text, since. */
  function stepsOf(field: string): Step[] {
    const steps: Step[] = fields.has(field) ? [[field, fields.get(field), mergeBase.get(field)]] : []
    if (!isMergeable(field) || !open.has(field) || !record.isBehind(field)) return steps
    if (record.isUnbased(field) || isOfDocument(field)) return steps
    const [before, now] = [record.basis(field), record.valueIn(record.raw() ?? {}, field)]
    if (before === undefined || now === undefined) return steps
    return [...steps, [field, withoutGone(field, before, now), now]]
  }

  const lacking = () => [...mergeBase.keys()].filter((field) => stepsOf(field).length > 0)

  /** What a field was before, with what the document knows that the server says of it now. */
  function withKnown(field: string, before: unknown, now: unknown): unknown {
    const known = new Map(knownOf(field))
    if (codec.mergeKind(config, field) !== 'entries' || !isRecord(now) || !isRecord(before))
      return known.has(field) ? now : before
    return { ...before, ...filterFields(now, (entry) => known.has(entryName(field, entry))) }
  }

  /** A value, or entries, of the merge base with what the document has of the server instead, but for what is edited here. */
  function withSaid(field: string, now: unknown): unknown {
    const [kind, has, edit] = [codec.mergeKind(config, field), open.read(field), record.edit(field)]
    const hashes = saidNow(field)
    const isSaid = (name: string) => isKnownHash(doc, name, hashes[name])
    if (kind !== 'entries' || !isRecord(now) || !isRecord(has))
      return edit === undefined && isSaid(field) ? has : now
    const isOpen = (entry: string) => own((edit ?? {}) as RecordData, entry) === undefined
    return { ...now, ...filterFields(has, (entry) => isOpen(entry) && isSaid(entryName(field, entry))) }
  }

  /**
   * What a text or blocks were before, without what the server has taken out of it that was not there any more: what says the same
   * somebody has put there since, who keeps it.
   */
  function withoutGone(field: string, before: unknown, now: unknown): unknown {
    if (!isMergeable(field)) return before
    const kind = codec.mergeKind(config, field)
    const had = statesOf({ Y, doc }, field).get(hashOf({ value: record.keptAs(field, before) }))
    const left = had && open.readAt(field, had)
    return !had || isEqualAs(kind, left, before) ? before : commonTo(kind, [left, now], before)
  }

  /** Looks what is new in a field since the merge base, and of which the document does not know that the server says it. */
  function look(field: string, before: unknown): void {
    const now = mergeBase.get(field)
    const mergeKind = codec.mergeKind(config, field)
    const lacking = withoutGone(field, withKnown(field, before, now), now)
    if (isEqualAs(mergeKind, lacking, now)) fields.delete(field)
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

  /**
   * A value, or entries, with what the server has made of them: but for what somebody has written over what they were
   * before, which is for a save to ask about.
   */
  function withStep(field: string, before: unknown, now: unknown, theirs: unknown): unknown {
    const isRecorded = (name: string, value: unknown) => isKnownHash(doc, name, hashOf({ value }))
    if (codec.mergeKind(config, field) === 'value') {
      if (isEqual(theirs, before) || isRecorded(field, theirs)) return now
      record.expectBase(field, before)
      return theirs
    }
    if (![before, now, theirs].every(isRecord)) return now
    const merged: Record<string, unknown> = { ...(theirs as RecordData) }
    for (const [entry, value] of Object.entries(now as RecordData)) {
      const [was, is] = [own(before as RecordData, entry), merged[entry]]
      if (isEqual(was, value) || isEqual(is, value)) continue
      if (isEqual(is, was) || isRecorded(entryName(field, entry), is)) merged[entry] = value
      else record.expectBase(fieldPath(field, entry), was)
    }
    return merged
  }

  /**
   * What a text or blocks were before, with what of the server's is known here all the same: it stands in the document, as somebody
   * may have saved it who is still to be heard of, or in what others have read.
   */
  function withKnownParts(field: string, before: unknown, now: unknown): unknown {
    const kind = codec.mergeKind(config, field)
    const isSince = isUnread(field)
    const has = open.read(field)
    if (!isSince && isEqualAs(kind, before, has)) return before
    const unread = isSince ? unreadOf(field) : []
    const versions = unread.map((hash) => partsAmong(kind, [now], knownParts(doc, field, hash)))
    const known = commonTo(kind, [before, has, ...versions], now)
    // Of what somebody has saved that was not read here, what is taken out now may have been put back since.
    return isSince ? known : mergeValues(kind, commonTo(kind, [before], known), known, before, true)
  }

  /** A text or blocks with what the server has made of them. */
  function mergedInside(field: string, before: unknown, now: unknown, theirs: unknown): unknown {
    const known = withKnownParts(field, before, now)
    return mergeValues(codec.mergeKind(config, field), known, now, theirs, isUnread(field) ? 'unread' : true)
  }

  /**
   * Brings steps of the server into the document; gives whether there was any that it lacked.
   * @param hasMore - Whether the server has changed more than that.
   */
  function bringIn(steps: readonly Step[], hasMore: boolean): boolean {
    let isWhole = !hasMore
    const made = new Map<string, unknown>()
    for (const [field, before, now] of steps) {
      const theirs = made.has(field) ? made.get(field) : open.read(field)
      const merged = (isMergeable(field) ? mergedInside : withStep)(field, before, now, theirs)
      isWhole &&= isMergeable(field) || isEqual(merged, now)
      made.set(field, merged)
    }
    const values = [...made].filter(
      ([field, value]) => !isEqualAs(codec.mergeKind(config, field), value, open.read(field)),
    )
    if (values.length === 0) return false
    const said = values.filter(([field]) => !isMergeable(field))
    const written = said.map(([field, value]) => hashesAs(field, value))
    const isThere = Object.assign({}, ...written) as Record<string, string>
    const hashes = filterFields(
      serverHashes(values.map(([field]) => field)),
      (name, hash) => !Object.hasOwn(isThere, name) || isThere[name] === hash,
    ) as Record<string, string>
    isWhole &&= ![...mergeBase.keys()].some(isUnclear)
    const base = hashOf(record.base())
    const origin = document.serverOrigin
    const brought = Object.entries(hashes)
      .filter(([field]) => isMergeable(field))
      .map(([field, hash]) => [field, hash, partsOf(field), saidIn(field)] as const)
    writeAsServer({ Y, doc, origin, config, codec, base, isWhole, hashes, values, brought })
    return true
  }

  return {
    fields,
    serverHashes,
    recordOwn: (field, hash) =>
      recordHand({ Y, doc, open }, field, hash, doc.clientID, partsOf(field), saidIn(field)),
    isOfDocument,
    isMadeOnServer: (field, entry) => {
      const all = Object.entries(serverHashes([field]))
      const meant = entry === undefined ? all : all.filter(([name]) => name === entryName(field, entry))
      return meant.every(makeIsMadeOn(field))
    },
    isMadeOn: (field, version) => {
      const all = hashesAs(field, record.valueIn(version, field))
      return Object.entries(all).every(makeIsMadeOn(field))
    },
    mayBeOld,
    expectBases: (field, was, is) => {
      if (isMergeable(field)) return
      const isMadeOn = makeIsMadeOn(field)
      const [old, incoming] = [hashesAs(field, was), hashesAs(field, is)]
      for (const [name, hash] of Object.entries(serverHashes([field]))) {
        const path = name === field ? fieldPath(field) : fieldPath(field, name.slice(field.length + 1))
        if (old[name] === incoming[name] || record.isPathEdited(path) || isMadeOn([name, hash])) continue
        // What that was made on will do where it was not read itself.
        const ancestors = ancestorsOf(doc, name, incoming[name])
        const newestOf = (isMeant: (hash: string) => boolean) =>
          [...before].reverse().find((version) => {
            const said = hashesAs(field, record.valueIn(version, field))[name]
            return said !== undefined && isMeant(said)
          })
        const known =
          newestOf((said) => isMadeOn([name, said])) ?? newestOf((said) => ancestors.includes(said))
        record.expectBase(path, known ? valueAtPath(known, path) : unknownBase(record.serverValue(field), is))
      }
    },
    see,
    madeOf: () => [...before].reverse().find(document.isMadeOf),
    isGone: (field, version) => {
      const { [field]: hash } = hashesAs(field, record.serverValue(field, version))
      return isBroughtElsewhere({ Y, doc }, field, hash, open.madeAs(field))
    },
    isGoneWith: (field, madeAs) => {
      const { [field]: hash } = serverHashes([field])
      const isElsewhere = isBroughtElsewhere({ Y, doc }, field, hash, open.madeAs(field))
      return isElsewhere && isBroughtInto({ Y, doc }, field, hash, madeAs)
    },
    stillThere: (field, version) => {
      const [madeAs, { [field]: hash }] = [open.madeAs(field), hashesAs(field, record.keptAs(field, version))]
      const had = madeAs && hash !== undefined && hadWith({ Y, doc }, field, hash, madeAs)
      if (!had) return version
      return stillIn(codec.mergeKind(config, field), version, open.readAt(field, had), open.read(field))
    },
    forget: () => {
      fields.clear()
      read.clear()
      seen.clear()
      before.length = 0
    },
    receive: (version) => {
      remember()
      if (version) before.splice(0, before.length, ...[...before, version].slice(-mostEarlier))
      for (const [field, before] of [...mergeBase]) {
        mergeBase.set(field, commonValue(field))
        if (open.has(field)) look(field, fields.has(field) ? fields.get(field) : before)
      }
    },
    receiveSince: (held) => {
      const steps: Step[] = []
      // What is edited takes it in with the next save: until then the document has not all of that version.
      let hasMore = false
      for (const [field, before] of [...mergeBase]) {
        if (record.isEdited(field)) continue
        const [kind, now, has] = [codec.mergeKind(config, field), record.value(field), open.read(field)]
        const lacking = withKnown(field, before, now)
        const isNews = ![lacking, has].some((each) => isEqualAs(kind, each, now))
        const isUntouched = isEqualAs(kind, has, before)
        // Of two values one has to go: both are merged where they are compared.
        if (isNews && kind === 'value' && !isUntouched) continue
        mergeBase.set(field, now)
        if (!isNews || !open.has(field)) continue
        if (!isMergeable(field)) steps.push([field, lacking, now])
        else if (isUntouched || held.includes(field)) fields.set(field, lacking)
        else hasMore = true
      }
      bringIn(steps, hasMore || lacking().length > 0)
    },
    receiveOver: (field, before) => {
      remember()
      mergeBase.set(field, before)
      mergeBase.set(field, commonValue(field))
      look(field, before)
    },
    versionOf,
    receiveNewer: () => {
      for (const [field, now] of mergeBase)
        if (!isMergeable(field) && open.has(field)) look(field, withSaid(field, now))
    },
    lacking: () => new Set(lacking()),
    recheck: () => {
      for (const [field, before] of fields) look(field, before)
    },
    write: (withEdited, isMeant) => {
      const all = lacking()
      // What is saved was read just now.
      const ready = all
        .filter(isMeant)
        .filter((field) => (fields.has(field) ? record.isEdited(field) || !mayBeOld(field) : withEdited))
      const steps = ready.flatMap(stepsOf)
      for (const field of ready) fields.delete(field)
      return bringIn(steps, ready.length < all.length)
    },
  }
}

/** What a value was made on of which nobody here has read that: of texts what both have, as each paragraph else stood twice. */
function unknownBase(said: unknown, incoming: unknown): unknown {
  const areTexts = [said, incoming].every((one) => typeof one === 'string' && one.trim().includes('\n'))
  return (areTexts && commonTo('text', [said], incoming)) || unknownText
}
