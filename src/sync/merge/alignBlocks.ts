import type { ContentBlock } from '../../edits/blockCodec'
import { isEqual } from '../../core/isEqual'
import { saidBy, type Tokens } from '../../core/textTokens'
import { pairMost, type Pair } from '../../core/pairMost'
import { diffText, goingOn } from './diffText'

type Blocks = readonly ContentBlock[]

type IsPaired = (at: number) => boolean
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
  likenessOf: Likeness,
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
  const same = middle.map(([x, y]): Pair => [x + start, y + start])
  const areSame = (side: 0 | 1, end: number) => {
    const known = new Set(same.map((pair) => pair[side]))
    return (at: number) => at < start || at >= end || known.has(at)
  }
  const isPaired = [areSame(0, endBefore), areSame(1, endAfter)] as const
  for (const [x, y] of [...same, [endBefore, endAfter] as Pair]) {
    pairs.push(...pairGap(before, after, [fromBefore, x], [fromAfter, y], likenessOf, isPaired))
    if (x < endBefore) pairs.push([x, y])
    ;[fromBefore, fromAfter] = [x + 1, y + 1]
  }
  for (let i = 0; i < tail; i++) pairs.push([endBefore + i, endAfter + i])
  return pairs
}

/** Pairs the blocks of two lists of which the second was made of the first: one that has all of an earlier one is that. */
export function alignWrittenOn(before: Blocks, after: Blocks): readonly Pair[] {
  return alignBlocks(before, after, (one, other) => likeness(one, other, true))
}

/** Whether a block is surely another one with more in it, and not only like it. */
export function isWrittenOn(before: ContentBlock, after: ContentBlock): boolean {
  const isNamedSo = before.clientId !== undefined && before.clientId === after.clientId
  return isNamedSo || goingOn(after, before, textOf) === after
}

/** Pairs the blocks of two lists that were begun apart: what is only alike, two have written. */
export function alignApart(blocks: Blocks, others: Blocks): readonly Pair[] {
  const pairs = alignBlocks(blocks, others, (one, other) =>
    goingOn(one, other) === undefined ? 0 : shareOf(one, other).share,
  )
  return pairs.filter(([at, is]) => isSameApart(blocks[at] as ContentBlock, others[is] as ContentBlock))
}

/**
 * Pairs of blocks, and those that stand in another order.
 * @param isSame - Whether two are the same. Default: of two that were begun apart.
 */
export function withReordered(
  pairs: readonly Pair[],
  blocks: Blocks,
  others: Blocks,
  isSame: (block: ContentBlock, other: ContentBlock, pair: Pair) => boolean = isSameElsewhere,
): readonly Pair[] {
  const all = [...pairs]
  const [known, there] = [new Set(pairs.map(([at]) => at)), new Set(pairs.map(([, is]) => is))]
  others.forEach((other, is) => {
    if (there.has(is)) return
    const at = blocks.findIndex((block, at) => !known.has(at) && isSame(block, other, [at, is]))
    if (at < 0) return
    known.add(at)
    all.push([at, is])
  })
  return all
}

/** Whether two blocks that were begun apart, in whichever order, are the same. */
export function isSameElsewhere(block: ContentBlock, other: ContentBlock): boolean {
  return isTelling(block, other) && isSameApart(block, other)
}

/** Whether a block in another order is surely another one with more in it, or that one. */
export function isMoved(before: ContentBlock, after: ContentBlock): boolean {
  return isTelling(before, after) && isWrittenOn(before, after)
}

/** Whether what two blocks say can tell that they are the same, wherever they stand. */
function isTelling(block: ContentBlock, other: ContentBlock): boolean {
  return block.name === other.name && textOf(block) !== '' && textOf(other) !== ''
}

/** Whether of two blocks that were begun apart one has all of the other. */
export function isSameApart(block: ContentBlock, other: ContentBlock): boolean {
  return goingOn(block, other, textOf) !== undefined
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
  [isPairedBefore, isPairedAfter]: readonly [IsPaired, IsPaired],
): readonly Pair[] {
  // One that has moved is no other block's successor.
  const isShort = Math.max(before.length, after.length) <= mostCompared
  const rewritten = (blocks: Blocks, [at, end]: Pair, others: Blocks, isPaired: IsPaired) =>
    blocks.slice(at, end).flatMap((block, i) => {
      const { clientId, name } = block
      const hasMoved = others.some(
        (other, there) =>
          (clientId !== undefined && other.clientId === clientId) ||
          (isShort && !isPaired(there) && saySame(other, block)),
      )
      return hasMoved ? [] : [{ at: at + i, name, text: textOf(block) }]
    })
  const from = rewritten(before, [x, endBefore], after, isPairedAfter)
  const to = rewritten(after, [y, endAfter], before, isPairedBefore)
  if (from.length * to.length > mostLikened) return []
  return pairMost(from.length, to.length, (i, j) => {
    const [one, other] = [from[i], to[j]]
    return one && other && one.name === other.name ? likenessOf(one.text, other.text) : 0
  }).map(([i, j]) => [from[i]?.at ?? 0, to[j]?.at ?? 0])
}

/** Blocks without ids, to be aligned like those of two lists. */
export function asBlocks({ tokens }: Pick<Tokens, 'tokens'>): ContentBlock[] {
  return tokens.map((token) => ({
    name: token.block,
    attributes: { text: saidBy(token) },
    innerBlocks: [],
  }))
}

/** What a block says, with all blocks in it. */
export function textOf(block: ContentBlock): string {
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
