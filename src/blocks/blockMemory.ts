import { remembered } from '../core/companions'
import { RecentMap } from '../core/recentMap'
import type { RecordData } from '../core/plain'
import type { BlockServices, ContentBlock } from '../edits/blockCodec'
import type { FootnoteMemory } from './syncFootnotes'

/** Blocks that a text was read as. */
export interface ReadBlocks {
  readonly text: string
  /** What the codec called its version then. */
  readonly version: unknown
  /** The edited blocks that there were. */
  readonly edited: readonly ContentBlock[] | undefined
  readonly blocks: readonly ContentBlock[]
}

/** What one store remembers of blocks. */
interface BlockMemory {
  /** By the version of a record that they are those of: as long as that is somewhere, they are the same objects. */
  readonly read: WeakMap<RecordData, ReadBlocks>
  /** By record, so that the next version of it has the blocks that stay the same. */
  readonly latest: RecentMap<string, ReadBlocks>
  readonly footnotes: RecentMap<string, FootnoteMemory>
  readonly marks: FootnoteMemory['marks']
}

/** Of how many records blocks and footnotes are remembered beyond what is in the state. */
const mostRecords = 100

const memories = new WeakMap<BlockServices, BlockMemory>()

function memoryOf(services: BlockServices): BlockMemory {
  return remembered(memories, services, () => ({
    read: new WeakMap(),
    latest: new RecentMap(mostRecords),
    footnotes: new RecentMap(mostRecords),
    marks: new WeakMap(),
  }))
}

/** The blocks that a version of a record was read as, or the record before it. */
export function recallBlocks(
  services: BlockServices,
  record: RecordData,
  path: string,
): ReadBlocks | undefined {
  const { read, latest } = memoryOf(services)
  return read.get(record) ?? latest.get(path)
}

export function rememberBlocks(
  services: BlockServices,
  record: RecordData,
  path: string,
  blocks: ReadBlocks,
): void {
  const { read, latest } = memoryOf(services)
  read.set(record, blocks)
  latest.set(path, blocks)
}

/** What is remembered of the footnotes of a record. */
export function footnoteMemory(services: BlockServices, path: string): FootnoteMemory {
  const { footnotes, marks } = memoryOf(services)
  const known = footnotes.get(path) ?? { footnotes: new Map(), marks }
  footnotes.set(path, known)
  return known
}
