import type * as Yjs from 'yjs'
import type { EntityConfig } from '../../config/entityConfig'
import { blockField, selectBlockServices, type ContentBlock } from '../../edits/blockCodec'
import { isRecord, own, type RecordData } from '../../core/plain'
import type { EntityStore } from '../../store/createEntityStore'
import { plainAttributes } from '../merge/alignBlocks'
import { isMergedInside } from '../merge/mergeValues'
import { hashesOfParts } from '../merge/valueParts'
import { serverClientId } from './hands'
import { hashNumber, hashOf } from './hash'
import { writeField } from './madeOn'
import { stateMap, type OpenCodec, type RecordCodec } from './recordCodec'
import { recordHand } from './serverHands'
import { recordBegun, recordHashes } from './serverHashes'
import { recordCharacters } from './versionCharacters'
import { withoutStoredDocument } from './unsharedFields'

/** A new document and what it begins with. */
export interface Seed {
  readonly Y: typeof Yjs
  readonly doc: Yjs.Doc
  readonly origin: unknown
  readonly store: EntityStore
  readonly config: EntityConfig
  readonly codec: RecordCodec
  readonly fields: readonly string[]
  /** The record as the server has it. */
  readonly raw: RecordData
}

/** For documents that nobody gets to see: a random name would take most of the time that making one takes. */
const unnamed = { guid: '' }

/**
 * Writes the server's record into a new document. Two who begin with the same record at once write the same, byte for
 * byte and by the same hand, so that it is there once when they meet.
 */
export function seedDocument({ Y, doc, origin, store, config, codec, fields, raw }: Seed): void {
  const base = hashOf(baseFields(config, raw))
  const seed = new Y.Doc(unnamed)
  seed.clientID = hashNumber(JSON.stringify([base, fields]))
  const open = codec.open(Y, seed, config)
  seed.transact(() => {
    seed.getMap(stateMap).set('base', base)
    writeSeed(open, { store, config, fields, raw })
    for (const field of fields) {
      const kind = codec.mergeKind(config, field)
      const text = own(raw, (field === 'blocks' && blockField(config)) || field)
      if (!isMergedInside(kind)) continue
      const [hash, version] = [hashOf({ value: text }), open.read(field)]
      recordBegun(seed, field, hash, hashesOfParts(kind, version))
      recordCharacters(seed, [field, hash, seed.clientID], open.characters(field, version) ?? [])
    }
  })
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(seed), origin)
  seed.destroy()
}

/** Writes the server's record into a document that has nothing. */
export function writeSeed(
  open: OpenCodec,
  { store, config, fields, raw }: Pick<Seed, 'store' | 'config' | 'fields' | 'raw'>,
): void {
  const base = hashOf(baseFields(config, raw))
  for (const field of fields) open.write(field, seedValue(store, config, field, raw, base))
}

/** What the server says that a document lacks. */
interface ServerWrite extends Omit<Seed, 'store' | 'fields' | 'raw'> {
  /** What tells the version of the record. */
  readonly base: string
  /** Whether the document has taken in all of that version then. */
  readonly isWhole: boolean
  /** What the server says of the fields, in short. */
  readonly hashes: Readonly<Record<string, string>>
  readonly values: readonly (readonly [field: string, value: unknown])[]
  /** What the server says of texts and blocks that the document has all of then, in short, paragraph by paragraph, too. */
  readonly brought: readonly (readonly [
    field: string,
    hash: string,
    parts: readonly string[],
    version: unknown,
  ])[]
}

/**
 * Writes what the server has changed into a document. Two who write the same into the same document write it by the
 * same hand, so that it is there once; and that hand comes before those of all people, so that it yields to what
 * somebody has put in the same place at the same time.
 */
export function writeAsServer(write: ServerWrite): void {
  const { Y, doc, origin, config, codec, base, isWhole, hashes, values, brought } = write
  const copy = new Y.Doc(unnamed)
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc))
  const named = values.map(
    ([field, value]) => [field, field === 'blocks' ? allNamed(value, base) : value] as const,
  )
  copy.clientID = serverClientId(
    JSON.stringify([[...Y.encodeSnapshot(Y.snapshot(doc))], base, isWhole, hashes, named]),
  )
  const open = codec.open(Y, copy, config)
  copy.transact(() => {
    if (isWhole) copy.getMap(stateMap).set('base', base)
    recordHashes(copy, hashes)
    for (const [field, value] of named) writeField({ doc: copy, codec, config, open }, field, value)
    for (const [field, hash, parts, version] of brought)
      recordHand({ Y, doc: copy, open }, field, hash, copy.clientID, parts, version)
  })
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(copy, Y.encodeStateVector(doc)), origin)
  copy.destroy()
}

function seedValue(
  store: EntityStore,
  config: EntityConfig,
  field: string,
  raw: RecordData,
  base: string,
): unknown {
  const text = own(raw, blockField(config) ?? '')
  if (field !== 'blocks' || typeof text !== 'string')
    return withoutStoredDocument(config, field, own(raw, field))
  const blocks = selectBlockServices(store.getState())?.codec.parse(text) ?? []
  return allNamed(blocks, base)
}

function allNamed(blocks: unknown, base: string): unknown {
  return Array.isArray(blocks)
    ? (blocks as readonly ContentBlock[]).map((block, at) => named(block, `${base}-${at}`))
    : blocks
}

/** A block with ids that everybody gives it who parses the same text. */
function named(block: ContentBlock, clientId: string): ContentBlock {
  return {
    ...block,
    clientId,
    attributes: plainAttributes(block),
    innerBlocks: block.innerBlocks.map((inner, at) => named(inner, `${clientId}-${at}`)),
  }
}

/** The fields of a record that people write inside of, and by which one version of it is distinguished from another. */
export function baseFields(config: EntityConfig, raw: RecordData): RecordData {
  const { rawAttributes = [], mergedEdits = {} } = config
  const entries = [
    ...[...rawAttributes].sort().filter((field) => typeof own(raw, field) === 'string'),
    ...Object.keys(mergedEdits)
      .sort()
      .filter((field) => isRecord(own(raw, field))),
  ].map((field) => [field, withoutStoredDocument(config, field, raw[field])] as const)
  return entries.length > 0 ? Object.fromEntries(entries) : recordFields(raw)
}

/** The fields of a record, without its links. */
export function recordFields(raw: RecordData): RecordData {
  return Object.fromEntries(Object.entries(raw).filter(([field]) => !field.startsWith('_')))
}
