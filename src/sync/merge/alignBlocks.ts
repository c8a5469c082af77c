import type { ContentBlock } from '../../edits/blockCodec'
import { isEqual } from '../../core/isEqual'
import { pairMost, type Pair } from '../../core/pairMost'
import { diffText, goingOn } from './mergeText'

type Blocks = readonly ContentBlock[]

type Likeness = (one: string, other: string) => number

/** Lists longer than this, after what they share at both ends, are compared no further. */
const mostCompared = 300
/** How many pairs of rewritten blocks are compared: each takes time with the length of its texts. */
const mostLikened = 200
/** From how much in common on a rewritten block is the same one. */
const alike = 0.4

/**
 * Pairs the blocks of two lists that are the same block: by their ids, else by what they say, else, between such, by
 * their type and how much of it. What is in no pair was removed or inserted.
 * @param likenessOf How much what two say has in common; 0 where they are not the same.
 */
function alignBlocks(
  before: readonly ContentBlock[],
  after: readonly ContentBlock[],
  likenessOf: Likeness = likeness,
): readonly Pair[] {
  const pairs: Pair[] = []
  let start = 0
  const shorter = Math.min(before.length, after.length)
  while (start < shorter && isSame(before[start], after[start])) pairs.push([start, start++])
  let tail = 0
  while (tail < shorter - start && isSame(before.at(-1 - tail), after.at(-1 - tail))) tail++
  const [endBefore, endAfter] = [before.length - tail, after.length - tail]
  let [fromBefore, fromAfter] = [start, start]
  const [n, m] = [endBefore - start, endAfter - start]
  const middle =
    Math.max(n, m) > mostCompared
      ? []
      : pairMost(n, m, (x, y) => Number(isSame(before[start + x], after[start + y])))
  for (const [x, y] of [
    ...middle.map(([x, y]): Pair => [x + start, y + start]),
    [endBefore, endAfter] as Pair,
  ]) {
    pairs.push(...pairGap(before, after, [fromBefore, x], [fromAfter, y], likenessOf))
    if (x < endBefore) pairs.push([x, y])
    ;[fromBefore, fromAfter] = [x + 1, y + 1]
  }
  for (let i = 0; i < tail; i++) pairs.push([endBefore + i, endAfter + i])
  return pairs
}

/**
 * Blocks with the ids that the same blocks have in another list that was made of the same one. Of blocks that are new in
 * both, two are the same where one has all of the other, or, in another order, where they say the same: else two people have
 * written them.
 */
export function withIdsOf(blocks: Blocks, others: Blocks, base: Blocks): Blocks {
  const [known, knownToOthers] = [blocks, others].map(
    (list) => new Map(alignWrittenOn(base, list).map(([was, is]) => [is, was])),
  ) as [Map<number, number>, Map<number, number>]
  const othersOf = new Map([...knownToOthers].map(([at, was]) => [was, at]))
  const named = blocks.map((block, is) => {
    const was = known.get(is)
    const other = others[othersOf.get(was ?? -1) ?? -1]
    return was === undefined || !other ? block : withIdOf(block, other, base[was]?.innerBlocks)
  })
  const isNew = ([at, is]: Pair) => !known.has(is) && !knownToOthers.has(at)
  const pairs = alignApart(others, named).filter(isNew)
  const left = new Set(others.keys())
  for (const [at] of pairs) left.delete(at)
  const moved = blocks.flatMap((block, is): Pair[] => {
    if (pairs.some(([, paired]) => paired === is) || textOf(block) === '') return []
    const at = [...left].find((other) => isNew([other, is]) && saySame(block, others[other] as ContentBlock))
    if (at === undefined) return []
    left.delete(at)
    return [[at, is]]
  })
  for (const [at, is] of [...pairs, ...moved])
    named[is] = withIdOf(blocks[is] as ContentBlock, others[at] as ContentBlock)
  return named
}

/** A block with the id of another one, and in it the same of those that both have of what it was. */
function withIdOf(block: ContentBlock, other: ContentBlock, was: Blocks = []): ContentBlock {
  const { clientId } = other
  if (clientId === undefined || clientId === block.clientId) return block
  return { ...block, clientId, innerBlocks: withIdsOf(block.innerBlocks, other.innerBlocks, was) }
}

/** Pairs the blocks of two lists of which the second was made of the first: one that has all of an earlier one is that. */
export function alignWrittenOn(before: Blocks, after: Blocks): readonly Pair[] {
  return alignBlocks(before, after, (one, other) => likeness(one, other, true))
}

