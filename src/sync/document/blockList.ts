import type * as Yjs from 'yjs'
import type { ContentBlock } from '../../edits/blockCodec'
import { isEqual } from '../../core/isEqual'
import { alignApart, alignWrittenOn, plainAttribute, plainAttributes, saySame } from '../merge/alignBlocks'
import { isIn, isUnseen } from './hands'
import { createBlockMemory, type ShownList } from './blockMemory'
import type { TextPlace } from './recordCodec'
import { createRemovedBlocks } from './removedBlocks'
import { createSharedBlocks, type AttributeRules, type SharedBlock, type SharedList } from './sharedBlocks'
import type { SharedTexts } from './sharedText'
import type { Stretch } from './stretches'
import { charactersOf, lackingOf, type StaysFor } from './versionCharacters'

type Blocks = readonly ContentBlock[]

/** The blocks of one document. */
export interface BlockList {
  /** The blocks, the same array of the same objects as long as nobody changes them. */
  read(list: SharedList): Blocks
  /** What of the blocks a document had that had received so much of each hand. */
  readAt(list: SharedList, had: ReadonlyMap<number, number>): Blocks
  /** Makes the list say something else, by as few changes as can be found. */
  write(list: SharedList, blocks: Blocks): void
  /** Lets go of the blocks that were removed, and of what others write in them. */
  sweep(list: SharedList): void
  /** Gives blocks of the list the ids that the same blocks have in this store. */
  adopt(list: SharedList, blocks: Blocks): void
  /** The blocks with their characters that say a version of them. */
  characters(list: SharedList, version: Blocks): readonly Stretch[]
  /** Takes out what stands there twice of what the server says: blocks, and in blocks. */
  dropSame(list: SharedList, staysFor: StaysFor): void
  /** Takes note of what others changed. */
  forget(events: readonly Yjs.YEvent<Yjs.AbstractType<unknown>>[]): void
  textAt(block: string, attribute: string): Yjs.Text | undefined
  placeOf(text: Yjs.AbstractType<unknown>): TextPlace | undefined
}

/**
 * Reads and writes the blocks of a document. What a block was here last is kept beside it, so that it keeps its identity
 * and the id that it has in this store.
 */
