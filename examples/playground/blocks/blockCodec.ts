import type { BlockCodec, ContentBlock } from 'copydesk'
import { findBlocks, type BlockSpan } from './blockGrammar'
import { contentOf, framedOf, isEditableName, type Framed, type Surroundings } from './editableBlock'
import { isInlineHtml } from './inlineHtml'

/**
 * Reads and writes the block grammar of WordPress: `<!-- wp:name {json} -->`. What is written is, byte for byte, what
 * was read, but for what was edited between: a block that this editor has no fields for keeps its source.
 */
export const blockCodec: BlockCodec = { parse: parseBlocks, serialize: serializeBlocks }

/** Blocks whose `content` is to WordPress what it is here; of the others it is a caption, or the source. */
const sharingContent = ['core/paragraph', 'core/heading', 'core/code', 'core/list-item', 'core/freeform']

/** Whether an attribute is one that this codec made up, and WordPress's own editor does not know. */
export function isPrivateAttribute(blockName: string, attribute: string): boolean {
  return attribute !== 'content' || !sharingContent.includes(blockName)
}

/** The blocks of a text; text outside of blocks is one too, `core/freeform`. */
export function parseBlocks(text: string): ContentBlock[] {
  let made = 0
  const nextId = () => `parsed-${++made}`
  const blocks: ContentBlock[] = []
  let gap = ''
  const add = (name: string, attributes: object, inner: ContentBlock[], clientId: string) => {
    const isUsual = gap === usualGap(blocks.length)
    blocks.push({
      clientId,
      name,
      attributes: { ...attributes, ...(!isUsual && { gap }) },
      innerBlocks: inner,
    })
    gap = ''
  }
  const addText = (loose: string) => {
    const content = loose.trim()
    if (content !== '') {
      const start = loose.indexOf(content)
      gap += loose.slice(0, start)
      add('core/freeform', { content }, [], nextId())
      gap = loose.slice(start + content.length)
    } else gap += loose
  }
  let at = 0
  for (const span of findBlocks(text)) {
    addText(text.slice(at, span.start))
    const clientId = nextId()
    const read = readEditable(text, span, nextId) ?? readContainer(text, span, nextId)
    if (read) add(span.name, read.framed, read.inner, clientId)
    else add(span.name, { content: text.slice(span.start, span.end) }, [], clientId)
    at = span.end
  }
  addText(text.slice(at))
  if (gap === '') return blocks
  const last = blocks.pop()
  // Nothing but white space is a text, too.
  if (!last)
    return [{ clientId: nextId(), name: 'core/freeform', attributes: { content: text }, innerBlocks: [] }]
  return [...blocks, { ...last, attributes: { ...last.attributes, tail: gap } }]
}

/** The text that blocks come to. */
export function serializeBlocks(blocks: readonly ContentBlock[]): string {
  return blocks
    .map((block, place) => {
      const { gap, tail } = block.attributes as Surroundings
      return (gap ?? usualGap(place)) + sourceOf(block) + (tail ?? '')
    })
    .join('')
}

const sources = new WeakMap<ContentBlock, string>()

/** The text of one block, without what stands between it and others. */
function sourceOf(block: ContentBlock): string {
  let source = sources.get(block)
  if (source === undefined) {
    source = writeSource(block)
    sources.set(block, source)
  }
  return source
}

function writeSource(block: ContentBlock): string {
  const framed = framedOf(block)
  if (framed === undefined) return contentOf(block)
  const { before, content, after, image = '', cite, captionFrame } = framed
  const caption = captionFrame && content !== '' ? captionFrame.join(content) : ''
  const inner = serializeBlocks(block.innerBlocks)
  const cited = cite === undefined ? '' : `<cite>${cite}</cite>`
  return before + image + (captionFrame ? caption : content) + inner + cited + after
}

function usualGap(place: number): string {
  return place === 0 ? '' : '\n\n'
}

interface ReadBlock {
  framed: Framed
  inner: ContentBlock[]
}

/** How the content of a block is told apart: what opens it, what is typed, what closes it. */
const shapes: Record<string, RegExp> = {
  'core/paragraph': /^(\s*<p(?: [^<>]*)?>)([^]*)(<\/p>\s*)$/,
  'core/heading': /^(\s*<h[1-6](?: [^<>]*)?>)([^]*)(<\/h[1-6]>\s*)$/,
  'core/code': /^(\s*<pre(?: [^<>]*)?><code(?: [^<>]*)?>)([^]*)(<\/code><\/pre>\s*)$/,
  'core/separator': /^(\s*<hr(?: [^<>]*)?>)()(\s*)$/,
  'core/list-item': /^(\s*<li(?: [^<>]*)?>)([^]*)(<\/li>\s*)$/,
}

/** The tags around the inner blocks of those that hold some. */
const holders: Record<string, { shape: RegExp; holds: string }> = {
  'core/list': { shape: /^(\s*<[uo]l(?: [^<>]*)?>)([^]*)(<\/[uo]l>\s*)$/, holds: 'core/list-item' },
  'core/quote': {
    shape: /^(\s*<blockquote(?: [^<>]*)?>)([^]*)(<\/blockquote>\s*)$/,
    holds: 'core/paragraph',
  },
}

