import type { ContentBlock } from '../edits/blockCodec'
import { deepEqual, isRecord, type RecordData } from '../plain'
import { alignBlocks, plainAttribute, saySame } from './alignBlocks'
import { mergeText } from './text'

/** How the values of a field are merged when both sides have changed them. */
export type MergeKind = 'value' | 'text' | 'entries' | 'blocks'

/**
 * What two sides made of one value, in one. Where they can't both be had, `mine` counts: it is what was done last here.
 * @param isOneStory As for `mergeText`.
 */
export function mergeValues(
  kind: MergeKind,
  base: unknown,
  mine: unknown,
  theirs: unknown,
  isOneStory = false,
): unknown {
  if (mine === theirs || isEqual(kind, mine, base)) return theirs
  if (isEqual(kind, theirs, base) || isEqual(kind, mine, theirs)) return mine
  if (kind === 'text' && [base, mine, theirs].every((value) => typeof value === 'string')) {
    return mergeText(base as string, mine as string, theirs as string, isOneStory)
  }
  if (kind === 'entries' && isRecord(mine) && isRecord(theirs)) return mergeEntries(base, mine, theirs)
  if (kind === 'blocks' && Array.isArray(mine) && Array.isArray(theirs)) {
    return mergeBlocks((base ?? []) as Blocks, mine as Blocks, theirs as Blocks, isOneStory)
  }
  return mine
}

/** Whether two values of a field say the same; blocks whatever their ids are. */
export function isEqual(kind: MergeKind, one: unknown, other: unknown): boolean {
  if (kind !== 'blocks' || !Array.isArray(one) || !Array.isArray(other)) return deepEqual(one, other)
  return (
    one === other ||
    (one.length === other.length &&
      (one as Blocks).every((block, i) => saySame(block, other[i] as ContentBlock)))
  )
}

type Blocks = readonly ContentBlock[]

function mergeEntries(base: unknown, mine: unknown, theirs: unknown): RecordData {
  const [before, one, other] = [base, mine, theirs].map((value) => (isRecord(value) ? value : {})) as [
    RecordData,
    RecordData,
    RecordData,
  ]
  const merged: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(other), ...Object.keys(one)])) {
    const value = mergeValues('value', before[name], one[name], other[name])
    if (value !== undefined) merged[name] = value
  }
  return merged
}

/** Their list, with what I inserted, removed and changed. */
function mergeBlocks(base: Blocks, mine: Blocks, theirs: Blocks, isOneStory: boolean): Blocks {
  const inMine = new Map(alignBlocks(base, mine))
  const inTheirs = new Map(alignBlocks(base, theirs))
  const fromMine = new Map([...inMine].map(([before, after]) => [after, before]))
  const fromTheirs = new Map([...inTheirs].map(([before, after]) => [after, before]))
  /** My new blocks by the block of the base that they follow; -1 for those at the start. */
  const inserted = new Map<number, ContentBlock[]>()
  let follows = -1
  mine.forEach((block, at) => {
    const before = fromMine.get(at)
    if (before !== undefined) follows = before
    else if (!theirs.some(({ clientId }) => clientId !== undefined && clientId === block.clientId)) {
      inserted.set(follows, [...(inserted.get(follows) ?? []), block])
    }
  })
  const merged: ContentBlock[] = []
  const placed = new Set<number>()
  const place = (before: number) => {
    if (placed.has(before)) return
    placed.add(before)
    merged.push(...(inserted.get(before) ?? []))
  }
  /** What follows blocks that they took away stands where those were; so does what I have written in them. */
  const passGone = (before: number) => {
    for (let gone = before + 1; gone < base.length && !inTheirs.has(gone); gone++) {
      const own = inMine.get(gone)
      const [was, block] = [base[gone] as ContentBlock, own === undefined ? undefined : mine[own]]
      if (block && !placed.has(gone) && !saySame(was, block)) merged.push(writtenIn(was, block))
      place(gone)
    }
  }
  place(-1)
  passGone(-1)
  theirs.forEach((block, at) => {
    const before = fromTheirs.get(at)
    const own = before === undefined ? undefined : inMine.get(before)
    if (before === undefined) merged.push(block)
    else {
      if (own !== undefined) {
        merged.push(mergeBlock(base[before] as ContentBlock, mine[own] as ContentBlock, block, isOneStory))
      } else if (!saySame(base[before] as ContentBlock, block)) {
        // They have written in what I took away: what was written stays.
        merged.push(block)
      }
      place(before)
      passGone(before)
    }
  })
  for (const before of inserted.keys()) place(before)
  return merged
}

/** A block that was taken away, with what was written in it since: its texts without the words that went with it. */
function writtenIn(was: ContentBlock, block: ContentBlock): ContentBlock {
  const attributes = Object.entries<unknown>(was.attributes).map(([name, value]) => {
    const isText = typeof plainAttribute(value) === 'string' && !deepEqual(value, block.attributes[name])
    return [name, isText ? '' : value] as const
  })
  return mergeBlock(was, block, { ...was, attributes: Object.fromEntries(attributes) }, false)
}

function mergeBlock(
  base: ContentBlock,
  mine: ContentBlock,
  theirs: ContentBlock,
  isOneStory: boolean,
): ContentBlock {
  if (mine === base) return theirs
  if (theirs === base) return mine
  const attributes: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(theirs.attributes), ...Object.keys(mine.attributes)])) {
    const [before, one, other] = [base, mine, theirs].map((block) => plainAttribute(block.attributes[name]))
    const kind = typeof one === 'string' && typeof other === 'string' ? 'text' : 'value'
    const value = mergeValues(kind, before, one, other, isOneStory)
    if (value !== undefined)
      attributes[name] =
        value === one ? mine.attributes[name] : value === other ? theirs.attributes[name] : value
  }
  const innerBlocks = mergeValues(
    'blocks',
    base.innerBlocks,
    mine.innerBlocks,
    theirs.innerBlocks,
    isOneStory,
  ) as Blocks
  return {
    ...theirs,
    ...(mine.clientId !== undefined && { clientId: mine.clientId }),
    attributes,
    innerBlocks,
  }
}
