import type { ContentBlock } from 'copydesk'
import { contentOf, isContainer, makeBlock, makeListLike, withAttributes } from './editableBlock'

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
  return changeSiblings(blocks, clientId, (siblings) =>
    siblings.flatMap((block) => (block.clientId === clientId ? replace(block) : [block])),
  )
}

/** The blocks with another list in the place of the one that a block is in, however deep that is. */
function changeSiblings(blocks: Blocks, clientId: string, change: (siblings: Blocks) => Blocks): Blocks {
  if (blocks.some((block) => block.clientId === clientId)) return change(blocks)
  for (const [at, block] of blocks.entries()) {
    const inner = changeSiblings(block.innerBlocks, clientId, change)
    if (inner === block.innerBlocks) continue
    // A list or a quote ends with the last thing in it; a column is still there when it is empty.
    const isLeft = inner.length > 0 || isText(block) || isContainer(block)
    return [
      ...blocks.slice(0, at),
      ...(isLeft ? [{ ...block, innerBlocks: inner }] : []),
      ...blocks.slice(at + 1),
    ]
  }
  return blocks
}

/** Where blocks are not what they were: at the end of the first text that is new or another, else of what is before a gap. */
export function placeOfChange(before: Blocks, after: Blocks): CaretPlace | null {
  const known = new Map(allBlocks(before).map((block) => [block.clientId, block]))
  const now = allBlocks(after)
  const changed = now.find((block) => {
    const other = known.get(block.clientId)
    return other === undefined || contentOf(other) !== contentOf(block)
  })
  const left = new Set(now.map(({ clientId }) => clientId))
  const order = allBlocks(before).map(({ clientId }) => clientId)
  const gap = order.findIndex((clientId) => !left.has(clientId))
  const clientId = changed?.clientId ?? order.slice(0, Math.max(0, gap)).at(-1) ?? now[0]?.clientId
  return clientId === undefined ? null : { clientId, offset: Infinity }
}

/** Where the caret belongs in a block that was just made. */
export function beginningOf(block: ContentBlock): CaretPlace {
  const [inner] = block.innerBlocks
  return inner ? beginningOf(inner) : { clientId: block.clientId as string, offset: 0 }
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

/** The block next to which the caret goes when one is deleted: the one before, else the one after, else what holds it. */
export function neighbourOf(blocks: Blocks, clientId: string): ContentBlock | undefined {
  const parent = parentOf(blocks, clientId)
  const siblings = parent?.innerBlocks ?? blocks
  const at = siblings.findIndex((block) => block.clientId === clientId)
  return siblings[at - 1] ?? siblings[at + 1] ?? parent
}

/** The innermost block that a block is in and that shows those inside it as blocks of their own. */
function containerOf(blocks: Blocks, clientId: string): ContentBlock | undefined {
  return allBlocks(blocks)
    .filter((block) => isContainer(block) && block.clientId !== clientId)
    .filter((block) => findBlock([block], clientId))
    .at(-1)
}

/** The innermost block with tools of its own that a block is or is in, such as the list of an item. */
export function rowOf(blocks: Blocks, clientId: string): ContentBlock | undefined {
  const siblings = containerOf(blocks, clientId)?.innerBlocks ?? blocks
  return siblings.find((block) => findBlock([block], clientId) !== undefined)
}

/** The blocks with one a number of places further down among those beside it. */
export function moveBlock(blocks: Blocks, clientId: string, by: number): Blocks {
  return changeSiblings(blocks, clientId, (siblings) => {
    const from = siblings.findIndex((block) => block.clientId === clientId)
    const to = from + by
    if (to < 0 || to >= siblings.length) return siblings
    const left = siblings.filter((block) => block.clientId !== clientId)
    return [...left.slice(0, to), siblings[from] as ContentBlock, ...left.slice(to)]
  })
}

/** The blocks with more after one, or at the end. */
export function insertAfter(blocks: Blocks, clientId: string | null, added: Blocks): Blocks {
  if (clientId === null) return [...blocks, ...added]
  return replaceBlock(blocks, clientId, (block) => [block, ...added])
}

/** A text taken apart at the caret; at the end of a list or quote, an empty piece leads out of it. */
export function splitBlock(blocks: Blocks, clientId: string, head: string, tail: string): Changed {
  const block = findBlock(blocks, clientId)
  if (!block) return { blocks, caret: null }
  const parent = parentOf(blocks, clientId)
  const isLast = parent?.innerBlocks.at(-1) === block
  if (
    parent &&
    !isContainer(parent) &&
    isLast &&
    head === '' &&
    tail === '' &&
    block.innerBlocks.length === 0
  ) {
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
  if (before && isText(before) && isInSameContainer(blocks, block, before)) {
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
  if (parent && !isContainer(parent) && parent.innerBlocks[0] === block) {
    return leaveHolder(blocks, parent, block)
  }
  if (!before?.clientId || contentOf(block) !== '') return { blocks, caret: null }
  return {
    blocks: replaceBlock(blocks, clientId, () => []),
    caret: { clientId: before.clientId, offset: Infinity },
  }
}

/** A text joined with the one after it. */
export function joinWithNext(blocks: Blocks, clientId: string, lengthOf: (html: string) => number): Changed {
  const all = allBlocks(blocks)
  const at = all.findIndex((block) => block.clientId === clientId)
  const block = all[at]
  const next = all.slice(at + 1).find(isText)
  return block && next?.clientId && isInSameContainer(blocks, block, next)
    ? joinWithPrevious(blocks, next.clientId, lengthOf)
    : { blocks, caret: null }
}

/** Whether nothing that holds one of two blocks keeps it apart from the other, as a column does. */
function isInSameContainer(blocks: Blocks, one: ContentBlock, other: ContentBlock): boolean {
  return containerOf(blocks, one.clientId as string) === containerOf(blocks, other.clientId as string)
}

/** The first or last of a list or quote as a text before or after it. */
function leaveHolder(blocks: Blocks, parent: ContentBlock, block: ContentBlock): Changed {
  const outer = parentOf(blocks, parent.clientId as string)
  const isNested = outer?.name === 'core/list-item'
  const name = isNested ? 'core/list-item' : 'core/paragraph'
  const out = makeBlock(name, contentOf(block))
  const rest = parent.innerBlocks.filter((inner) => inner !== block)
  const left = rest.length > 0 ? [{ ...parent, innerBlocks: rest }] : []
  const isFirst = parent.innerBlocks[0] === block && rest.length > 0
  const holder = isNested ? outer : parent
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