/** A block taken apart; undefined where it is not exactly of a shape that can be edited. */
function readEditable(text: string, span: BlockSpan, nextId: () => string): ReadBlock | undefined {
  const { name, start, contentStart, contentEnd, end, inner } = span
  const opening = text.slice(start, contentStart)
  const closing = text.slice(contentEnd, end)
  if (closing === '') return undefined
  const whole = text.slice(contentStart, contentEnd)
  if (name === 'core/image') return inner.length > 0 ? undefined : readImage(opening, whole, closing)
  const holder = Object.hasOwn(holders, name) ? holders[name] : undefined
  if (holder) {
    const [, opens, held, closes] = holder.shape.exec(whole) ?? []
    if (opens === undefined || held === undefined || closes === undefined) return undefined
    const read = readInner(held, holder.holds, nextId)
    if (!read || (read.cite !== undefined && name !== 'core/quote')) return undefined
    const framed = { before: opening + opens, content: '', after: closes + closing }
    const { cite } = read
    return { framed: cite === undefined ? framed : { ...framed, cite }, inner: read.blocks }
  }
  const [, opens, typed, closes] = (Object.hasOwn(shapes, name) && shapes[name]?.exec(whole)) || []
  if (opens === undefined || typed === undefined || closes === undefined) return undefined
  // An item of a list may have a list of its own after its text.
  const nested = name === 'core/list-item' ? inner[0] : undefined
  if (!nested && inner.length > 0) return undefined
  const cut = nested ? nested.start - contentStart - opens.length : typed.length
  const content = typed.slice(0, cut)
  if (!isInlineHtml(content)) return undefined
  const read = readInner(typed.slice(cut), 'core/list', nextId)
  if (!read || read.cite !== undefined) return undefined
  return {
    framed: { before: opening + opens, content, after: closes + closing },
    inner: read.blocks,
  }
}

/** What may hold nothing, and is no more than an element then. */
const maybeEmpty = ['core/group', 'core/column']

/**
 * A block that is there to hold others, such as columns: all around them is kept as it is. Undefined where nothing in
 * it can be edited, as it is easier to survey whole then.
 */
function readContainer(text: string, span: BlockSpan, nextId: () => string): ReadBlock | undefined {
  const { name, start, contentStart, contentEnd, end, inner } = span
  if (isEditableName(name)) return undefined
  const [first, last] = [inner[0], inner.at(-1)]
  if (!first || !last) {
    const [, opens] =
      (maybeEmpty.includes(name) && emptyElement.exec(text.slice(contentStart, contentEnd))) || []
    if (opens === undefined) return undefined
    const cut = contentStart + opens.length
    return { framed: { before: text.slice(start, cut), content: '', after: text.slice(cut, end) }, inner: [] }
  }
  const isApart = inner.some(
    (block, place) => text.slice(inner[place - 1]?.end ?? block.start, block.start).trim() !== '',
  )
  if (isApart) return undefined
  const blocks = parseBlocks(text.slice(first.start, last.end)).map((block) => withNewIds(block, nextId))
  if (!blocks.some((block) => framedOf(block))) return undefined
  const framed = { before: text.slice(start, first.start), content: '', after: text.slice(last.end, end) }
  return { framed, inner: blocks }
}

const emptyElement = /^(\s*<([a-z]+)(?: [^<>]*)?>\s*)<\/\2>\s*$/

/** Inner blocks that are all of one kind and all editable, and who is quoted. */
function readInner(
  held: string,
  name: string,
  nextId: () => string,
): { blocks: ContentBlock[]; cite: string | undefined } | undefined {
  const [, text = held, cite] = /^([^]*)<cite>([^]*)<\/cite>$/.exec(held) ?? []
  if (cite !== undefined && !isInlineHtml(cite)) return undefined
  const blocks = parseBlocks(text).map((block) => withNewIds(block, nextId))
  const isKnown = blocks.every((block) => block.name === name && framedOf(block) !== undefined)
  // What an empty list or quote would be typed into has yet to be there.
  return isKnown && (text === '' || blocks.length > 0) ? { blocks, cite } : undefined
}

function withNewIds(block: ContentBlock, nextId: () => string): ContentBlock {
  return {
    ...block,
    clientId: nextId(),
    innerBlocks: block.innerBlocks.map((inner) => withNewIds(inner, nextId)),
  }
}

const figure =
  /^(\s*<figure(?: [^<>]*)?>)(<img [^<>]*>)(?:(<figcaption(?: [^<>]*)?>)([^]*)(<\/figcaption>))?(<\/figure>\s*)$/

function readImage(opening: string, whole: string, closing: string): ReadBlock | undefined {
  const [, opens, image, captionOpens, caption = '', captionCloses, closes] = figure.exec(whole) ?? []
  if (opens === undefined || image === undefined || closes === undefined) return undefined
  // An empty caption would be left out when it is written.
  if (captionOpens !== undefined && (caption === '' || !isInlineHtml(caption))) return undefined
  const framed: Framed = { before: opening + opens, content: caption, after: closes + closing, image }
  if (captionOpens !== undefined && captionCloses !== undefined)
    framed.captionFrame = [captionOpens, captionCloses]
  return { framed, inner: [] }
}
