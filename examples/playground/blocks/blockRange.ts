import type { ContentBlock } from 'copydesk'
import { findBlock, neighbourOf, replaceBlock, allBlocks, type Changed } from './blockTree'
import { isContainer, isOpenContainer, textsOf } from './editableBlock'
import { serializeBlocks } from './blockCodec'

type Blocks = readonly ContentBlock[]

/** Where blocks are put: before or behind another one. */
export interface DropPlace {
  clientId: string
  side: 'before' | 'after'
}

/** The blocks from one to another, in reading order: as deep as one list of blocks holds both. */
export function rangeBetween(blocks: Blocks, anchor: string, head: string): Blocks {
  const at = (id: string) => blocks.findIndex((block) => findBlock([block], id) !== undefined)
  const [one, other] = [at(anchor), at(head)]
  if (one < 0 || other < 0) return []
  const holder = blocks[one]
  const isInside = one === other && holder && holder.clientId !== anchor && holder.clientId !== head
  if (isInside && isContainer(holder)) return rangeBetween(holder.innerBlocks, anchor, head)
  return blocks.slice(Math.min(one, other), Math.max(one, other) + 1)
}

/** The blocks beside one, itself among them, that have tools of their own. */
export function siblingsOf(blocks: Blocks, clientId: string): Blocks {
  const holder = blocks.find((block) => findBlock([block], clientId))
  if (!holder || holder.clientId === clientId || !isContainer(holder)) return blocks
  return siblingsOf(holder.innerBlocks, clientId)
}

/** The innermost container that a block stands in; undefined for an outermost one. */
export function holderOf(blocks: Blocks, clientId: string): ContentBlock | undefined {
  const holder = blocks.find((block) => findBlock([block], clientId))
  if (!holder || holder.clientId === clientId || !isContainer(holder)) return undefined
  return holderOf(holder.innerBlocks, clientId) ?? holder
}

/** Without some of the blocks; the caret goes to what is beside them. */
export function withoutBlocks(blocks: Blocks, gone: Blocks): Changed {
  const first = gone[0]?.clientId
  if (first === undefined) return { blocks, caret: null }
  const neighbour = neighbourOutside(blocks, gone)
  const left = gone.reduce((all, { clientId = '' }) => replaceBlock(all, clientId, () => []), blocks)
  const target = findBlock(left, neighbour ?? '')
  const last = target && allBlocks([target]).at(-1)
  return { blocks: left, caret: last?.clientId ? { clientId: last.clientId, offset: Infinity } : null }
}

function neighbourOutside(blocks: Blocks, gone: Blocks): string | undefined {
  const first = gone[0]?.clientId ?? ''
  const siblings = siblingsOf(blocks, first)
  const at = siblings.findIndex(({ clientId }) => clientId === first)
  const beside = siblings[at - 1] ?? siblings[at + gone.length]
  return (beside ?? neighbourOf(blocks, first))?.clientId
}

/** With others in the place of some of the blocks, the caret behind them. */
export function withReplaced(blocks: Blocks, gone: Blocks, added: Blocks): Changed {
  const [first, ...others] = gone
  if (!first?.clientId) return { blocks, caret: null }
  const left = others.reduce((all, { clientId = '' }) => replaceBlock(all, clientId, () => []), blocks)
  const last = allBlocks(added).at(-1)?.clientId
  return {
    blocks: replaceBlock(left, first.clientId, () => added),
    caret: last === undefined ? null : { clientId: last, offset: Infinity },
  }
}

/** With blocks of its own moved elsewhere, or new ones put there. As it is where they would go into themselves. */
export function withPlaced(blocks: Blocks, placed: Blocks, place: DropPlace | null): Blocks {
  const target = place === null ? null : openPlace(blocks, place)
  if (target && placed.some((block) => findBlock([block], target.clientId))) return blocks
  const left = placed.reduce((all, { clientId = '' }) => replaceBlock(all, clientId, () => []), blocks)
  const bare = placed.map(withoutGap)
  if (!target) return [...left, ...bare]
  return replaceBlock(left, target.clientId, (block) =>
    target.side === 'before' ? [...bare, block] : [block, ...bare],
  )
}

/** A place where any block can be: beside a column there is none, but beside the columns there is. */
export function openPlace(blocks: Blocks, place: DropPlace): DropPlace {
  const holder = holderOf(blocks, place.clientId)
  return !holder?.clientId || isOpenContainer(holder)
    ? place
    : openPlace(blocks, { ...place, clientId: holder.clientId })
}

/** A block without the white space that was around it where it stood. */
function withoutGap(block: ContentBlock): ContentBlock {
  const { gap, tail, ...attributes } = block.attributes
  return { ...block, attributes }
}

/** Blocks for the clipboard: for other editors of blocks, and for what takes only text. */
export function clipboardOf(blocks: Blocks): { html: string; text: string } {
  const bare = blocks.map(withoutGap)
  const text = bare.flatMap((block) => textsOf(block).map(asText))
  return { html: serializeBlocks(bare), text: text.join('\n\n') }
}

function asText(html: string): string {
  const spaced = html.replace(/<br\s*\/?>/g, '\n').replace(/<!--[^]*?-->/g, '')
  return (new DOMParser().parseFromString(spaced, 'text/html').body.textContent ?? '').trim()
}

/** Copies of blocks, as others of their kind. */
export function withFreshIds(blocks: Blocks): ContentBlock[] {
  return blocks.map((block) => ({
    ...withoutGap(block),
    clientId: crypto.randomUUID(),
    innerBlocks: withFreshInner(block.innerBlocks),
  }))
}

function withFreshInner(blocks: Blocks): ContentBlock[] {
  return blocks.map((block) => ({
    ...block,
    clientId: crypto.randomUUID(),
    innerBlocks: withFreshInner(block.innerBlocks),
  }))
}
