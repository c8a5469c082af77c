import type * as Yjs from 'yjs'
import type { ContentBlock } from '../../edits/blockCodec'
import { isEqual } from '../../core/isEqual'
import { plainAttributes } from '../merge/alignBlocks'
import type { SharedTexts } from './sharedText'

/** A block in a document: a map with name, clientId, attributes and innerBlocks. */
export type SharedBlock = Yjs.Map<unknown>
export type SharedList = Yjs.Array<unknown>

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

/** How blocks stand in a document. */
export interface SharedBlocks {
  /** The blocks of a list; what is none, as anybody may write anything, is passed over. */
  readonly in: (list: unknown) => readonly SharedBlock[]
  /** The list that a block holds; undefined where it has none that can be read. */
  readonly listIn: (shared: SharedBlock) => SharedList | undefined
  readonly attributesOf: (shared: SharedBlock) => readonly (readonly [name: string, value: unknown])[]
  readonly textsIn: (shared: SharedBlock) => readonly Yjs.Text[]
  /** An attribute as plain data. */
  readonly plainOf: (stored: unknown) => unknown
  readonly validityOf: (shared: SharedBlock) => object
  /** Makes a block say something else, but for the blocks that it holds. */
  readonly write: (shared: SharedBlock, block: ContentBlock) => void
  /** Makes a block that holds others. */
  readonly make: (block: ContentBlock, inner: SharedBlock[]) => SharedBlock
}

/** How many blocks may stand in one another: what is deeper is not shown. */
const deepest = 100

/** Holds the attributes that WordPress does not know, beside those that it does. */
const privateMap = 'codecAttributes'

export function createSharedBlocks(
  Y: typeof Yjs,
  texts: SharedTexts,
  { isRichText, isPrivate }: AttributeRules,
): SharedBlocks {
  function depthOf({ parent }: SharedList): number {
    let depth = 0
    for (let outer = parent; outer && depth <= deepest; outer = outer.parent) depth += 0.5
    return depth
  }

  /** The maps that hold the attributes of a block. */
  function mapsOf(shared: SharedBlock): SharedBlock[] {
    return ['attributes', privateMap].flatMap((name) => {
      const attributes = shared.get(name)
      return attributes instanceof Y.Map ? [attributes as SharedBlock] : []
    })
  }

  function attributesOf(shared: SharedBlock): [name: string, value: unknown][] {
    return mapsOf(shared).flatMap((attributes) => [...attributes.entries()])
  }

  /** Texts, and what WordPress shares inside of an attribute, as plain data. */
  function plainOf(stored: unknown): unknown {
    if (stored instanceof Y.Text) return texts.read(stored)
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

  function sharedValue(blockName: string, attribute: string, value: unknown): unknown {
    return typeof value === 'string' && isRichText(blockName, attribute) ? new Y.Text(value) : value
  }

  return {
    in: (list) => {
      if (!(list instanceof Y.Array) || depthOf(list as SharedList) > deepest) return []
      return list
        .toArray()
        .filter(
          (shared): shared is SharedBlock =>
            shared instanceof Y.Map && typeof shared.get('name') === 'string',
        )
    },
    listIn: (shared) => {
      const inner = shared.get('innerBlocks')
      return inner instanceof Y.Array ? (inner as SharedList) : undefined
    },
    attributesOf,
    textsIn: (shared) =>
      attributesOf(shared).flatMap(([, value]) => (value instanceof Y.Text ? [value] : [])),
    plainOf,
    validityOf,
    write: (shared, block) => {
      if (shared.get('name') !== block.name) shared.set('name', block.name)
      writeValidity(shared, block)
      writeAttributes(shared, block)
    },
    // What is not in a document yet can't be read, so that nothing of it can be compared.
    make: (block, innerBlocks) => {
      const { isValid = true, originalContent }: ContentBlock & Validity = block
      const shared = new Y.Map<unknown>()
      const inner = new Y.Array<unknown>()
      inner.insert(0, innerBlocks)
      shared.set('name', block.name)
      if (block.clientId !== undefined) shared.set('clientId', block.clientId)
      shared.set('isValid', isValid)
      if (originalContent !== undefined) shared.set('originalContent', originalContent)
      const entries = Object.entries(plainAttributes(block)).map(
        ([name, value]) => [name, sharedValue(block.name, name, value)] as const,
      )
      const privates = entries.filter(([name]) => isPrivate(block.name, name))
      shared.set('attributes', new Y.Map(entries.filter((entry) => !privates.includes(entry))))
      if (privates.length > 0) shared.set(privateMap, new Y.Map(privates))
      shared.set('innerBlocks', inner)
      return shared
    },
  }
}
