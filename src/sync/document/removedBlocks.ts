import type * as Yjs from 'yjs'
import type { BlockMemory } from './blockMemory'
import { isReplacing } from './hands'
import { hashOf } from './hash'
import type { SharedBlock, SharedBlocks, SharedList } from './sharedBlocks'
import {
  findTwice,
  runsOf,
  savedBeside,
  type Apart,
  type AreApart,
  type Run,
  type SharedTexts,
} from './sharedText'
import type { IsMeant } from './textItems'

/**
 * Blocks that were removed stay in their list, emptied and marked: somebody who has not received it may be writing in
 * one. What they wrote is all that stands in it then, and shows it again, to everybody in the same place.
 */
export interface RemovedBlocks {
  readonly isRemoved: (shared: SharedBlock) => boolean
  /** The blocks of a list that were not removed. */
  readonly standing: (list: unknown) => SharedBlock[]
  readonly remove: (list: SharedList, blocks: readonly SharedBlock[]) => void
  /**
   * Takes out what a hand has written: a block of it is one that was removed, in which there stands what others wrote that has no
   * place in another one.
   */
  readonly dropHand: (list: SharedList, hand: number, isStandIn: IsMeant) => void
  /** Takes out what stands there twice, next to one another, by two hands that wrote it apart: blocks, and in blocks. */
  readonly dropTwice: (list: SharedList, apart: Apart) => void
  /** Makes a block one that was not removed. */
  readonly unmark: (shared: SharedBlock) => void
  /** Lets go of the blocks that were removed, and of what others write in them. */
  readonly sweep: (list: SharedList) => void
}

/** How many removed blocks a list keeps for words in them that are still to come. */
const mostRemoved = 200

/** Begins the mark of a block that was removed. */
const mark = 'removed '

