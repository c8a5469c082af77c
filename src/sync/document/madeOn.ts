import type * as Yjs from 'yjs'
import type { EntityConfig } from '../../config/entityConfig'
import { isMergedInside } from '../merge/mergeValues'
import type { OpenCodec, RecordCodec } from './recordCodec'
import { hashesOf, isKnownHash } from './serverHashes'

/**
 * Root map of what values and entries were made on that are changed as a whole, by their names: a hash of what was written,
 * then of what it was before, the newest first, back to what the server was known to say. Who writes one has not seen what
 * somebody else writes there at the same time; whether that was what the server says, a save has to ask then.
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
  const said = doc.getMap<unknown>(madeOnMap).get(name)
  return Array.isArray(said) && said[0] === hash ? (said.slice(1) as string[]) : undefined
}

/** What a value, or each entry of one, is made on: nothing, of what the server's hand writes. */
export interface MadeOn {
  /** What the writer had in common with the document before. */
  readonly before?: unknown
  /** What the edit began with; entries of it are enough. */
  readonly basis?: unknown
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
  const said = doc.getMap(madeOnMap)
  const shortOf = (each: unknown) => (each === undefined ? {} : hashesOf(field, kind, each))
  const [has, was, began] = [open.read(field), before, basis].map(shortOf)
  for (const [name, hash] of Object.entries(shortOf(value))) {
    if (hash === has?.[name]) continue
    const last = was?.[name]
    // What the server was known to say is where it begins.
    const earlier = isKnownHash(doc, name, last) ? [] : [began?.[name], ...(madeOn(doc, name, last) ?? [])]
    const all = new Set([last, ...earlier].filter((each) => each !== undefined))
    said.set(name, [hash, ...all].slice(0, mostBefore + 1))
  }
}

/** Says once more what values are made on that are written once more. */
export function repeatMadeOn({ doc, codec, config }: Document, field: string, value: unknown): void {
  const said = doc.getMap(madeOnMap)
  for (const name of Object.keys(hashesOf(field, codec.mergeKind(config, field), value)))
    if (said.has(name)) said.set(name, said.get(name))
}
