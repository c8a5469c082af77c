import type { ContentBlock } from '../../edits/blockCodec'
import { isEqual } from '../../core/isEqual'
import { isRecord, type RecordData } from '../../core/plain'
import { joinTokens, tokenize } from '../../core/textTokens'
import { commonText, pairsWithAny } from './commonText'
import { alignApart, alignWrittenOn, asBlocks, isWrittenOn, plainAttribute, saySame } from './alignBlocks'
import { diffWords } from './diffText'
import { followBoth, withIdsOf, type Followed } from './followBlocks'
import { mergeText, type SharedHistory } from './mergeText'

/** How the values of a field are merged when both sides have changed them. */
export type MergeKind = 'value' | 'text' | 'entries' | 'blocks'

/** Whether a field is merged inside, and not changed as a whole, nor entry by entry. */
export function isMergedInside(kind: MergeKind): boolean {
  return kind === 'text' || kind === 'blocks'
}

/**
 * What two sides made of one value, in one. Where they can't both be had, `mine` counts: it is what was done last here.
 * @param isSharedHistory As for `mergeText`.
 */
export function mergeValues(
  kind: MergeKind,
  base: unknown,
  mine: unknown,
  theirs: unknown,
  isSharedHistory: SharedHistory = false,
): unknown {
  if (mine === theirs || isEqualAs(kind, mine, base)) return theirs
  if (isEqualAs(kind, theirs, base) || isEqualAs(kind, mine, theirs)) return mine
  if (kind === 'text' && [base, mine, theirs].every((value) => typeof value === 'string')) {
    return mergeText(base as string, mine as string, theirs as string, isSharedHistory)
  }
  if (kind === 'entries' && isRecord(mine) && isRecord(theirs)) return mergeEntries(base, mine, theirs)
  if (kind === 'blocks' && Array.isArray(mine) && Array.isArray(theirs)) {
    // A block that one has read from the server has no id that the other knows.
    const own = isSharedHistory
      ? withIdsOf(mine as Blocks, theirs as Blocks, (base ?? []) as Blocks)
      : (mine as Blocks)
    return mergeBlocks((base ?? []) as Blocks, own, theirs as Blocks, isSharedHistory)
  }
  return mine
}

/**
 * What a text, or a list of blocks, has in common with any of others that were begun apart, the last of them first; another value
 * as the last has it.
 */
export function commonTo(kind: MergeKind, others: readonly unknown[], value: unknown): unknown {
  const all = [value, ...others]
  if (kind === 'text' && all.every((one) => typeof one === 'string'))
    return commonText(others as string[], value as string)
  if (kind !== 'blocks' || !all.every(Array.isArray)) return others.at(-1)
  return commonBlocks(others as Blocks[], value as Blocks)
}

/** A text, or a list of blocks, without the paragraphs and blocks that are taken out of another one which was made of it. */
export function keptIn(kind: MergeKind, before: unknown, after: unknown): unknown {
  return pairedParts(kind, before, after, true) ?? before
}

/** A text, or a list of blocks, without the paragraphs and blocks that another one has. */
export function without(kind: MergeKind, value: unknown, other: unknown): unknown {
  return pairedParts(kind, value, other, false) ?? value
}

/** The paragraphs of two texts, or the blocks of two lists, one after the other. */
export function concatParts(kind: MergeKind, one: unknown, other: unknown): unknown {
  if (kind === 'blocks') return [one ?? [], other].flat()
  return [one, other]
    .map((text) => String(text ?? '').trim())
    .filter((text) => text !== '')
    .join('\n\n')
}

/**
 * A text, or a list of blocks, without the paragraphs and blocks that are gone from another one.
 * @param left - What the other one has of it: what else is there only looks like it, where it has not all of it.
 */
export function stillIn(kind: MergeKind, value: unknown, left: unknown, other: unknown): unknown {
  const [own, kept, all] = [value, left, other].map((one) => blocksIn(kind, one))
  if (!own || !kept || !all) return value
  const there = new Set([...alignWrittenOn(own, kept), ...alignApart(own, all)].map(([at]) => at))
  return there.size === own.length ? value : filterParts(kind, value, (at) => there.has(at))
}

function pairedParts(kind: MergeKind, value: unknown, other: unknown, isPaired: boolean): unknown {
  const [own, others] = [value, other].map((one) => blocksIn(kind, one))
  if (!own || !others) return undefined
  const paired = new Set(alignApart(own, others).map(([at]) => at))
  return filterParts(kind, value, (at) => paired.has(at) === isPaired)
}

