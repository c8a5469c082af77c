import type { ContentBlock } from '../../edits/blockCodec'
import { isEqual } from '../../core/isEqual'

/** Which block of one list has become which of another, by their places, in order. */
export type Pair = readonly [before: number, after: number]

/** Lists longer than this, after what they share at both ends, are paired by their places. */
const mostCompared = 300

/**
 * Pairs the blocks of two lists that are the same block: by their ids, else by what they say, else, between such, by
 * their type and place. What is in no pair was removed or inserted.
 */
export function alignBlocks(
  before: readonly ContentBlock[],
  after: readonly ContentBlock[],
): readonly Pair[] {
  const pairs: Pair[] = []
  let start = 0
  const shorter = Math.min(before.length, after.length)
  while (start < shorter && isSame(before[start], after[start])) pairs.push([start, start++])
  let tail = 0
  while (tail < shorter - start && isSame(before.at(-1 - tail), after.at(-1 - tail))) tail++
  const [endBefore, endAfter] = [before.length - tail, after.length - tail]
  let [fromBefore, fromAfter] = [start, start]
  const middle = longestCommon(before.slice(start, endBefore), after.slice(start, endAfter))
  for (const [x, y] of [
    ...middle.map(([x, y]): Pair => [x + start, y + start]),
    [endBefore, endAfter] as Pair,
  ]) {
    pairs.push(...pairGap(before, after, [fromBefore, x], [fromAfter, y]))
    if (x < endBefore) pairs.push([x, y])
    ;[fromBefore, fromAfter] = [x + 1, y + 1]
  }
  for (let i = 0; i < tail; i++) pairs.push([endBefore + i, endAfter + i])
  return pairs
}

/**
 * By the place of a block in one list, the same block in another that was made of the same base, and what it was there.
 * What is new in both is paired as `alignBlocks` does.
 */
export function alignSides(
  base: readonly ContentBlock[],
  one: readonly ContentBlock[],
  other: readonly ContentBlock[],
): ReadonlyMap<number, { readonly now: ContentBlock | undefined; readonly was?: ContentBlock | undefined }> {
  const inOther = new Map(alignBlocks(base, other))
  const same = new Map(
    alignBlocks(base, one).map(([was, is]) => [is, { now: other[inOther.get(was) ?? -1], was: base[was] }]),
  )
  const known = new Set(inOther.values())
  const isNew = one.flatMap((block, at) => (same.has(at) ? [] : [at]))
  const inserted = other.filter((block, at) => !known.has(at))
  const pairs = alignBlocks(
    isNew.map((at) => one[at] as ContentBlock),
    inserted,
  )
  return new Map([...same, ...pairs.map(([at, is]) => [isNew[at] as number, { now: inserted[is] }] as const)])
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

function longestCommon(before: readonly ContentBlock[], after: readonly ContentBlock[]): readonly Pair[] {
  if (Math.max(before.length, after.length) > mostCompared) return []
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1))
  const at = (x: number, y: number) => lengths[x]?.[y] ?? 0
  for (let x = before.length - 1; x >= 0; x--) {
    const row = lengths[x] as Uint16Array
    for (let y = after.length - 1; y >= 0; y--) {
      row[y] = isSame(before[x], after[y]) ? at(x + 1, y + 1) + 1 : Math.max(at(x + 1, y), at(x, y + 1))
    }
  }
  const pairs: Pair[] = []
  let [x, y] = [0, 0]
  while (x < before.length && y < after.length) {
    if (isSame(before[x], after[y]) && at(x, y) === at(x + 1, y + 1) + 1) pairs.push([x++, y++])
    else if (at(x + 1, y) >= at(x, y + 1)) x++
    else y++
  }
  return pairs
}

function pairGap(
  before: readonly ContentBlock[],
  after: readonly ContentBlock[],
  [x, endBefore]: Pair,
  [y, endAfter]: Pair,
): readonly Pair[] {
  const pairs: Pair[] = []
  const isKnown = ({ clientId }: ContentBlock, list: readonly ContentBlock[]) =>
    clientId !== undefined && list.some((block) => block.clientId === clientId)
  for (let next = y; x < endBefore; x++) {
    const block = before[x] as ContentBlock
    // One that has moved is no other block's successor.
    if (isKnown(block, after)) continue
    const found = after.findIndex(
      (other, i) => i >= next && i < endAfter && other.name === block.name && !isKnown(other, before),
    )
    if (found < 0) continue
    pairs.push([x, found])
    next = found + 1
  }
  return pairs
}