export function createBlockList(Y: typeof Yjs, texts: SharedTexts, rules: AttributeRules): BlockList {
  const memory = createBlockMemory(Y)
  const shape = createSharedBlocks(Y, texts, rules)
  const removed = createRemovedBlocks(Y, { texts, blocks: shape, memory })

  function read(list: SharedList): Blocks {
    return readList(list).blocks
  }

  function readList(list: SharedList): ShownList {
    const before = memory.lists.get(list)
    const inside = memory.changed.get(list)
    if (before && !inside) return before
    const known = (before && inside && readInside(before, inside)) ?? readAll(list)
    memory.lists.set(list, known)
    memory.changed.delete(list)
    return known
  }

  function readAll(list: SharedList): ShownList {
    const shared = removed.standing(list)
    return { shared, blocks: shared.map(readBlock) }
  }

  /** A list of which only blocks have changed inside; undefined where it has others, or fewer. */
  function readInside({ shared, blocks }: ShownList, inside: ReadonlySet<unknown>): ShownList | undefined {
    const read = [...blocks]
    for (const one of inside) {
      const at = shared.indexOf(one as SharedBlock)
      const block = shared[at]
      if (block === undefined || removed.isRemoved(block)) return undefined
      read[at] = readBlock(block)
    }
    return { shared, blocks: read }
  }

  function readBlock(shared: SharedBlock): ContentBlock {
    const before = memory.shown.get(shared)
    if (before && !memory.changed.has(shared)) return before
    const attributes: Record<string, unknown> = {}
    for (const [name, stored] of shape.attributesOf(shared)) {
      const value = shape.plainOf(stored)
      const known = before?.attributes[name]
      attributes[name] = isEqual(plainAttribute(known), value) ? known : value
    }
    const inner = shape.listIn(shared)
    const id = idOf(shared)
    const isNamed = before && !memory.removed.has(shared)
    return memory.keep(shared, {
      ...(id !== undefined && { clientId: isNamed ? id : freeId(id, shared) }),
      name: String(shared.get('name')),
      ...shape.validityOf(shared),
      attributes,
      innerBlocks: inner ? read(inner) : [],
    })
  }

  function readAt(list: SharedList, had: ReadonlyMap<number, number>): Blocks {
    const isThere = ({ _item }: SharedBlock) => !_item || isIn(had, _item.id)
    /** One that was removed and put back has other words. */
    const isLeft = (shared: SharedBlock) => {
      const all = shape.textsIn(shared).filter((text) => texts.read(text) !== '')
      return all.length === 0 || all.some((text) => texts.readAt(text, had) !== '')
    }
    return removed
      .standing(list)
      .filter((shared) => isThere(shared) && isLeft(shared))
      .map((shared) => {
        const attributes = shape
          .attributesOf(shared)
          .map(([name, stored]) => [
            name,
            stored instanceof Y.Text ? texts.readAt(stored, had) : shape.plainOf(stored),
          ])
        const inner = shape.listIn(shared)
        return {
          ...readBlock(shared),
          attributes: Object.fromEntries(attributes) as ContentBlock['attributes'],
          innerBlocks: inner ? readAt(inner, had) : [],
        }
      })
  }

  function characters(list: SharedList, version: Blocks): readonly Stretch[] {
    const { shared, blocks } = readList(list)
    const there = new Map(alignWrittenOn(version, blocks).map(([at, is]) => [at, shared[is]]))
    return version.flatMap((block, at) => charactersOfBlock(there.get(at), block))
  }

  function charactersOfBlock(shared: SharedBlock | undefined, block: ContentBlock): readonly Stretch[] {
    const stored = new Map(shared && shape.attributesOf(shared))
    const { client, clock } = shared?._item?.id ?? { client: 0, clock: 0 }
    const written = Object.entries(plainAttributes(block))
      .filter(([name]) => rules.isRichText(block.name, name))
      .sort(([one], [other]) => (one < other ? -1 : 1))
    const inner = shared && shape.listIn(shared)
    return [
      [client, clock, 1],
      ...written.flatMap(([name, said]) => {
        const text = stored.get(name)
        if (typeof said !== 'string') return []
        return text instanceof Y.Text ? charactersOf(text, said) : lackingOf(said.length)
      }),
      ...(inner
        ? characters(inner, block.innerBlocks)
        : block.innerBlocks.flatMap((one) => charactersOfBlock(undefined, one))),
    ]
  }

  function idOf(shared: SharedBlock): string | undefined {
    const id = memory.shown.get(shared)?.clientId ?? shared.get('clientId')
    return typeof id === 'string' ? id : undefined
  }

  /**
   * The id of a block that comes into view, or one like it: one that was moved has the id of the one that was removed
   * for it, in which there may stand what others have written.
   */
  function freeId(id: string, shared: SharedBlock): string {
    const isTaken = (one: string) => {
      const owner = memory.byId.get(one) ?? shared
      return owner !== shared && !memory.removed.has(owner)
    }
    let free = id
    for (let next = 2; isTaken(free); next++) free = `${id}-${next}`
    return free
  }

  function write(list: SharedList, blocks: Blocks): void {
    const { shared, blocks: before } = readList(list)
    const shorter = Math.min(before.length, blocks.length)
    let start = 0
    while (start < shorter && before[start] === blocks[start]) start++
    let tail = 0
    while (tail < shorter - start && before.at(-1 - tail) === blocks.at(-1 - tail)) tail++
    const inner = before.slice(start, before.length - tail)
    const becomes = blocks.slice(start, blocks.length - tail)
    const pairs = alignWrittenOn(inner, becomes)
    // Where one of the changes fails, it is not known what the list says.
    memory.lists.delete(list)
    for (const [at, is] of pairs)
      writeBlock(shared[start + at] as SharedBlock, inner[at], becomes[is] as ContentBlock)
    if (pairs.length === inner.length && pairs.length === becomes.length) {
      memory.lists.set(list, { shared, blocks })
      return
    }
    const stays = new Map(pairs.map(([at, is]) => [start + is, shared[start + at] as SharedBlock]))
    for (let at = 0; at < start; at++) stays.set(at, shared[at] as SharedBlock)
    for (let at = 1; at <= tail; at++) stays.set(blocks.length - at, shared.at(-at) as SharedBlock)
    keepUnseen(stays, { shared, blocks: before }, blocks)
    const kept = new Set(stays.values())
    const left = shared.filter((one) => !kept.has(one))
    if (left.length > 0) removed.remove(list, left)
    if (kept.size < blocks.length) insert(list, blocks, stays)
  }

  /** Of two that say the same, lets stay what a person has written, and not what the server's hand has brought once more. */
  function keepUnseen(
    stays: Map<number, SharedBlock>,
    { shared, blocks: before }: ShownList,
    blocks: Blocks,
  ): void {
    const places = new Map([...stays].map(([is, one]) => [one, is]))
    shared.forEach((mine, at) => {
      if (places.has(mine)) return
      for (const there of [at - 1, at + 1]) {
        const [theirs, block] = [shared[there], before[at] as ContentBlock]
        const is = theirs && places.get(theirs)
        if (is === undefined || !theirs?._item || !mine._item || !isUnseen(theirs._item, mine._item)) continue
        const now = blocks[is] as ContentBlock
        if (![before[there] as ContentBlock, now].every((one) => saySame(one, block))) continue
        stays.set(is, mine)
        places.delete(theirs)
        writeBlock(mine, block, now)
        return
      }
    })
  }

  /** Puts blocks between those that stay: into the same one that was removed there, else into a new one. */
  function insert(list: SharedList, blocks: Blocks, stays: ReadonlyMap<number, SharedBlock>): void {
    const all = list.toArray()
    const kept = new Set<unknown>(stays.values())
    let at = 0
    blocks.forEach((block, i) => {
      const here = stays.get(i)
      if (here) {
        at = all.indexOf(here, at) + 1
        return
      }
      for (let place = at; place < all.length && !kept.has(all[place]); place++) {
        const back = all[place] as SharedBlock
        if (!memory.removed.has(back) || block.clientId === undefined || idOf(back) !== block.clientId)
          continue
        writeBlock(back, undefined, block)
        at = place + 1
        return
      }
      const made = makeBlock(block)
      list.insert(at, [made])
      all.splice(at++, 0, made)
    })
  }

  function adopt(list: SharedList, blocks: Blocks): void {
    const shared = removed.standing(list)
    const before = shared.map(readBlock)
    const named = new Map(before.map((block, at) => [block.clientId, at]))
    for (const [at, is] of alignApart(before, blocks)) {
      const [here, known] = [shared[at] as SharedBlock, blocks[is] as ContentBlock]
      // One that says the same may stand beside the one that has the id.
      if (known.clientId !== undefined && (named.get(known.clientId) ?? at) !== at) continue
      const inner = shape.listIn(here)
      if (inner) adopt(inner, known.innerBlocks)
      const { clientId } = known
      memory.changed.set(here, new Set())
      memory.shown.set(
        here,
        saySame(before[at] as ContentBlock, known)
          ? known
          : { ...(before[at] as ContentBlock), ...(clientId !== undefined && { clientId }) },
      )
      const adopted = readBlock(here)
      if (saySame(adopted, known)) memory.keep(here, known)
    }
    memory.lists.delete(list)
  }

  /** Makes a block say something else than before, or one that was removed stand again. */
  function writeBlock(shared: SharedBlock, before: ContentBlock | undefined, block: ContentBlock): void {
    if (before === block) return
    removed.unmark(shared)
    shape.write(shared, block)
    const inner = shape.listIn(shared)
    if (inner && before?.innerBlocks !== block.innerBlocks) write(inner, block.innerBlocks)
    memory.keep(shared, block)
  }

  function makeBlock(block: ContentBlock): SharedBlock {
    const made = shape.make(block, block.innerBlocks.map(makeBlock))
    memory.keep(made, block)
    return made
  }

  return {
    read,
    readAt,
    write,
    sweep: removed.sweep,
    characters,
    dropSame: removed.dropSame,
    adopt,
    forget: memory.forget,
    textAt: (block, attribute) => {
      const shared = memory.byId.get(block)
      const known = shared && shape.attributesOf(shared).find(([name]) => name === attribute)?.[1]
      return known instanceof Y.Text ? known : undefined
    },
    placeOf: (text) => {
      const attributes = text.parent
      const shared = attributes?.parent
      const block = shared instanceof Y.Map ? memory.shown.get(shared)?.clientId : undefined
      if (!(attributes instanceof Y.Map) || block === undefined || memory.removed.has(shared as SharedBlock))
        return undefined
      const attribute = [...attributes.entries()].find(([, value]) => value === text)?.[0]
      return attribute === undefined ? undefined : { field: 'blocks', block, attribute }
    },
  }
}
