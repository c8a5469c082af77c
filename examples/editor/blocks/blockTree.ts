import type { ContentBlock } from 'copydesk'
import { contentOf, makeBlock, makeListLike, withAttributes } from './editableBlock'

type Blocks = readonly ContentBlock[]

/** Where a caret goes after a change: so many characters into the text of a block. */
export interface CaretPlace {
  clientId: string
  offset: number
}

/** Blocks after a change, and where the caret belongs then; null where it stays. */
export interface Changed {
  blocks: Blocks
  caret: CaretPlace | null
}

/** Whether a block is one line of text to type into, to be split and joined with others. */
function isText({ name }: ContentBlock): boolean {
  return name === 'core/paragraph' || name === 'core/heading' || name === 'core/list-item'
}

/** The blocks with one, wherever it is, replaced by none, one or several; what holds it is copied, all else is kept. */
export function replaceBlock(
  blocks: Blocks,
  clientId: string,
  replace: (block: ContentBlock) => Blocks,
): Blocks {
  const place = blocks.findIndex((block) => block.clientId === clientId)
  if (place >= 0) {
    return [...blocks.slice(0, place), ...replace(blocks[place] as ContentBlock), ...blocks.slice(place + 1)]
  }
  for (const [at, block] of blocks.entries()) {
    const inner = replaceBlock(block.innerBlocks, clientId, replace)
    if (inner === block.innerBlocks) continue
    // A list or a quote ends with the last thing in it.
    const isLeft = inner.length > 0 || isText(block)
    return [
      ...blocks.slice(0, at),
      ...(isLeft ? [{ ...block, innerBlocks: inner }] : []),
      ...blocks.slice(at + 1),
    ]
  }
  return blocks
}

/** A block anywhere among others. */
export function findBlock(blocks: Blocks, clientId: string): ContentBlock | undefined {
  return allBlocks(blocks).find((block) => block.clientId === clientId)
}

/** Blocks and those inside them, in the order in which they are read. */
export function allBlocks(blocks: Blocks): ContentBlock[] {
  return blocks.flatMap((block) => [block, ...allBlocks(block.innerBlocks)])
}

/** The block that has another among those inside it; undefined for an outermost one. */
function parentOf(blocks: Blocks, clientId: string): ContentBlock | undefined {
  return allBlocks(blocks).find(({ innerBlocks }) => innerBlocks.some((inner) => inner.clientId === clientId))
}

/** The outermost block that a block is, or is in. */
export function outermostOf(blocks: Blocks, clientId: string): ContentBlock | undefined {
  return blocks.find((block) => findBlock([block], clientId) !== undefined)
}

/** The blocks with an outermost one a number of places further down. */
export function moveBlock(blocks: Blocks, clientId: string, by: number): Blocks {
  const from = blocks.findIndex((block) => block.clientId === clientId)
  const to = from + by
  if (from < 0 || to < 0 || to >= blocks.length) return blocks
  const left = blocks.filter((block) => block.clientId !== clientId)
  return [...left.slice(0, to), blocks[from] as ContentBlock, ...left.slice(to)]
}

/** The blocks with more after an outermost one, or at the end. */
export function insertAfter(blocks: Blocks, clientId: string | null, added: Blocks): Blocks {
  const at = blocks.findIndex((block) => block.clientId === clientId)
  const place = at < 0 ? blocks.length : at + 1
  return [...blocks.slice(0, place), ...added, ...blocks.slice(place)]
}

/** A text taken apart at the caret; at the end of a list or quote, an empty piece leads out of it. */
export function splitBlock(blocks: Blocks, clientId: string, head: string, tail: string): Changed {
  const block = findBlock(blocks, clientId)
  if (!block) return { blocks, caret: null }
  const parent = parentOf(blocks, clientId)
  const isLast = parent?.innerBlocks.at(-1) === block
  if (parent && isLast && head === '' && tail === '' && block.innerBlocks.length === 0) {
    return leaveHolder(blocks, parent, block)
  }
  // After a heading comes a text, unless the heading itself was cut in two.
  const name = block.name === 'core/list-item' ? block.name : 'core/paragraph'
  const next = block.name === 'core/heading' && tail !== '' ? twin(block, tail) : makeBlock(name, tail)
  const second = { ...next, innerBlocks: block.innerBlocks }
  const first = { ...withAttributes(block, { content: head }), innerBlocks: [] }
  return {
    blocks: replaceBlock(blocks, clientId, () => [first, second]),
    caret: { clientId: second.clientId as string, offset: 0 },
  }
}

