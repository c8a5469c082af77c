import { parse } from '@wordpress/blocks'
import type { FootnoteMemory } from '../../blocks/syncFootnotes'
import { remembered } from '../../core/companions'
import { RecentMap } from '../../core/recentMap'
import type { ContentBlock } from '../../edits/blockCodec'

/** Blocks that a text was parsed to. */
interface ParsedBlocks {
  readonly text: string
  /** The block types that were registered then. */
  readonly types: unknown
  readonly blocks: readonly ContentBlock[]
}

/** What the editors of one registry remember of each record. */
interface EditorMemory {
  readonly parsed: RecentMap<string, ParsedBlocks>
  readonly footnotes: RecentMap<string, FootnoteMemory>
}

/** Of how many records blocks and footnotes are remembered. */
const mostRecords = 100

const memories = new WeakMap<object, EditorMemory>()

function memoryOf(registry: object): EditorMemory {
  return remembered(memories, registry, () => ({
    parsed: new RecentMap(mostRecords),
    footnotes: new RecentMap(mostRecords),
  }))
}

/**
 * A text as blocks, which stay the same objects while the text and the registered block types do: an editor that mounts
 * again finds the client ids that it had.
 */
export function parsedBlocks(
  registry: object,
  record: string,
  text: string,
  types: unknown,
): readonly ContentBlock[] {
  const { parsed } = memoryOf(registry)
  const known = parsed.get(record)
  if (known?.text === text && known.types === types) return known.blocks
  const blocks = parse(text) as unknown as readonly ContentBlock[]
  parsed.set(record, { text, types, blocks })
  return blocks
}

/** What is remembered of the footnotes of a record. */
export function footnotesOf(registry: object, record: string): FootnoteMemory {
  const { footnotes } = memoryOf(registry)
  const memory = footnotes.get(record) ?? { footnotes: new Map(), marks: new WeakMap() }
  footnotes.set(record, memory)
  return memory
}