/** The blocks of a list, or the blocks and paragraphs of a text; undefined where one is no whole ones. */
function blocksIn(kind: MergeKind, value: unknown): Blocks | undefined {
  if (kind === 'blocks' && Array.isArray(value)) return value as Blocks
  const tokens = kind === 'text' && typeof value === 'string' ? tokenize(value) : undefined
  return tokens && asBlocks(tokens)
}

/** A text, or a list of blocks, with the meant of its paragraphs and blocks alone, by their places. */
function filterParts(kind: MergeKind, value: unknown, isMeant: (at: number) => boolean): unknown {
  const { length } = blocksIn(kind, value) ?? []
  return pickParts(kind, value, [...Array(length).keys()].filter(isMeant))
}

/** Some of the paragraphs of a text, or of the blocks of a list, by their places, in the order of these. */
export function pickParts(kind: MergeKind, value: unknown, places: readonly number[]): unknown {
  if (kind === 'blocks' && Array.isArray(value)) return places.map((at) => (value as Blocks)[at])
  const { tokens = [], tail = '' } = (typeof value === 'string' ? tokenize(value) : undefined) ?? {}
  const picked = places.flatMap((at) => tokens[at] ?? [])
  return joinTokens(picked, picked[0]?.isFirst ? picked[0].gap : '', tail)
}

function commonBlocks(lists: readonly Blocks[], blocks: Blocks): Blocks {
  return pairsWithAny(lists, blocks).map(([is, found]) => {
    const own = blocks[is] as ContentBlock
    const others = found.map(([which, at]) => lists[which]?.[at] as ContentBlock)
    const innerBlocks = commonBlocks(
      others.map((other) => other.innerBlocks),
      own.innerBlocks,
    )
    const textsOf = (name: string) =>
      others
        .map(({ attributes }) => plainAttribute(attributes[name]))
        .filter((text) => typeof text === 'string')
    const texts = withTexts(others.at(-1) as ContentBlock, own, (_, text, name) =>
      commonText(textsOf(name), text),
    )
    return { ...texts, innerBlocks }
  })
}

/** A block with something else in each of its texts that is another one in another block. */
function withTexts(
  block: ContentBlock,
  other: ContentBlock,
  makeText: (text: string, others: string, name: string) => string,
): ContentBlock {
  const attributes = Object.entries<unknown>(block.attributes).map(([name, value]) => {
    const [text, others] = [value, other.attributes[name]].map(plainAttribute)
    const isOther = typeof text === 'string' && typeof others === 'string' && text !== others
    return [name, isOther ? makeText(text, others, name) : value] as const
  })
  return { ...block, attributes: Object.fromEntries(attributes) }
}

