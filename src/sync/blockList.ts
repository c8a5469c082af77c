import type * as Yjs from 'yjs'
import type { ContentBlock } from '../edits/blockCodec'
import { deepEqual } from '../plain'
import { alignBlocks, plainAttribute, plainAttributes, saySame } from './alignBlocks'
import type { TextPlace } from './recordCodec'
import type { SharedTexts } from './sharedText'

type SharedBlock = Yjs.Map<unknown>
type SharedList = Yjs.Array<unknown>
type Blocks = readonly ContentBlock[]

/** The blocks of one document. */
export interface BlockList {
  /** The blocks, the same objects as long as nobody changes them. */
  read(list: SharedList): Blocks
  /** Makes the list say something else, by as few changes as can be found. */
  write(list: SharedList, blocks: Blocks): void
  /** Gives blocks of the list the ids that the same blocks have in this store. */
  adopt(list: SharedList, blocks: Blocks): void
  /** Takes note of what others changed. */
  forget(events: readonly Yjs.YEvent<Yjs.AbstractType<unknown>>[]): void
  textAt(block: string, attribute: string): Yjs.Text | undefined
  placeOf(text: Yjs.AbstractType<unknown>): TextPlace | undefined
}

/**
 * Blocks as a shared list of maps with name, clientId, attributes and innerBlocks. What a block was here last is kept
 * beside it, so that it keeps its identity and the id that it has in this store.
 */
export function createBlockList(
  Y: typeof Yjs,
  texts: SharedTexts,
  isRichText: (blockName: string, attribute: string) => boolean,
): BlockList {
  const shown = new WeakMap<SharedBlock, ContentBlock>()
  const changed = new WeakSet<object>()
  const sharedById = new Map<string, SharedBlock>()

  function keep(shared: SharedBlock, block: ContentBlock): ContentBlock {
    shown.set(shared, block)
    changed.delete(shared)
    if (block.clientId !== undefined) sharedById.set(block.clientId, shared)
    return block
  }

  function read(list: SharedList): Blocks {
    return list.toArray().flatMap((shared) => (shared instanceof Y.Map ? [readBlock(shared)] : []))
  }

  function readBlock(shared: SharedBlock): ContentBlock {
    const before = shown.get(shared)
    if (before && !changed.has(shared)) return before
    const attributes: Record<string, unknown> = {}
    const written = shared.get('attributes')
    if (written instanceof Y.Map) {
      for (const [name, stored] of (written as SharedBlock).entries()) {
        const value = stored instanceof Y.Text ? texts.read(stored) : stored
        const known = before?.attributes[name]
        attributes[name] = deepEqual(plainAttribute(known), value) ? known : value
      }
    }
    const inner = shared.get('innerBlocks')
    const id = before?.clientId ?? shared.get('clientId')
    return keep(shared, {
      ...(typeof id === 'string' && { clientId: id }),
      name: String(shared.get('name')),
      attributes,
      innerBlocks: inner instanceof Y.Array ? read(inner as SharedList) : [],
    })
  }

  function write(list: SharedList, blocks: Blocks): void {
    const before = read(list)
    const shared = list.toArray() as SharedBlock[]
    const pairs = alignBlocks(before, blocks)
    const partner = new Map(pairs)
    const paired = new Set(partner.values())
    for (const [at, becomes] of pairs)
      writeBlock(shared[at] as SharedBlock, before[at] as ContentBlock, blocks[becomes] as ContentBlock)
    for (let at = before.length - 1; at >= 0; at--) if (!partner.has(at)) list.delete(at)
    blocks.forEach((block, at) => {
      if (!paired.has(at)) list.insert(at, [makeBlock(block)])
    })
  }

  function adopt(list: SharedList, blocks: Blocks): void {
    const before = read(list)
    const shared = list.toArray() as SharedBlock[]
    for (const [at, is] of alignBlocks(before, blocks)) {
      const [here, known] = [shared[at] as SharedBlock, blocks[is] as ContentBlock]
      const inner = here.get('innerBlocks')
      if (inner instanceof Y.Array) adopt(inner as SharedList, known.innerBlocks)
      const { clientId } = known
      changed.add(here)
      shown.set(
        here,
        saySame(before[at] as ContentBlock, known)
          ? known
          : { ...(before[at] as ContentBlock), ...(clientId !== undefined && { clientId }) },
      )
      const adopted = readBlock(here)
      if (saySame(adopted, known)) keep(here, known)
    }
  }

  function writeBlock(shared: SharedBlock, before: ContentBlock, block: ContentBlock): void {
    if (before === block) return
    if (before.name !== block.name) shared.set('name', block.name)
    const attributes = shared.get('attributes')
    if (attributes instanceof Y.Map) {
      const wanted = plainAttributes(block)
      for (const name of attributes.keys()) if (!Object.hasOwn(wanted, name)) attributes.delete(name)
      for (const [name, value] of Object.entries(wanted)) {
        const stored: unknown = attributes.get(name)
        if (stored instanceof Y.Text && typeof value === 'string') texts.write(stored, value)
        else if (stored instanceof Y.Text || !deepEqual(stored, value))
          attributes.set(name, sharedValue(block.name, name, value))
      }
    }
    const inner = shared.get('innerBlocks')
    if (inner instanceof Y.Array && before.innerBlocks !== block.innerBlocks)
      write(inner as SharedList, block.innerBlocks)
    keep(shared, block)
  }

  function makeBlock(block: ContentBlock): SharedBlock {
    const shared = new Y.Map<unknown>()
    const attributes = new Y.Map<unknown>()
    for (const [name, value] of Object.entries(plainAttributes(block)))
      attributes.set(name, sharedValue(block.name, name, value))
    const inner = new Y.Array<unknown>()
    inner.insert(0, block.innerBlocks.map(makeBlock))
    shared.set('name', block.name)
    if (block.clientId !== undefined) shared.set('clientId', block.clientId)
    shared.set('attributes', attributes)
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
    adopt,
    forget: (events) => {
      for (const { target } of events) {
        let type: Yjs.AbstractType<unknown> | null = target
        for (; type; type = type.parent as Yjs.AbstractType<unknown> | null) changed.add(type)
      }
    },
    textAt: (block, attribute) => {
      const attributes = sharedById.get(block)?.get('attributes')
      const text: unknown = attributes instanceof Y.Map ? attributes.get(attribute) : undefined
      return text instanceof Y.Text ? text : undefined
    },
    placeOf: (text) => {
      const attributes = text.parent
      const shared = attributes?.parent
      const block = shared instanceof Y.Map ? shown.get(shared)?.clientId : undefined
      if (!(attributes instanceof Y.Map) || block === undefined) return undefined
      const attribute = [...attributes.entries()].find(([, value]) => value === text)?.[0]
      return attribute === undefined ? undefined : { field: 'blocks', block, attribute }
    },
  }
}
