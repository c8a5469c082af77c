import type * as Yjs from 'yjs'
import type { EntityConfig } from '../config/entityConfig'
import { blockField, selectBlockServices, type ContentBlock } from '../edits/blockCodec'
import { isRecord, own, type RecordData } from '../plain'
import type { EntityStore } from '../store/createEntityStore'
import { stateMap, type RecordCodec } from './recordCodec'

/** A new document and what it begins with. */
export interface Seed {
  readonly Y: typeof Yjs
  readonly doc: Yjs.Doc
  readonly origin: unknown
  readonly store: EntityStore
  readonly config: EntityConfig
  readonly codec: RecordCodec
  readonly fields: readonly string[]
  /** The record as the server told it. */
  readonly raw: RecordData
}

/**
 * Writes the server's record into a new document. Two who begin with the same record at once write the same, byte for
 * byte and by the same hand, so that it is there once when they meet.
 */
export function seedDocument({ Y, doc, origin, store, config, codec, fields, raw }: Seed): void {
  const base = hashOf(baseFields(config, raw))
  const seed = new Y.Doc()
  seed.clientID = hashNumber(JSON.stringify([base, fields]))
  const open = codec.open(Y, seed, config)
  seed.transact(() => {
    seed.getMap(stateMap).set('base', base)
    for (const field of fields) open.write(field, seedValue(store, config, field, raw, base))
  })
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(seed), origin)
  seed.destroy()
}

function seedValue(
  store: EntityStore,
  config: EntityConfig,
  field: string,
  raw: RecordData,
  base: string,
): unknown {
  const text = own(raw, blockField(config) ?? '')
  if (field !== 'blocks' || typeof text !== 'string') return own(raw, field)
  const blocks = selectBlockServices(store.getState())?.codec.parse(text) ?? []
  return blocks.map((block, at) => named(block, `${base}-${at}`))
}

/** A block with ids that everybody gives it who parses the same text. */
function named(block: ContentBlock, clientId: string): ContentBlock {
  return {
    clientId,
    name: block.name,
    attributes: block.attributes,
    innerBlocks: block.innerBlocks.map((inner, at) => named(inner, `${clientId}-${at}`)),
  }
}

/** The fields of a record that people write inside of, and by which one version of it is told from another. */
export function baseFields(config: EntityConfig, raw: RecordData): RecordData {
  const { rawAttributes = [], mergedEdits = {} } = config
  const entries = [
    ...[...rawAttributes].sort().filter((field) => typeof own(raw, field) === 'string'),
    ...Object.keys(mergedEdits)
      .sort()
      .filter((field) => isRecord(own(raw, field))),
  ].map((field) => [field, raw[field]] as const)
  return entries.length > 0 ? Object.fromEntries(entries) : recordFields(raw)
}

/** The fields of a record, without its links. */
export function recordFields(raw: RecordData): RecordData {
  return Object.fromEntries(Object.entries(raw).filter(([field]) => !field.startsWith('_')))
}

/** A short text that differs where records do. */
export function hashOf(record: RecordData): string {
  const text = JSON.stringify(record)
  return `${hashNumber(text).toString(36)}${hashNumber(`${text.length} ${text}`).toString(36)}`
}

/** FNV-1a, stirred once more. */
function hashNumber(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}