/** Whether two values of a field say the same; blocks whatever their ids are. */
export function isEqualAs(kind: MergeKind, one: unknown, other: unknown): boolean {
  if (kind !== 'blocks' || !Array.isArray(one) || !Array.isArray(other)) return isEqual(one, other)
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

/** Their list, with what I inserted, moved, removed and changed. */
function mergeBlocks(base: Blocks, mine: Blocks, theirs: Blocks, isSharedHistory: SharedHistory): Blocks {
  const [inMine, inTheirs] = followBoth(base, mine, theirs)
  /** My new and moved blocks by the block that they follow: of the base, or by its id one that is new in both; -1 at the start. */
  const inserted = new Map<number | string, ContentBlock[]>()
  let follows: number | string = -1
  const insert = (block: ContentBlock) => inserted.set(follows, [...(inserted.get(follows) ?? []), block])
  mine.forEach((block, at) => {
    const before = inMine.from.get(at)
    if (before === undefined) {
      if (duplicateIn(theirs, inTheirs, block)) follows = block.clientId as string
      else insert(block)
    } else if (inMine.moved.has(before)) {
      const other = inTheirs.to.get(before)
      if (other && !inTheirs.moved.has(before))
        insert(mergeBlock(base[before] as ContentBlock, block, other, isSharedHistory))
    } else follows = before
  })
  const merged: ContentBlock[] = []
  const placed = new Set<number | string>()
  const place = (before: number | string) => {
    if (placed.has(before)) return
    placed.add(before)
    merged.push(...(inserted.get(before) ?? []))
  }
  /** What follows blocks that they took away stands where those were; so does what I have written in them. */
  const passGone = (before: number) => {
    const isPassed = (at: number) => !inTheirs.to.has(at) || inTheirs.moved.has(at)
    for (let gone = before + 1; gone < base.length && isPassed(gone); gone++) {
      const own = inMine.to.get(gone)
      if (own && !inTheirs.to.has(gone) && !placed.has(gone))
        merged.push(...leftIn(gone, own, theirs, inTheirs))
      place(gone)
    }
  }
  /**
   * What was written in a block that the other side took away; nothing where that may have heard of it, and has it. All of
   * one that the other side has written on in another block.
   */
  const leftIn = (at: number, block: ContentBlock, others: Blocks, { from, beside }: Followed) => {
    const was = base[at] as ContentBlock
    if (beside.has(at)) return [block]
    if (saySame(was, block)) return []
    const left = writtenIn(was, block)
    const isThere = (other: ContentBlock, place: number) => !from.has(place) && saySame(other, left)
    return isSharedHistory && others.some(isThere) ? [] : [left]
  }
  place(-1)
  passGone(-1)
  theirs.forEach((block, at) => {
    const before = inTheirs.from.get(at)
    if (before === undefined) {
      const twin = duplicateIn(mine, inMine, block)
      merged.push(
        twin && !saySame(twin, block) ? mergeBlock(emptied(block), twin, block, isSharedHistory) : block,
      )
      if (twin) place(block.clientId as string)
      return
    }
    const [was, own] = [base[before] as ContentBlock, inMine.to.get(before)]
    const hasMoved = inTheirs.moved.has(before)
    if (own && (hasMoved || !inMine.moved.has(before)))
      merged.push(mergeBlock(was, own, block, isSharedHistory))
    // They have written in what I took away: what they wrote stays.
    else if (!own) merged.push(...leftIn(before, block, mine, inMine))
    if (hasMoved) return
    place(before)
    passGone(before)
  })
  for (const before of inserted.keys()) place(before)
  return merged
}

/** The block of a list that is new there and has the id of another. */
function duplicateIn(list: Blocks, { from }: Followed, { clientId }: ContentBlock): ContentBlock | undefined {
  return list.find((block, at) => clientId !== undefined && block.clientId === clientId && !from.has(at))
}

/**
 * A block that was taken away, with the words that were written in it since, and the blocks. One that only looks like it is
 * another one, and stays whole.
 */
function writtenIn(was: ContentBlock, block: ContentBlock): ContentBlock {
  if (!isWrittenOn(was, block)) return block
  const written = (now: string, before: string) => diffWords(before, now).map(({ insert }) => insert)
  return {
    ...withTexts(block, was, (now, before) => written(now, before).join('')),
    innerBlocks: mergeBlocks(was.innerBlocks, block.innerBlocks, [], false),
  }
}

/** A block without its texts and blocks. */
function emptied(block: ContentBlock): ContentBlock {
  const attributes = Object.entries<unknown>(block.attributes).map(([name, value]) => {
    return [name, typeof plainAttribute(value) === 'string' ? '' : value] as const
  })
  return { ...block, attributes: Object.fromEntries(attributes), innerBlocks: [] }
}

function mergeBlock(
  base: ContentBlock,
  mine: ContentBlock,
  theirs: ContentBlock,
  isSharedHistory: SharedHistory,
): ContentBlock {
  if (mine === base) return theirs
  if (theirs === base) return mine
  const attributes: Record<string, unknown> = {}
  for (const name of new Set([...Object.keys(theirs.attributes), ...Object.keys(mine.attributes)])) {
    const [before, one, other] = [base, mine, theirs].map((block) => plainAttribute(block.attributes[name]))
    const kind = typeof one === 'string' && typeof other === 'string' ? 'text' : 'value'
    const value = mergeValues(kind, before, one, other, isSharedHistory)
    if (value !== undefined)
      attributes[name] =
        value === one ? mine.attributes[name] : value === other ? theirs.attributes[name] : value
  }
  const innerBlocks = mergeValues(
    'blocks',
    base.innerBlocks,
    mine.innerBlocks,
    theirs.innerBlocks,
    isSharedHistory,
  ) as Blocks
  return {
    ...theirs,
    ...(mine.clientId !== undefined && { clientId: mine.clientId }),
    attributes,
    innerBlocks,
  }
}
