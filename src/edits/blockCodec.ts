import type { StateWithConfig } from '../config/reducer'
import { selectCompanion } from '../core/companions'
import type { BlockText, EntityConfig } from '../config/entityConfig'
import type { RecordData } from '../core/plain'
import type { LazyEdit } from './lazyEdit'

/** A block, as editors know it. Declaration merging can add what yours have besides. */
export interface ContentBlock {
  /**
   * Tells blocks apart while they are edited; the codec may give it, also as a number that begins anew with each text. Blocks
   * that an editor makes have one that no other block has, of nobody's, as by `crypto.randomUUID()`.
   */
  readonly clientId?: string
  /** Type of the block, such as `core/paragraph`. */
  readonly name: string
  /** What the block says: texts as HTML, or rich-text values that have `toHTMLString()`. */
  readonly attributes: RecordData
  readonly innerBlocks: readonly ContentBlock[]
}

/**
 * Turns a text into blocks and back; injected, because block types belong to the application.
 *
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
}

/** The name of a store's {@link BlockServices} among its companions. */
export const blocksName = 'blocks'

/** What a store keeps for blocks: a function is no state. */
export function makeBlockServices(codec: BlockCodec): BlockServices {
  return { codec }
}

/** What the store that a state belongs to needs for blocks; undefined where it has no codec. */
export function selectBlockServices(state: StateWithConfig): BlockServices | undefined {
  return selectCompanion(state, blocksName) as BlockServices | undefined
}

/** The field whose text the blocks of an entity are; undefined where they are no text of a record. */
export function blockField({ transientEdits }: Pick<EntityConfig, 'transientEdits'>): string | undefined {
  const blocks = transientEdits?.blocks as Partial<BlockText> | undefined
  return blocks?.of
}

/** Edits of blocks, with the text they come to as a lazy edit; with blocks given up, so is the text. */
export function withBlockText(state: StateWithConfig, config: EntityConfig, edits: RecordData): RecordData {
  const codec = selectBlockServices(state)?.codec
  const field = blockField(config)
  if (!codec || !field || !('blocks' in Object(edits))) return edits
  return { [field]: edits.blocks && writeBlocks(codec), ...edits }
}

/** The text of edited blocks, as a lazy edit. */
export function writeBlocks(codec: BlockCodec): LazyEdit {
  return ({ blocks }) => codec.serialize(blocks as readonly ContentBlock[])
}
