import type { ContentBlock } from 'copydesk'
import { closingComment, openingComment, withSettings } from './blockGrammar'
import { escapeAttribute } from './inlineHtml'

/** The blocks that have an editor of their own. */
const editableNames = [
  'core/paragraph',
  'core/heading',
  'core/list',
  'core/list-item',
  'core/quote',
  'core/image',
  'core/code',
  'core/separator',
] as const

export type EditableName = (typeof editableNames)[number]

export function isEditableName(name: string): name is EditableName {
  return (editableNames as readonly string[]).includes(name)
}

/**
 * What is known of a block that can be edited: what is typed, and the very text around it, which keeps all that this
 * editor knows nothing of, such as colours and class names.
 */
export interface Framed {
  /** From its opening comment to where what is typed begins. */
  before: string
  /** What is typed, as HTML. Empty where inner blocks hold it. For an image, its caption. */
  content: string
  /** From where what is typed ends to the end of its closing comment. */
  after: string
  /** The `<img>` of an image. */
  image?: string
  /** Who is quoted, as HTML; absent where the quote does not say. */
  cite?: string
  /** What stands between the caption and the image, and after the caption; absent without a caption. */
  captionFrame?: readonly [string, string]
}

/** Where a block stands in its text; absent where it is as usual: an empty line between blocks. */
export interface Surroundings {
  /** The text between the block before and this one. */
  gap?: string
  /** The text from the last block to the end. */
  tail?: string
}

/** What a block that can be edited is made of; undefined for one that is shown as its source. */
export function framedOf(block: ContentBlock): Framed | undefined {
  return 'before' in block.attributes ? (block.attributes as unknown as Framed) : undefined
}

/** The containers that can be added. */
export type ContainerName = 'core/columns' | 'core/column' | 'core/group'

/** Whether a block is there to hold others, which are shown as blocks of their own: a group, columns. */
export function isContainer(block: ContentBlock): boolean {
  return framedOf(block) !== undefined && !isEditableName(block.name)
}

const openContainers = ['core/group', 'core/column', 'core/cover', 'core/media-text', 'core/details']

/** Whether a block is a container that takes any block. */
export function isOpenContainer(block: ContentBlock): boolean {
  return isContainer(block) && openContainers.includes(block.name)
}

/** What more can be inside a block. */
export type Held = 'column' | 'picture' | 'paragraph'

/** What can be added inside a block: a column to columns, a paragraph to a container that takes any block. */
export function holdsOf(block: ContentBlock): Held | undefined {
  if (block.name === 'core/gallery' && isContainer(block)) return 'picture'
  if (block.name === 'core/columns' && isContainer(block)) return 'column'
  return isOpenContainer(block) ? 'paragraph' : undefined
}

/** The HTML in a block, or its source. */
export function contentOf({ attributes }: ContentBlock): string {
  return attributes.content as string
}

/** A block with other attributes. */
export function withAttributes(
  block: ContentBlock,
  attributes: Partial<Framed & Surroundings>,
): ContentBlock {
  return { ...block, attributes: { ...block.attributes, ...attributes } }
}

/** A new block of a kind, ready to be typed into: a container has a paragraph in it, columns are two. */
export function makeBlock(name: EditableName | ContainerName, content = '', level = 2): ContentBlock {
  const clientId = crypto.randomUUID()
  const frame = (opens: string, closes: string, settings = {}) => ({
    before: `${openingComment(name, settings)}\n${opens}`,
    content,
    after: `${closes}\n${closingComment(name)}`,
  })
  const block = (attributes: Framed, innerBlocks: ContentBlock[] = []): ContentBlock => ({
    clientId,
    name,
    attributes: { ...attributes },
    innerBlocks,
  })
  switch (name) {
    case 'core/paragraph':
      return block(frame('<p>', '</p>'))
    case 'core/heading': {
      const settings = level === 2 ? {} : { level }
      return block(frame(`<h${level} class="wp-block-heading">`, `</h${level}>`, settings))
    }
    case 'core/list':
      return block({ ...frame('<ul class="wp-block-list">', '</ul>'), content: '' }, [
        makeBlock('core/list-item', content),
      ])
    case 'core/list-item':
      return block(frame('<li>', '</li>'))
    case 'core/quote':
      return block({ ...frame('<blockquote class="wp-block-quote">', '</blockquote>'), content: '' }, [
        makeBlock('core/paragraph', content),
      ])
    case 'core/code':
      return block(frame('<pre class="wp-block-code"><code>', '</code></pre>'))
    case 'core/separator':
      return block({
        ...frame('<hr class="wp-block-separator has-alpha-channel-opacity"/>', ''),
        content: '',
      })
    case 'core/group':
      return block(
        {
          ...frame('<div class="wp-block-group">', '</div>', { layout: { type: 'constrained' } }),
          content: '',
        },
        [makeBlock('core/paragraph', content)],
      )
    case 'core/columns':
      return block({ ...frame('<div class="wp-block-columns">', '</div>'), content: '' }, [
        makeBlock('core/column', content),
        makeBlock('core/column'),
      ])
    case 'core/column':
      return block({ ...frame('<div class="wp-block-column">', '</div>'), content: '' }, [
        makeBlock('core/paragraph', content),
      ])
    case 'core/image':
      return block({
        ...frame('<figure class="wp-block-image">', '</figure>'),
        content: '',
        image: '<img alt=""/>',
      })
  }
}

