import type * as Yjs from 'yjs'
import type { EntityConfig } from '../../config/entityConfig'
import { isMergedInside } from '../merge/mergeValues'
import type { OpenCodec, RecordCodec } from './recordCodec'
import { isEqual } from '../../core/isEqual'
import { filterFields, isEmpty, isRecord } from '../../core/plain'
import { entryName, hashesOf, isKnownHash } from './serverHashes'

/**
 * Root map of what values and entries were made on that are changed as a whole, by their names: a hash of what was written,
 * then of what it was before, the newest first, back to what the server was known to say, and in a list of their own of what
 * that was made on. Who writes one has not seen what somebody else writes there at the same time; whether that was what the
 * server says, a save has to ask then.
 */
export const madeOnMap = 'madeOn'

interface Document {
  readonly doc: Yjs.Doc
  readonly codec: RecordCodec
  readonly config: EntityConfig
}

/** A colleague whose save was not heard of yet has saved one of that many values of before. */
const mostBefore = 20

/** What a value was made on that a document has now, each in short; undefined where nobody has said it. */
export function madeOn(doc: Yjs.Doc, name: string, hash: string | undefined): readonly string[] | undefined {
  return saidOf(doc, name, hash)?.filter((each) => typeof each === 'string')
}

/** The same with what that was made on which the server was known to say, or had said. */
export function ancestorsOf(doc: Yjs.Doc, name: string, hash: string | undefined): readonly string[] {
  return (saidOf(doc, name, hash)?.flat() ?? []) as string[]
}

/** What this device has said last: what somebody else says at the same time may take its place in the document. */
const ownSaid = new WeakMap<Yjs.Doc, Map<string, readonly unknown[]>>()

function saidOf(doc: Yjs.Doc, name: string, hash: string | undefined): readonly unknown[] | undefined {
  const all = [doc.getMap<unknown>(madeOnMap).get(name), ownSaid.get(doc)?.get(name)]
  return all
    .filter(Array.isArray)
    .find((said) => said[0] === hash)
    ?.slice(1)
}

function say(doc: Yjs.Doc, name: string, said: readonly unknown[]): void {
  const own = ownSaid.get(doc) ?? new Map<string, readonly unknown[]>()
  ownSaid.set(doc, own.set(name, said))
  doc.getMap<unknown>(madeOnMap).set(name, said)
}

/** What a value, or each entry of one, is made on: nothing, of what the server's hand writes. */
export interface MadeOn {
  /** What the writer had in common with the document before. */
  readonly before?: unknown
  /** What the edit began with; entries of it are enough. */
  readonly basis?: () => unknown
}

type OpenDocument = Document & { readonly open: OpenCodec }

/** Writes a field into a document, and says what it is made on. */
export function writeField(document: OpenDocument, field: string, value: unknown, made: MadeOn = {}): void {
  recordMadeOn(document, field, value, made)
  document.open.write(field, value)
}

function recordMadeOn(
  { doc, codec, config, open }: OpenDocument,
  field: string,
  value: unknown,
  { before, basis }: MadeOn,
): void {
  const kind = codec.mergeKind(config, field)
  if (isMergedInside(kind)) return
  const shortOf = (each: unknown) => (each === undefined ? {} : hashesOf(field, kind, each))
  const [has, was, began] = [open.read(field), before, basis?.()].map(shortOf)
  for (const [name, hash] of Object.entries(shortOf(value))) {
    if (hash === has?.[name]) continue
    const last = was?.[name]
    // What the server was known to say is where it begins.
    const isBegin = isKnownHash(doc, name, last)
    const made = distinct([last, ...(isBegin ? [] : [began?.[name], ...(madeOn(doc, name, last) ?? [])])])
    const beyond = distinct([began?.[name], ...ancestorsOf(doc, name, last)]).filter(
      (each) => !made.includes(each),
    )
    say(doc, name, [hash, ...made, ...(beyond.length > 0 ? [beyond] : [])])
  }
}

/**
 * What a document says of a value, or of its entries, but for what this store's own were made on: who has put that back has
 * not seen them.
 */
export function withNewer(
  { doc, codec, config }: Document,
  field: string,
  mine: unknown,
  theirs: unknown,
): unknown {
  const kind = codec.mergeKind(config, field)
  if (isMergedInside(kind) || isEqual(mine, theirs)) return theirs
  const [own, others] = [mine, theirs].map((each) => hashesOf(field, kind, each))
  const isNewer = (name: string) => {
    const [hash, other] = [own?.[name], others?.[name]]
    return (
      other !== undefined &&
      madeOn(doc, name, hash)?.includes(other) &&
      !madeOn(doc, name, other)?.includes(hash as string)
    )
  }
  if (kind !== 'entries' || !isRecord(mine) || !isRecord(theirs)) return isNewer(field) ? mine : theirs
  const newer = filterFields(mine, (entry) => isNewer(entryName(field, entry)) === true)
  return isEmpty(newer) ? theirs : { ...theirs, ...newer }
}

/**
 * Notes what a page before has left in the values of a document. Gives what puts it back where somebody else has meanwhile gone back
 * to what it was made on, as if that page had been there.
 */
export function holdNewer(document: OpenDocument): () => void {
  const { doc, codec, config, open } = document
  const left = new Map(doc.getMap<readonly unknown[]>(madeOnMap))
  ownSaid.set(doc, new Map(left))
  const kept = open.fields().filter((field) => !isMergedInside(codec.mergeKind(config, field)))
  const values = kept.map((field) => [field, open.read(field)] as const)
  return () => {
    for (const [field, value] of values.filter(([each]) => open.has(each))) {
      const there = open.read(field)
      const newer = withNewer(document, field, value, there)
      const [hashes, before] = [newer, there].map((each) =>
        hashesOf(field, codec.mergeKind(config, field), each),
      )
      for (const [name, hash] of Object.entries(hashes ?? {}))
        if (hash !== before?.[name]) say(doc, name, left.get(name) ?? [hash])
      open.write(field, newer)
    }
  }
}

function distinct(hashes: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(hashes)].filter((each) => each !== undefined).slice(0, mostBefore)
}

/** Says once more what values are made on that are written once more. */
export function repeatMadeOn({ doc, codec, config }: Document, field: string, value: unknown): void {
  const said = doc.getMap(madeOnMap)
  for (const name of Object.keys(hashesOf(field, codec.mergeKind(config, field), value)))
    if (said.has(name)) said.set(name, said.get(name))
}