/** A text joined with the one before it; an empty one after something else just goes. */
export function joinWithPrevious(
  blocks: Blocks,
  clientId: string,
  lengthOf: (html: string) => number,
): Changed {
  const all = allBlocks(blocks)
  const at = all.findIndex((block) => block.clientId === clientId)
  const block = all[at]
  const before = all[at - 1]
  if (!block || block.innerBlocks.length > 0) return { blocks, caret: null }
  if (before && isText(before)) {
    const known = contentOf(before)
    const joined = withAttributes(before, { content: known + contentOf(block) })
    const left = replaceBlock(blocks, clientId, () => [])
    return {
      // Only what is typed changes: an item above keeps the list inside it, less what was joined.
      blocks: replaceBlock(left, before.clientId as string, ({ innerBlocks }) => [
        { ...joined, innerBlocks },
      ]),
      caret: { clientId: before.clientId as string, offset: lengthOf(known) },
    }
  }
  if (block.name === 'core/heading') {
    const text = makeBlock('core/paragraph', contentOf(block))
    const caret = { clientId: text.clientId as string, offset: 0 }
    return { blocks: replaceBlock(blocks, clientId, () => [text]), caret }
  }
  const parent = parentOf(blocks, clientId)
  if (parent && parent.innerBlocks[0] === block) return leaveHolder(blocks, parent, block)
  if (!before || contentOf(block) !== '') return { blocks, caret: null }
  return { blocks: replaceBlock(blocks, clientId, () => []), caret: null }
}

/** A text joined with the one after it. */
export function joinWithNext(blocks: Blocks, clientId: string, lengthOf: (html: string) => number): Changed {
  const all = allBlocks(blocks)
  const next = all.slice(all.findIndex((block) => block.clientId === clientId) + 1).find(isText)
  return next ? joinWithPrevious(blocks, next.clientId as string, lengthOf) : { blocks, caret: null }
}

/** The first or last of a list or quote as a text before or after it. */
function leaveHolder(blocks: Blocks, parent: ContentBlock, block: ContentBlock): Changed {
  const isNested = parentOf(blocks, parent.clientId as string) !== undefined
  const name = isNested ? 'core/list-item' : 'core/paragraph'
  const out = makeBlock(name, contentOf(block))
  const rest = parent.innerBlocks.filter((inner) => inner !== block)
  const left = rest.length > 0 ? [{ ...parent, innerBlocks: rest }] : []
  const isFirst = parent.innerBlocks[0] === block && rest.length > 0
  const holder = isNested ? (parentOf(blocks, parent.clientId as string) as ContentBlock) : parent
  const around = isNested
    ? [{ ...holder, innerBlocks: holder.innerBlocks.flatMap((inner) => (inner === parent ? left : [inner])) }]
    : left
  return {
    blocks: replaceBlock(blocks, holder.clientId as string, () =>
      isFirst && !isNested ? [out, ...around] : [...around, out],
    ),
    caret: { clientId: out.clientId as string, offset: 0 },
  }
}

/** The blocks with an item of a list inside the item before it; as they are where there is none. */
export function indentItem(blocks: Blocks, clientId: string): Blocks {
  const list = parentOf(blocks, clientId)
  const at = list?.innerBlocks.findIndex((item) => item.clientId === clientId) ?? -1
  const item = list?.innerBlocks[at]
  const before = list?.innerBlocks[at - 1]
  if (!list?.clientId || item?.name !== 'core/list-item' || !before) return blocks
  const moved = withInner(before, list, [unplaced(item)])
  const items = list.innerBlocks.flatMap((one) => (one === before ? [moved] : one === item ? [] : [one]))
  return replaceBlock(blocks, list.clientId, () => [{ ...list, innerBlocks: items }])
}

/**
 * The blocks with an item of an inner list after the item that holds that list; what followed it in there is inside it
 * then. As they are for an item of an outermost list.
 */
export function outdentItem(blocks: Blocks, clientId: string): Blocks {
  const list = parentOf(blocks, clientId)
  const holder = list?.clientId && parentOf(blocks, list.clientId)
  if (!list || !holder || !holder.clientId || holder.name !== 'core/list-item') return blocks
  const at = list.innerBlocks.findIndex((item) => item.clientId === clientId)
  const item = unplaced(list.innerBlocks[at] as ContentBlock)
  const [above, below] = [list.innerBlocks.slice(0, at), list.innerBlocks.slice(at + 1)]
  const left = above.length > 0 ? [{ ...list, innerBlocks: above }] : []
  const inner = holder.innerBlocks.flatMap((other) => (other === list ? left : [other]))
  return replaceBlock(blocks, holder.clientId, () => [
    { ...holder, innerBlocks: inner },
    below.length > 0 ? withInner(item, list, below) : item,
  ])
}

/** An item with more items in the list inside it, which is made where there is none. */
function withInner(item: ContentBlock, like: ContentBlock, items: readonly ContentBlock[]): ContentBlock {
  const known = item.innerBlocks.at(-1)
  const list = known
    ? { ...known, innerBlocks: [...known.innerBlocks, ...items] }
    : makeListLike(
        like,
        items.map((one, place) => (place === 0 ? unplaced(one) : one)),
      )
  return { ...item, innerBlocks: [...item.innerBlocks.slice(0, -1), list] }
}

/** A block without the white space that was around it where it stood. */
function unplaced(block: ContentBlock): ContentBlock {
  const { gap, tail, ...attributes } = block.attributes
  return gap === undefined && tail === undefined ? block : { ...block, attributes }
}

function twin(block: ContentBlock, content: string): ContentBlock {
  return { ...withAttributes(block, { content }), clientId: crypto.randomUUID(), innerBlocks: [] }
}
