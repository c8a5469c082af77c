import type * as Yjs from 'yjs'
import type { BlockMemory } from './blockMemory'
import { hashOf } from './hash'
import type { SharedBlock, SharedBlocks, SharedList } from './sharedBlocks'
import type { SharedTexts } from './sharedText'
import type { StaysFor } from './versionCharacters'

/**
 * Blocks that were removed stay in their list, emptied and marked: somebody who has not received it may be writing in
 * one. What they wrote is all that stands in it then, and shows it again, to everybody in the same place.
 */
export interface RemovedBlocks {
  readonly isRemoved: (shared: SharedBlock) => boolean
  /** The blocks of a list that were not removed. */
  readonly standing: (list: unknown) => SharedBlock[]
  readonly remove: (list: SharedList, blocks: readonly SharedBlock[]) => void
  /** Takes out what stands there twice: blocks, and in blocks. */
  readonly dropSame: (list: SharedList, staysFor: StaysFor) => void
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

  function dropSame(list: SharedList, staysFor: StaysFor): void {
    const all = standing(list)
    within(
      all,
      (text) => texts.dropSame(text, staysFor),
      (inner) => dropSame(inner, staysFor),
    )
    const gone = all.filter(({ _item }) => _item && staysFor(_item.id))
    if (gone.length > 0) markAll(list, gone)
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
    dropSame,
    unmark: (shared) => {
      for (const name of marksOf(shared)) shared.delete(name)
    },
    sweep,
  }
}
