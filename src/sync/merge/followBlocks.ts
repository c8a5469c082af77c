import type { ContentBlock } from '../../edits/blockCodec'
import type { Pair } from '../../core/pairMost'
import {
  alignApart,
  alignWrittenOn,
  isMoved,
  isSameElsewhere,
  isWrittenOn,
  saySame,
  textOf,
  withReordered,
} from './alignBlocks'
import { diffText, diffWords, type TextChange } from './diffText'

type Blocks = readonly ContentBlock[]

/** What has become of the blocks of a list. */
export interface Followed {
  /** Each block that is still there, by its place before. */
  readonly to: ReadonlyMap<number, ContentBlock>
  /** Its place before, by the one it has after. */
  readonly from: ReadonlyMap<number, number>
  /** The places before of those that have changed it among the others. */
  readonly moved: ReadonlySet<number>
  /** The places before of those that are not taken away, but written on in a block that the other list has beside them. */
  readonly beside: ReadonlySet<number>
}

/**
 * Blocks with the ids that the same blocks have in another list that was made of the same one. Of blocks that are new in
 * both, two are the same where one has all of the other, in whichever order: else two people have written them.
 */
export function withIdsOf(blocks: Blocks, others: Blocks, base: Blocks): Blocks {
  const [{ from: known }, { from: knownToOthers }] = followBoth(base, blocks, others)
  const othersOf = new Map([...knownToOthers].map(([at, was]) => [was, at]))
  const named = blocks.map((block, is) => {
    const was = known.get(is)
    const other = others[othersOf.get(was ?? -1) ?? -1]
    return was === undefined || !other ? block : withIdOf(block, other, base[was]?.innerBlocks)
  })
  const isNew = ([at, is]: Pair) => !known.has(is) && !knownToOthers.has(at)
  const isSame = (block: ContentBlock, other: ContentBlock, pair: Pair) =>
    isNew(pair) && isSameElsewhere(block, other)
  const pairs = withReordered(alignApart(others, named).filter(isNew), others, blocks, isSame)
  for (const [at, is] of pairs) named[is] = withIdOf(blocks[is] as ContentBlock, others[at] as ContentBlock)
  return named
}

/** A block with the id of another one, and in it the same of those that both have of what it was. */
function withIdOf(block: ContentBlock, other: ContentBlock, was: Blocks = []): ContentBlock {
  const { clientId } = other
  if (clientId === undefined || clientId === block.clientId) return block
  return { ...block, clientId, innerBlocks: withIdsOf(block.innerBlocks, other.innerBlocks, was) }
}

interface MutableFollowed extends Followed {
  readonly to: Map<number, ContentBlock>
  readonly from: Map<number, number>
  readonly moved: Set<number>
  readonly beside: Set<number>
}

/** What has become of the blocks of a list in two that were made of it. */
export function followBoth(base: Blocks, mine: Blocks, theirs: Blocks): readonly [Followed, Followed] {
  const inMine = followBlocks(base, mine)
  const inTheirs = followBlocks(base, theirs)
  followSame(inMine, theirs, inTheirs)
  followSame(inTheirs, mine, inMine)
  followNamed(mine, inMine, theirs, inTheirs)
  followNamed(theirs, inTheirs, mine, inMine)
  splitDuplicates(base, mine, inMine, theirs, inTheirs)
  splitDuplicates(base, theirs, inTheirs, mine, inMine)
  splitReplaced(base, inMine, theirs, inTheirs)
  splitReplaced(base, inTheirs, mine, inMine)
  return [inMine, inTheirs]
}

function followBlocks(before: Blocks, after: Blocks): MutableFollowed {
  const inOrder = alignWrittenOn(before, after)
  const isNamedSo = ({ clientId }: ContentBlock, other: ContentBlock) =>
    clientId !== undefined && clientId === other.clientId
  const named = withReordered(inOrder, before, after, isNamedSo)
  const pairs = withReordered(named, before, after, isMoved)
  const from = new Map(pairs.map(([was, is]) => [is, was]))
  const moved = new Set(pairs.slice(inOrder.length).map(([was]) => was))
  const to = new Map([...from].map(([is, was]) => [was, after[is] as ContentBlock]))
  return { to, from, moved, beside: new Set() }
}

