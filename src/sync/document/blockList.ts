import type * as Yjs from 'yjs'
import type { ContentBlock } from '../../edits/blockCodec'
import { isEqual } from '../../core/isEqual'
import { alignBlocks, plainAttribute, plainAttributes, saySame } from '../merge/alignBlocks'
import { hashOf } from './hash'
import type { TextPlace } from './recordCodec'
import type { SharedTexts } from './sharedText'

type SharedBlock = Yjs.Map<unknown>
type SharedList = Yjs.Array<unknown>
type Blocks = readonly ContentBlock[]

/** How many blocks that were taken away a list keeps for words in them that are still to be heard. */
const mostGone = 200

/** How many blocks may stand in one another: what is deeper is not shown. */
const deepest = 100

/** Begins the mark of a block that was taken away. */
const goneMark = 'gone '

/** Which attributes of blocks stand apart from the others. */
export interface AttributeRules {
  /** Whether an attribute is a text that people write in. */
  readonly isRichText: (blockName: string, attribute: string) => boolean
  /** Whether only this application's block codec knows an attribute. */
  readonly isPrivate: (blockName: string, attribute: string) => boolean
}

/** What WordPress says of a block besides: one that is not valid is written back as its `originalContent`. */
interface Validity {
  readonly isValid?: boolean
  readonly originalContent?: string
}

/** Holds the attributes that WordPress does not know, beside those that it does. */
const privateMap = 'codecAttributes'

/** The blocks of one document. */
export interface BlockList {
  /** The blocks, the same array of the same objects as long as nobody changes them. */
  read(list: SharedList): Blocks
  /** Makes the list say something else, by as few changes as can be found. */
  write(list: SharedList, blocks: Blocks): void
  /** Lets go of the blocks that were taken away, and of what others write in them. */
  sweep(list: SharedList): void
  /** Gives blocks of the list the ids that the same blocks have in this store. */
  adopt(list: SharedList, blocks: Blocks): void
  /** Takes note of what others changed. */
  forget(events: readonly Yjs.YEvent<Yjs.AbstractType<unknown>>[]): void
  textAt(block: string, attribute: string): Yjs.Text | undefined
  placeOf(text: Yjs.AbstractType<unknown>): TextPlace | undefined
}

/** A list as it was read or written last. */
interface ShownList {
  readonly shared: readonly SharedBlock[]
  readonly blocks: Blocks
}

/**
 * Blocks as a shared list of maps with name, clientId, attributes and innerBlocks. What a block was here last is kept
 * beside it, so that it keeps its identity and the id that it has in this store.
 *
 * A block that is taken away stays in the list, emptied and marked: somebody who has not heard of it may be writing in
 * it. What they wrote is all that stands in it then, and shows it again, to everybody in the same place.
 */