/** Pairs the blocks of two lists that were begun apart: what is only alike, two have written. */
export function alignApart(blocks: Blocks, others: Blocks): readonly Pair[] {
  const pairs = alignBlocks(blocks, others, (one, other) =>
    goingOn(one, other) === undefined ? 0 : shareOf(one, other).share,
  )
  return pairs.filter(([at, is]) => goingOn(blocks[at] as ContentBlock, others[is] as ContentBlock, textOf))
}

/** Whether two blocks say the same, whatever their ids are. */
export function saySame(one: ContentBlock, other: ContentBlock): boolean {
  return (
    one === other ||
    (one.name === other.name &&
      isEqual(plainAttributes(one), plainAttributes(other)) &&
      one.innerBlocks.length === other.innerBlocks.length &&
      one.innerBlocks.every((block, i) => saySame(block, other.innerBlocks[i] as ContentBlock)))
  )
}

/** An attribute as a document can hold it: rich text as its HTML. */
export function plainAttribute(value: unknown): unknown {
  const { toHTMLString } = Object(value) as { toHTMLString?: unknown }
  return typeof toHTMLString === 'function' ? (toHTMLString.call(value) as string) : value
}

/** The attributes of a block that a document can hold. */
export function plainAttributes({ attributes }: ContentBlock): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]) => {
      const plain = plainAttribute(value)
      return plain === undefined || typeof plain === 'function' ? [] : [[name, plain]]
    }),
  )
}

function isSame(one: ContentBlock | undefined, other: ContentBlock | undefined): boolean {
  if (one === undefined || other === undefined) return false
  if (one.clientId !== undefined && one.clientId === other.clientId) return true
  return saySame(one, other)
}

/** The blocks of two stretches that are the same, rewritten: of the same type, in order, those with most in common. */
function pairGap(
  before: readonly ContentBlock[],
  after: readonly ContentBlock[],
  [x, endBefore]: Pair,
  [y, endAfter]: Pair,
  likenessOf: Likeness,
): readonly Pair[] {
  // One that has moved is no other block's successor.
  const rewritten = (
    blocks: readonly ContentBlock[],
    others: readonly ContentBlock[],
    at: number,
    end: number,
  ) =>
    blocks.slice(at, end).flatMap((block, i) => {
      const { clientId, name } = block
      const isKnown = clientId !== undefined && others.some((other) => other.clientId === clientId)
      return isKnown ? [] : [{ at: at + i, name, text: textOf(block) }]
    })
  const [from, to] = [rewritten(before, after, x, endBefore), rewritten(after, before, y, endAfter)]
  if (from.length * to.length > mostLikened) return []
  return pairMost(from.length, to.length, (i, j) => {
    const [one, other] = [from[i], to[j]]
    return one && other && one.name === other.name ? likenessOf(one.text, other.text) : 0
  }).map(([i, j]) => [from[i]?.at ?? 0, to[j]?.at ?? 0])
}

/** What a block says, with all blocks in it. */
function textOf(block: ContentBlock): string {
  const attributes = Object.entries(plainAttributes(block)).sort(([one], [other]) => (one < other ? -1 : 1))
  return [
    ...attributes.map(([, value]) => (typeof value === 'string' ? value : JSON.stringify(value))),
    ...block.innerBlocks.map(textOf),
  ].join('\n')
}

/** How much two texts have in common. What is written on has all of what it was: before any that is only alike. */
function likeness(one: string, other: string, isWrittenOn = false): number {
  const { share, isAll } = shareOf(one, other)
  if (isWrittenOn && isAll) return 1 + share
  return share >= alike ? share : 0
}

/** The share of two texts that they have in common: their beginning and end, and in between what is no chance. */
function shareOf(one: string, other: string): { readonly share: number; readonly isAll: boolean } {
  const runs: string[] = []
  let at = 0
  for (const change of diffText(one, other)) {
    runs.push(one.slice(at, change.at))
    at = change.at + change.remove
  }
  runs.push(one.slice(at))
  const isCommon = (run: string, i: number) =>
    i === 0 || i === runs.length - 1 || run.length > 2 || /\p{Script=Han}/u.test(run)
  const common = runs.filter(isCommon).join('').length
  const share = (2 * common) / Math.max(1, one.length + other.length)
  return { share, isAll: one.length > 0 && common === one.length }
}