/**
 * Follows a block to what both lists say of it, where one has that as a new one beside another one that goes on from it, too: it
 * has heard of the other list, and has what both made of it.
 */
function followSame({ to }: Followed, others: Blocks, { to: toOther, from }: MutableFollowed): void {
  for (const [is, was] of [...from]) {
    const [block, other] = [to.get(was), others[is] as ContentBlock]
    if (!block || saySame(block, other)) continue
    const isBeside = (at: number) =>
      [...from.keys()].every((one) => one === is || one < Math.min(at, is) || one > Math.max(at, is))
    const twin = others.findIndex((one, at) => saySame(one, block) && isBeside(at))
    if (twin < 0) continue
    from.delete(is)
    from.set(twin, was)
    toOther.set(was, others[twin] as ContentBlock)
  }
}

/** Follows a block to the one that has the id there of what it has become in another list, however little is left of it. */
function followNamed(list: Blocks, { from }: Followed, others: Blocks, inOther: MutableFollowed): void {
  const places = new Map(others.map(({ clientId }, at) => [clientId, at]))
  for (const [at, was] of from) {
    const { clientId } = list[at] as ContentBlock
    const is = clientId === undefined ? undefined : places.get(clientId)
    if (is === undefined || inOther.from.has(is) || inOther.to.has(was)) continue
    const isCrossed = ([one, before]: Pair) => one < is !== before < was
    if ([...inOther.from].some(isCrossed)) inOther.moved.add(was)
    inOther.from.set(is, was)
    inOther.to.set(was, others[is] as ContentBlock)
  }
}

/** Lets go of blocks that seemed to be others by their place, where by its id the other list has made something else of each. */
function splitDuplicates(
  base: Blocks,
  list: Blocks,
  followed: MutableFollowed,
  other: Blocks,
  inOther: Followed,
): void {
  const places = new Map(other.map(({ clientId }, at) => [clientId, at]))
  for (const [is, was] of [...followed.from]) {
    const id = list[is]?.clientId
    const twin = id === undefined || id === base[was]?.clientId ? undefined : places.get(id)
    if (twin === undefined || inOther.from.get(twin) === was) continue
    const [before, after] = [base[was], list[is]] as [ContentBlock, ContentBlock]
    if (!saySame(before, after) && isSurely(before, after)) followed.beside.add(was)
    letGo(followed, is, was)
  }
}

function letGo({ from, to }: MutableFollowed, is: number, was: number): void {
  from.delete(is)
  to.delete(was)
}

/**
 * Lets go of blocks that only look like what they were made of, where the other list has the same as a new one, none of what
 * they were any more, or another one that only looks like it, with other words in the place of the same: that was taken away,
 * and another one written there.
 */
function splitReplaced(base: Blocks, followed: MutableFollowed, others: Blocks, inOther: Followed): void {
  for (const [is, was] of [...followed.from]) {
    const [before, after, other] = [base[was], followed.to.get(was), inOther.to.get(was)]
    if (!before || !after || isSurely(before, after)) continue
    const isNewInOther = others.some((block, at) => !inOther.from.has(at) && saySame(block, after))
    if (isNewInOther || !other || (!isSurely(before, other) && areApart(before, after, other)))
      letGo(followed, is, was)
  }
}

/** Whether a block is surely what another one has become: nothing of that is gone, nothing is new in it, or its id says so. */
function isSurely(before: ContentBlock, after: ContentBlock): boolean {
  if (saySame(before, after) || isWrittenOn(before, after)) return true
  const changes = diffText(textOf(before), textOf(after))
  return changes.every(({ remove }) => remove === 0) || changes.every(({ insert }) => insert === '')
}

/** Whether two blocks have other words each in the place of the same. */
function areApart(before: ContentBlock, one: ContentBlock, other: ContentBlock): boolean {
  const [changes, others] = [one, other].map((block) =>
    diffWords(textOf(before), textOf(block)).filter(({ remove, insert }) => remove > 0 && insert !== ''),
  ) as [TextChange[], TextChange[]]
  return changes.some(({ at, remove, insert }) =>
    others.some((there) => {
      const isBeside = there.at >= at + remove || at >= there.at + there.remove
      return !isBeside && there.insert !== insert
    }),
  )
}