export function createBlockList(
  Y: typeof Yjs,
  texts: SharedTexts,
  { isRichText, isPrivate }: AttributeRules,
): BlockList {
  const shown = new WeakMap<SharedBlock, ContentBlock>()
  const shownLists = new WeakMap<SharedList, ShownList>()
  /** What others have changed since it was read, each with what they have changed in it: itself, or what it holds. */
  const changed = new WeakMap<object, Set<unknown>>()
  /** Those that were taken away when they were looked at last. */
  const gone = new WeakSet<SharedBlock>()
  const sharedById = new Map<string, SharedBlock>()

  function keep(shared: SharedBlock, block: ContentBlock): ContentBlock {
    shown.set(shared, block)
    changed.delete(shared)
    gone.delete(shared)
    if (block.clientId !== undefined) sharedById.set(block.clientId, shared)
    return block
  }

  function read(list: SharedList): Blocks {
    return readList(list).blocks
  }

  function readList(list: SharedList): ShownList {
    const before = shownLists.get(list)
    const inside = changed.get(list)
    if (before && !inside) return before
    const known = (before && inside && readInside(before, inside)) ?? readAll(list)
    shownLists.set(list, known)
    changed.delete(list)
    return known
  }

  function readAll(list: SharedList): ShownList {
    const shared = standing(list)
    return { shared, blocks: shared.map(readBlock) }
  }

  /** A list of which only blocks have changed inside; undefined where it has others, or fewer. */
  function readInside({ shared, blocks }: ShownList, inside: ReadonlySet<unknown>): ShownList | undefined {
    const read = [...blocks]
    for (const one of inside) {
      const at = shared.indexOf(one as SharedBlock)
      const block = shared[at]
      if (block === undefined || isGone(block)) return undefined
      read[at] = readBlock(block)
    }
    return { shared, blocks: read }
  }

  /** The blocks of a list; what is none, as anybody may write anything, is passed over. */
  function allIn(list: unknown): SharedBlock[] {
    if (!(list instanceof Y.Array) || depthOf(list as SharedList) > deepest) return []
    return list
      .toArray()
      .filter(
        (shared): shared is SharedBlock => shared instanceof Y.Map && typeof shared.get('name') === 'string',
      )
  }

  function depthOf({ parent }: SharedList): number {
    let depth = 0
    for (let outer = parent; outer && depth <= deepest; outer = outer.parent) depth += 0.5
    return depth
  }

  function standing(list: unknown): SharedBlock[] {
    return allIn(list).filter((shared) => !isGone(shared))
  }

  function isGone(shared: SharedBlock): boolean {
    if (!changed.has(shared) && (gone.has(shared) || shown.has(shared))) return gone.has(shared)
    const marks = marksOf(shared)
    if (marks.length === 0 || !marks.includes(markFor(shared))) return false
    if (
      textsIn(shared).some((text) => texts.read(text) !== '') ||
      standing(shared.get('innerBlocks')).length > 0
    )
      return false
    gone.add(shared)
    changed.delete(shared)
    return true
  }

  function readBlock(shared: SharedBlock): ContentBlock {
    const before = shown.get(shared)
    if (before && !changed.has(shared)) return before
    const attributes: Record<string, unknown> = {}
    for (const [name, stored] of attributesOf(shared)) {
      const value = stored instanceof Y.Text ? texts.read(stored) : plainOf(stored)
      const known = before?.attributes[name]
      attributes[name] = isEqual(plainAttribute(known), value) ? known : value
    }
    const inner = shared.get('innerBlocks')
    const id = idOf(shared)
    const isNamed = before && !gone.has(shared)
    return keep(shared, {
      ...(id !== undefined && { clientId: isNamed ? id : freeId(id, shared) }),
      name: String(shared.get('name')),
      ...validityOf(shared),
      attributes,
      innerBlocks: inner instanceof Y.Array ? read(inner as SharedList) : [],
    })
  }

  function idOf(shared: SharedBlock): string | undefined {
    const id = shown.get(shared)?.clientId ?? shared.get('clientId')
    return typeof id === 'string' ? id : undefined
  }

  /**
   * The id of a block that comes into view, or one like it: one that was moved has the id of the one that was taken away
   * for it, in which there may stand what others have written.
   */
  function freeId(id: string, shared: SharedBlock): string {
    const isTaken = (one: string) => {
      const owner = sharedById.get(one) ?? shared
      return owner !== shared && !gone.has(owner)
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
    const pairs = alignBlocks(inner, becomes)
    // Where one of the changes fails, it is not known what the list says.
    shownLists.delete(list)
    for (const [at, is] of pairs)
      writeBlock(shared[start + at] as SharedBlock, inner[at], becomes[is] as ContentBlock)
    if (pairs.length === inner.length && pairs.length === becomes.length) {
      shownLists.set(list, { shared, blocks })
      return
    }
    const stays = new Map(pairs.map(([at, is]) => [start + is, shared[start + at] as SharedBlock]))
    for (let at = 0; at < start; at++) stays.set(at, shared[at] as SharedBlock)
    for (let at = 1; at <= tail; at++) stays.set(blocks.length - at, shared.at(-at) as SharedBlock)
    const kept = new Set(stays.values())
    const left = shared.filter((one) => !kept.has(one))
    if (left.length > 0) takeAway(list, left)
    if (kept.size < blocks.length) insert(list, blocks, stays)
  }

  /** Puts blocks between those that stay: into the same one that was taken away there, else into a new one. */
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
        if (!gone.has(back) || block.clientId === undefined || idOf(back) !== block.clientId) continue
        writeBlock(back, undefined, block)
        at = place + 1
        return
      }
      const made = makeBlock(block)
      list.insert(at, [made])
      all.splice(at++, 0, made)
    })
  }

  function takeAway(list: SharedList, blocks: readonly SharedBlock[]): void {
    shownLists.delete(list)
    const before = allIn(list).filter(isGone)
    const turn = Math.max(0, ...before.map(turnOf)) + 1
    for (const shared of blocks) {
      for (const text of textsIn(shared)) texts.write(text, '')
      const inner = shared.get('innerBlocks')
      if (inner instanceof Y.Array) takeAway(inner as SharedList, standing(inner))
      shared.set(markFor(shared), turn)
      gone.add(shared)
    }
    const oldest = [...before, ...blocks].sort((one, other) => turnOf(one) - turnOf(other))
    for (const shared of oldest.slice(0, Math.max(0, oldest.length - mostGone)))
      list.delete(list.toArray().indexOf(shared))
  }

  function sweep(list: SharedList): void {
    const all = list.toArray()
    for (let at = all.length - 1; at >= 0; at--) {
      const shared = all[at]
      if (!(shared instanceof Y.Map)) continue
      const inner = shared.get('innerBlocks')
      if (isGone(shared as SharedBlock)) list.delete(at)
      else if (inner instanceof Y.Array && depthOf(inner as SharedList) <= deepest) sweep(inner as SharedList)
    }
  }

  function marksOf(shared: SharedBlock): string[] {
    return [...shared.keys()].filter((name) => name.startsWith(goneMark))
  }

  /** When a block was taken away, counted in its list. */
  function turnOf(shared: SharedBlock): number {
    return Math.max(0, ...marksOf(shared).map((mark) => Number(shared.get(mark))))
  }

  /** The mark of a block with the values it has: with others, somebody has changed them who did not know of it. */
  function markFor(shared: SharedBlock): string {
    const values = attributesOf(shared).filter(([, value]) => !(value instanceof Y.Text))
    return goneMark + hashOf(Object.fromEntries(values.sort(([one], [other]) => (one < other ? -1 : 1))))
  }

  function textsIn(shared: SharedBlock): Yjs.Text[] {
    return attributesOf(shared).flatMap(([, value]) => (value instanceof Y.Text ? [value] : []))
  }

  function attributesOf(shared: SharedBlock): [name: string, value: unknown][] {
    return mapsOf(shared).flatMap((attributes) => [...attributes.entries()])
  }

  /** The maps that hold the attributes of a block. */
  function mapsOf(shared: SharedBlock): SharedBlock[] {
    return ['attributes', privateMap].flatMap((name) => {
      const attributes = shared.get(name)
      return attributes instanceof Y.Map ? [attributes as SharedBlock] : []
    })
  }

  /** An attribute that WordPress shares inside, as plain data. */
  function plainOf(stored: unknown): unknown {
    return stored instanceof Y.AbstractType ? (stored.toJSON() as unknown) : stored
  }

  function validityOf(shared: SharedBlock): Validity {
    const original = shared.get('originalContent')
    return {
      ...(shared.get('isValid') === false && { isValid: false }),
      ...(typeof original === 'string' && { originalContent: original }),
    }
  }

  /** WordPress takes a block for broken that does not say that it is valid, and empties it. */
  function writeValidity(
    shared: SharedBlock,
    { isValid = true, originalContent }: ContentBlock & Validity,
  ): void {
    const said = { isValid, ...(originalContent !== undefined && { originalContent }) }
    for (const [name, value] of Object.entries(said)) if (shared.get(name) !== value) shared.set(name, value)
  }

  /** Makes the attributes of a block say what they are to say, each in the map it belongs in. */
  function writeAttributes(shared: SharedBlock, block: ContentBlock): void {
    const wanted = Object.entries(plainAttributes(block))
    for (const place of ['attributes', privateMap]) {
      const here = wanted.filter(([name]) => isPrivate(block.name, name) === (place === privateMap))
      const known = shared.get(place)
      if (!(known instanceof Y.Map) && here.length === 0) continue
      const map = (known instanceof Y.Map ? known : shared.set(place, new Y.Map<unknown>())) as SharedBlock
      const names = new Set(here.map(([name]) => name))
      for (const name of map.keys()) if (!names.has(name)) map.delete(name)
      for (const [name, value] of here) {
        const stored: unknown = map.get(name)
        if (stored instanceof Y.Text && typeof value === 'string') texts.write(stored, value)
        else if (stored instanceof Y.Text || !isEqual(plainOf(stored), value))
          map.set(name, sharedValue(block.name, name, value))
      }
    }
  }

  function adopt(list: SharedList, blocks: Blocks): void {
    const shared = standing(list)
    const before = shared.map(readBlock)
    for (const [at, is] of alignBlocks(before, blocks)) {
      const [here, known] = [shared[at] as SharedBlock, blocks[is] as ContentBlock]
      const inner = here.get('innerBlocks')
      if (inner instanceof Y.Array) adopt(inner as SharedList, known.innerBlocks)
      const { clientId } = known
      changed.set(here, new Set())
      shown.set(
        here,
        saySame(before[at] as ContentBlock, known)
          ? known
          : { ...(before[at] as ContentBlock), ...(clientId !== undefined && { clientId }) },
      )
      const adopted = readBlock(here)
      if (saySame(adopted, known)) keep(here, known)
    }
    shownLists.delete(list)
  }

  /** Makes a block say something else than before, or one that was taken away stand again. */
  function writeBlock(shared: SharedBlock, before: ContentBlock | undefined, block: ContentBlock): void {
    if (before === block) return
    for (const mark of marksOf(shared)) shared.delete(mark)
    if (shared.get('name') !== block.name) shared.set('name', block.name)
    writeValidity(shared, block)
    writeAttributes(shared, block)
    const inner = shared.get('innerBlocks')
    if (inner instanceof Y.Array && before?.innerBlocks !== block.innerBlocks)
      write(inner as SharedList, block.innerBlocks)
    keep(shared, block)
  }

  function makeBlock(block: ContentBlock): SharedBlock {
    const shared = new Y.Map<unknown>()
    const attributes = new Y.Map<unknown>()
    const known = new Y.Map<unknown>()
    for (const [name, value] of Object.entries(plainAttributes(block))) {
      const map = isPrivate(block.name, name) ? known : attributes
      map.set(name, sharedValue(block.name, name, value))
    }
    const inner = new Y.Array<unknown>()
    inner.insert(0, block.innerBlocks.map(makeBlock))
    shared.set('name', block.name)
    if (block.clientId !== undefined) shared.set('clientId', block.clientId)
    const { isValid = true, originalContent } = block as ContentBlock & Validity
    shared.set('isValid', isValid)
    if (originalContent !== undefined) shared.set('originalContent', originalContent)
    shared.set('attributes', attributes)
    if (Object.keys(plainAttributes(block)).some((name) => isPrivate(block.name, name)))
      shared.set(privateMap, known)
    shared.set('innerBlocks', inner)
    keep(shared, block)
    return shared
  }

  function sharedValue(blockName: string, attribute: string, value: unknown): unknown {
    return typeof value === 'string' && isRichText(blockName, attribute) ? new Y.Text(value) : value
  }

  return {
    read,
    write,
    sweep,
    adopt,
    forget: (events) => {
      for (const { target } of events) {
        let inner: unknown = target
        for (let type: unknown = target; type instanceof Y.AbstractType; type = type.parent) {
          const inside = changed.get(type) ?? new Set()
          changed.set(type, inside.add(inner))
          inner = type
        }
      }
    },
    textAt: (block, attribute) => {
      const shared = sharedById.get(block)
      const known = shared && attributesOf(shared).find(([name]) => name === attribute)?.[1]
      return known instanceof Y.Text ? known : undefined
    },
    placeOf: (text) => {
      const attributes = text.parent
      const shared = attributes?.parent
      const block = shared instanceof Y.Map ? shown.get(shared)?.clientId : undefined
      if (!(attributes instanceof Y.Map) || block === undefined || gone.has(shared as SharedBlock))
        return undefined
      const attribute = [...attributes.entries()].find(([, value]) => value === text)?.[0]
      return attribute === undefined ? undefined : { field: 'blocks', block, attribute }
    },
  }
}