/** Whether a list has numbers. */
export function isOrdered(list: ContentBlock): boolean {
  return /<ol[^<]*>$/.test(framedOf(list)?.before ?? '')
}

/** A list with numbers, still without items. */
export function makeOrderedList(): ContentBlock {
  const before = `${openingComment('core/list', { ordered: true })}\n<ol class="wp-block-list">`
  const list = { ...makeBlock('core/list'), innerBlocks: [] }
  return withAttributes(list, { before, after: `</ol>\n${closingComment('core/list')}` })
}

/** A list of items that are there, with numbers if the other list has them. */
export function makeListLike(other: ContentBlock, items: readonly ContentBlock[]): ContentBlock {
  const list = isOrdered(other) ? makeOrderedList() : makeBlock('core/list')
  return { ...list, innerBlocks: [...items] }
}

/** A new block that has no fields here, from its source. */
export function makeSourceBlock(name: string, content: string): ContentBlock {
  return { clientId: crypto.randomUUID(), name, attributes: { content }, innerBlocks: [] }
}

/** A picture of the media library, to be shown by a block. */
export interface Picture {
  id: number
  url: string
  alt: string
}

/** An image block with a picture of the library; its caption stays. */
export function withPicture(block: ContentBlock, { id, url, alt }: Picture): ContentBlock {
  const settings = { id, sizeSlug: 'full', linkDestination: 'none' }
  return withAttributes(block, {
    before: `${openingComment('core/image', settings)}\n<figure class="wp-block-image size-full">`,
    image: `<img src="${escapeAttribute(url)}" alt="${escapeAttribute(alt)}" class="wp-image-${id}"/>`,
    after: `</figure>\n${closingComment('core/image')}`,
  })
}

/** An image block with another description. */
export function withAlt(block: ContentBlock, alt: string): ContentBlock {
  const image = framedOf(block)?.image ?? ''
  const told = `alt="${escapeAttribute(alt)}"`
  return withAttributes(block, {
    image: / alt="[^"]*"/.test(image)
      ? image.replace(/ alt="[^"]*"/, () => ` ${told}`)
      : image.replace(/^<img/, () => `<img ${told}`),
  })
}

/** An image block with a caption; without one where it is empty. */
export function withCaption(block: ContentBlock, content: string): ContentBlock {
  const frame = framedOf(block)?.captionFrame ?? ['<figcaption class="wp-element-caption">', '</figcaption>']
  return withAttributes(block, { content, captionFrame: frame })
}

/** The level of a heading, from its tag. */
export function levelOf(block: ContentBlock): number {
  return Number(/<h([1-6])[^<]*>$/.exec(framedOf(block)?.before ?? '')?.[1] ?? 2)
}

/** A heading of another level, with all else that its markup says. */
export function withLevel(block: ContentBlock, level: number): ContentBlock {
  const { before, after } = framedOf(block) as Framed
  return withAttributes(block, {
    before: withSettings(before, ({ level: known, ...rest }) =>
      level === 2 ? rest : { level, ...rest },
    ).replace(/<h[1-6]([^<]*>)$/, (all, rest: string) => `<h${level}${rest}`),
    after: after.replace(/^<\/h[1-6]>/, `</h${level}>`),
  })
}

/** All that is typed in a block and in those inside it, a piece for each. */
export function textsOf(block: ContentBlock): string[] {
  const own = contentOf(block)
  return [...(own === '' ? [] : [own]), ...block.innerBlocks.flatMap(textsOf)]
}

/** What a text can be turned into. */
export interface TextKind {
  name: EditableName
  /** Of a heading. Default 2. */
  level?: number
  /** Whether a list has numbers. Default false. */
  isOrdered?: boolean
}

/** What a block says, as a block of another kind; several where the kind holds one text and the block had more. */
export function turnInto(
  block: ContentBlock,
  { name, level = 2, isOrdered: hasNumbers }: TextKind,
): ContentBlock[] {
  if (block.name === 'core/heading' && name === 'core/heading') return [withLevel(block, level)]
  const list = hasNumbers ? makeOrderedList() : { ...makeBlock('core/list'), innerBlocks: [] }
  // Items keep the lists inside them.
  if (block.name === 'core/list' && name === 'core/list') return [{ ...list, innerBlocks: block.innerBlocks }]
  const texts = block.innerBlocks.length > 0 ? textsOf(block) : [contentOf(block)]
  const isHolding = name === 'core/list' || name === 'core/quote'
  if (!isHolding) return texts.map((text) => makeBlock(name, text, level))
  const holder = name === 'core/list' ? list : makeBlock(name)
  const inner = name === 'core/list' ? 'core/list-item' : 'core/paragraph'
  return [{ ...holder, innerBlocks: texts.map((text) => makeBlock(inner, text)) }]
}
