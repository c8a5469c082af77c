import { attachCompanion, companionOf } from '../core/companions'
import type { BlockText, EntityConfig } from '../config/entityConfig'
import type { RecordData } from '../core/plain'
import type { EditsSliceState } from './reducer'

/** A block, as editors know it. Declaration merging can add what yours have besides. (spec.md, section 3) */
export interface ContentBlock {
  /** Tells blocks apart while they are edited; the codec may give it. */
  readonly clientId?: string
  /** Type of the block, such as `core/paragraph`. */
  readonly name: string
  /** What the block says: texts as HTML, or rich-text values that have `toHTMLString()`. */
  readonly attributes: RecordData
  readonly innerBlocks: readonly ContentBlock[]
}

/**
 * Turns a text into blocks and back; injected, because block types belong to the application.
 * (spec.md, section 3)
 */
export interface BlockCodec {
  parse(content: string): readonly ContentBlock[]
  serialize(blocks: readonly ContentBlock[]): string
  /** What else `parse` depends on, such as the list of registered block types: with another one, texts are parsed again. */
  version?(): unknown
}

/** What a store needs for blocks beside its state. */
export interface BlockServices {
  readonly codec: BlockCodec
  /** What is remembered of the blocks of each record, by its path. */
  readonly memories: { [record: string]: unknown }
}

/** Gives a store its codec: a function is no state, so it stands beside what stays the same through all changes of it. */
export function putBlockCodec({ edits }: EditsSliceState, codec: BlockCodec): void {
  attachCompanion(edits.anchor, { codec, memories: {} } satisfies BlockServices)
}

/** The codec of the store that a state belongs to, and what it came to so far; undefined where it has none. */
export function selectBlockServices({ edits }: EditsSliceState): BlockServices | undefined {
  return companionOf(edits.anchor) as BlockServices | undefined
}

/** The field whose text the blocks of an entity are; undefined where they are no text of a record. */
export function blockField({ transientEdits }: EntityConfig): string | undefined {
  const blocks = transientEdits?.blocks as Partial<BlockText> | undefined
  return blocks?.of
}

/** Edits of blocks, with the text they come to as a lazy edit; with blocks given up, so is the text. */
export function withBlockText(state: EditsSliceState, config: EntityConfig, edits: RecordData): RecordData {
  const codec = selectBlockServices(state)?.codec
  const field = blockField(config)
  if (!codec || !field || !('blocks' in Object(edits))) return edits
  const write = ({ blocks }: RecordData) => codec.serialize(blocks as readonly ContentBlock[])
  return { [field]: edits.blocks && write, ...edits }
}