export function createRemovedBlocks(
  Y: typeof Yjs,
  {
    texts,
    blocks,
    memory,
  }: { readonly texts: SharedTexts; readonly blocks: SharedBlocks; readonly memory: BlockMemory },
): RemovedBlocks {
  const { shown, changed, removed } = memory

  function standing(list: unknown): SharedBlock[] {
    return blocks.in(list).filter((shared) => !isRemoved(shared))
  }

  function isRemoved(shared: SharedBlock): boolean {
    if (!changed.has(shared) && (removed.has(shared) || shown.has(shared))) return removed.has(shared)
    const marks = marksOf(shared)
    if (marks.length === 0 || !marks.includes(markFor(shared))) return false
    const isWrittenIn = blocks.textsIn(shared).some((text) => texts.read(text) !== '')
    if (isWrittenIn || standing(blocks.listIn(shared)).length > 0) return false
    removed.add(shared)
    changed.delete(shared)
    return true
  }

  /** Does something in each text of blocks, and in each list that they hold. */
  function within(
    some: readonly SharedBlock[],
    inText: (text: Yjs.Text) => void,
    inList: (list: SharedList) => void,
  ): void {
    for (const shared of some) {
      for (const text of blocks.textsIn(shared)) inText(text)
      const inner = blocks.listIn(shared)
      if (inner) inList(inner)
    }
  }

  function remove(list: SharedList, gone: readonly SharedBlock[]): void {
    within(
      gone,
      (text) => texts.write(text, ''),
      (inner) => remove(inner, standing(inner)),
    )
    markAll(list, gone)
  }

  function dropHand(list: SharedList, hand: number, isStandIn: IsMeant): void {
    const all = standing(list)
    const isOfHand = ({ _item }: SharedBlock) => _item?.id.client === hand
    // What stands nowhere else the hand may have put in the place of what it has taken out.
    const others = isReplacing(hand)
      ? all.flatMap((shared) => (isOfHand(shared) ? [] : wordsIn(shared))).join(' ')
      : undefined
    const beside = all.flatMap(blocks.textsIn)
    const gone = all.filter((shared) => {
      let isLeft = false
      within(
        [shared],
        (text) => (isLeft = texts.dropHand(text, hand, { others, beside, isStandIn }) || isLeft),
        (inner) => dropHand(inner, hand, isStandIn),
      )
      const isGone = others === undefined ? !isLeft : wordsIn(shared).length === 0
      return isOfHand(shared) && isGone
    })
    if (gone.length > 0) markAll(list, gone)
  }

  /** What stands in the texts of a block, and of those in it. */
  function wordsIn(shared: SharedBlock): readonly string[] {
    const inner = standing(blocks.listIn(shared)).flatMap(wordsIn)
    return [...blocks.textsIn(shared).map(texts.read), ...inner].filter((words) => words.trim() !== '')
  }

  function dropTwice(list: SharedList, apart: Apart): void {
    const all = standing(list)
    within(
      all,
      (text) => texts.dropTwice(text, apart),
      (inner) => dropTwice(inner, apart),
    )
    const twice = findInList(list, all, apart)
    if (!twice) return
    const beside = all.flatMap(blocks.textsIn)
    for (const [at, piece] of twice.pieces.entries()) {
      const saved = twice.saved?.[at]
      if (saved)
        for (const [text, into] of textPairs(piece, saved)) texts.dropInto(text, into, twice.hand, apart)
      else for (const text of blocks.textsIn(piece)) texts.dropHand(text, twice.hand, { beside })
    }
    markAll(list, twice.pieces)
    dropTwice(list, apart)
  }

  /** Blocks of a hand of the server that stand there twice, with those in which people have saved the same where it is these. */
  function findInList(
    list: SharedList,
    all: readonly SharedBlock[],
    apart: Apart,
  ): (Run<SharedBlock> & { readonly saved?: readonly SharedBlock[] }) | undefined {
    const handOf = ({ _item }: SharedBlock) => _item?.id.client ?? 0
    const changed = new Set(blocks.in(list).filter(isRemoved).map(handOf))
    const areWhole: AreApart = (...hands) =>
      apart.areApart(...hands) && !hands.some((hand) => changed.has(hand))
    const runs = runsOf(all, handOf)
    const twice = findTwice(runs, areWhole, (whole, part) => {
      const [said, sought] = [whole, part].map(({ pieces }) =>
        pieces.map((each) => saidIn(each, texts.broughtIn)),
      ) as [string[], string[]]
      return said.some((_, at) => sought.every((one, i) => one === said[at + i]))
    })
    if (twice) return twice
    const items = all.flatMap(({ _item }) => (_item ? [_item] : []))
    for (const { hand, pieces } of runs) {
      const run = { hand, pieces: pieces.flatMap(({ _item }) => (_item ? [_item] : [])) }
      const beside = savedBeside(items, run, apart).map(({ item }) => item)
      const saved = all.filter(({ _item }) => _item && beside.includes(_item))
      const pairs = pieces.flatMap((block) => {
        const same = saved.find((one) => goesOn(block, one, hand, apart))
        return same ? [[block, same] as const] : []
      })
      if (pairs.length > 0)
        return { hand, pieces: pairs.map(([block]) => block), saved: pairs.map(([, one]) => one) }
    }
    return undefined
  }

  /** Whether what the server has brought of a block is what people have saved of another one, or more. */
  function goesOn(block: SharedBlock, saved: SharedBlock, hand: number, apart: Apart): boolean {
    const [shape, shapeSaved] = [block, saved].map((one) => saidIn(one, () => ''))
    return (
      shape === shapeSaved &&
      textPairs(block, saved).every(([text, other]) => texts.goesOn(text, other, hand, apart))
    )
  }

  /** The texts of two blocks that are alike but for these, and of those in them. */
  function textPairs(block: SharedBlock, other: SharedBlock): (readonly [Yjs.Text, Yjs.Text])[] {
    const there = new Map(blocks.attributesOf(other))
    const pairs = blocks.attributesOf(block).flatMap(([name, text]) => {
      const into = there.get(name)
      return text instanceof Y.Text && into instanceof Y.Text ? [[text, into] as const] : []
    })
    const [inner, innerThere] = [block, other].map((one) => standing(blocks.listIn(one))) as [
      SharedBlock[],
      SharedBlock[],
    ]
    return [...pairs, ...inner.flatMap((one, at) => textPairs(one, innerThere[at] as SharedBlock))]
  }

  /** What a block says, with those in it. */
  function saidIn(shared: SharedBlock, readText = texts.read): string {
    const plainOf = (stored: unknown) =>
      stored instanceof Y.Text ? readText(stored) : blocks.plainOf(stored)
    const values = blocks.attributesOf(shared).map(([name, stored]) => [name, plainOf(stored)])
    const inner = standing(blocks.listIn(shared)).map((block) => saidIn(block, readText))
    return hashOf({ name: shared.get('name'), attributes: Object.fromEntries(values), inner })
  }

  function markAll(list: SharedList, gone: readonly SharedBlock[]): void {
    memory.lists.delete(list)
    const before = blocks.in(list).filter(isRemoved)
    const order = Math.max(0, ...before.map(orderOf)) + 1
    for (const shared of gone) {
      shared.set(markFor(shared), order)
      removed.add(shared)
    }
    const oldest = [...before, ...gone].sort((one, other) => orderOf(one) - orderOf(other))
    for (const shared of oldest.slice(0, Math.max(0, oldest.length - mostRemoved)))
      list.delete(list.toArray().indexOf(shared))
  }

  function sweep(list: SharedList): void {
    const all = list.toArray()
    for (const shared of [...blocks.in(list)].reverse()) {
      const inner = blocks.listIn(shared)
      if (isRemoved(shared)) list.delete(all.indexOf(shared))
      else if (inner) sweep(inner)
    }
  }

  function marksOf(shared: SharedBlock): string[] {
    return [...shared.keys()].filter((name) => name.startsWith(mark))
  }

  /** When a block was removed, counted in its list. */
  function orderOf(shared: SharedBlock): number {
    return Math.max(0, ...marksOf(shared).map((name) => Number(shared.get(name))))
  }

  /** The mark of a block with the values it has: with others, somebody has changed them who did not know of it. */
  function markFor(shared: SharedBlock): string {
    const values = blocks.attributesOf(shared).filter(([, value]) => !(value instanceof Y.Text))
    return mark + hashOf(Object.fromEntries(values.sort(([one], [other]) => (one < other ? -1 : 1))))
  }

  return {
    isRemoved,
    standing,
    remove,
    dropHand,
    dropTwice,
    unmark: (shared) => {
      for (const name of marksOf(shared)) shared.delete(name)
    },
    sweep,
  }
}
