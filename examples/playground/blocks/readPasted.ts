import type { ContentBlock } from 'copydesk'
import { parseBlocks } from './blockCodec'
import { withFreshIds } from './blockRange'
import { makeBlock, makeListLike, makeOrderedList, withAttributes } from './editableBlock'
import { escapeAttribute, escapeText, isSafeAddress } from './inlineHtml'
import { makeTable } from './tableSource'

/** Text as blocks: an empty line ends a paragraph, another line feed is a line break. */
function blocksOfText(text: string): ContentBlock[] {
  return text
    .split(/\n{2,}/)
    .filter((piece) => piece.trim() !== '')
    .map((piece) => makeBlock('core/paragraph', escapeText(piece).replaceAll('\n', '<br>')))
}

/** All that the clipboard has for a text of blocks. */
export function blocksFromClipboard(clipboard: DataTransfer): ContentBlock[] {
  const text = clipboard.getData('text/plain').replaceAll('\r\n', '\n')
  return blocksOfHtml(clipboard.getData('text/html')) ?? blocksOfText(text)
}

/** Whether HTML of the clipboard says more than its text does. */
const structure = 'table,h1,h2,h3,h4,h5,h6,p,ul,ol,blockquote,pre,img,hr,a[href],strong,b,em,i,code'

/**
 * HTML of the clipboard as blocks: headings, lists, quotations, code, pictures, and text with its links and emphasis. How
 * it looked stays behind. Nothing where it has no structure.
 */
function blocksOfHtml(html: string): ContentBlock[] | null {
  if (/<!--\s+wp:/.test(html)) return copiedBlocks(html)
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const gone of body.querySelectorAll('script,style,meta,link,title,template,noscript')) gone.remove()
  if (!body.querySelector(structure)) return null
  return blocksIn(body)
}

/** Blocks that were copied here, or in another editor of blocks: what they are made of is in the comments. */
function copiedBlocks(html: string): ContentBlock[] {
  const [, fragment = html] = /<!--\s*StartFragment\s*-->([^]*?)<!--\s*EndFragment\s*-->/.exec(html) ?? []
  const bare = fragment.replace(/<\/?(?:html|body|meta|head)[^>]*>/g, '')
  return withFreshIds(parseBlocks(bare.trim()))
}

function blocksIn(parent: Element): ContentBlock[] {
  const blocks: ContentBlock[] = []
  let run = ''
  const endRun = () => {
    const text = tidy(run)
    run = ''
    if (text !== '') blocks.push(makeBlock('core/paragraph', text))
  }
  for (const node of parent.childNodes) {
    const made = node instanceof Element ? blocksOf(node) : null
    if (made) {
      endRun()
      blocks.push(...made)
    } else run += inlineOf(node)
  }
  endRun()
  return blocks
}

/** What an element is as blocks; null where it belongs to a text. */
function blocksOf(element: Element): ContentBlock[] | null {
  const name = element.localName
  if (/^h[1-6]$/.test(name))
    return textBlock('core/heading', element, Math.min(4, Math.max(2, Number(name[1]))))
  if (name === 'p')
    return element.querySelector('img') ? blocksIn(element) : textBlock('core/paragraph', element)
  if (name === 'ul' || name === 'ol') return listOf(element)
  if (name === 'blockquote') return quoteOf(element)
  if (name === 'pre')
    return [makeBlock('core/code', escapeText(element.textContent ?? '').replaceAll('[', '&#91;'))]
  if (name === 'hr') return [makeBlock('core/separator')]
  if (name === 'img') return pictureOf(element)
  if (name === 'table') return tableOf(element)
  if (name === 'tr') return textBlock('core/paragraph', element)
  const isBlock =
    /^(?:div|section|article|main|header|footer|aside|figure|figcaption|table|thead|tbody|tfoot|dl|dt|dd|center)$/
  // Documents of an office come in an element that says no more than that they are one.
  return isBlock.test(name) || element.querySelector('p,h1,h2,h3,h4,h5,h6,ul,ol,blockquote,pre,table,img')
    ? blocksIn(element)
    : null
}

function textBlock(
  name: 'core/heading' | 'core/paragraph',
  element: Element,
  level?: number,
): ContentBlock[] {
  const text = tidy(insideOf(element))
  return text === '' ? [] : [makeBlock(name, text, level)]
}

function listOf(list: Element): ContentBlock[] {
  const items = [...list.children].flatMap((item) => {
    // Some write an inner list beside its item.
    if (item.matches('ul,ol')) return []
    const inner = [...item.querySelectorAll(':scope > ul, :scope > ol')]
    const beside = item.nextElementSibling?.matches('ul,ol') ? [item.nextElementSibling] : []
    const text = tidy(
      [...item.childNodes]
        .filter((node) => !inner.includes(node as Element))
        .map(inlineOf)
        .join(''),
    )
    return [{ ...makeBlock('core/list-item', text), innerBlocks: [...inner, ...beside].flatMap(listOf) }]
  })
  if (items.length === 0) return []
  return [makeListLike(list.localName === 'ol' ? makeOrderedList() : makeBlock('core/list'), items)]
}

/** A table with text in its cells; one that only lays out a page is what is in it. */
function tableOf(table: Element): ContentBlock[] {
  const rows = [...table.querySelectorAll('tr')].filter((row) => row.closest('table') === table)
  const isData =
    !table.querySelector('table, ul, ol, img, h1, h2, h3, h4') && rows.some((row) => row.children.length > 1)
  if (!isData) return blocksIn(table)
  const cellsOf = (row: Element) => [...row.children].map((cell) => tidy(insideOf(cell)))
  const [first, ...others] = rows
  const hasHead =
    first !== undefined && others.length > 0 && [...first.children].every((cell) => cell.matches('th'))
  const body = (hasHead ? others : rows).map(cellsOf)
  const width = Math.max(...rows.map((row) => row.children.length))
  const filled = body.map((cells) => [...cells, ...Array<string>(width - cells.length).fill('')])
  return [makeTable(filled, hasHead ? cellsOf(first) : null)]
}

function quoteOf(element: Element): ContentBlock[] {
  const texts = blocksIn(element).filter(({ name }) => name === 'core/paragraph')
  return texts.length === 0 ? [] : [{ ...makeBlock('core/quote'), innerBlocks: texts }]
}

function pictureOf(image: Element): ContentBlock[] {
  const url = image.getAttribute('src') ?? ''
  // A picture that is no file anywhere can't be linked to.
  if (!/^https?:/i.test(url)) return []
  const alt = escapeAttribute(image.getAttribute('alt') ?? '')
  return [
    withAttributes(makeBlock('core/image'), { image: `<img src="${escapeAttribute(url)}" alt="${alt}"/>` }),
  ]
}

const kept: Record<string, string> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  code: 'code',
  kbd: 'kbd',
  s: 's',
  del: 's',
  strike: 's',
  sub: 'sub',
  sup: 'sup',
}

function inlineOf(node: Node): string {
  if (node instanceof Text) return escapeText(node.data.replace(/\s+/g, ' '))
  if (!(node instanceof HTMLElement)) return ''
  if (node.localName === 'br') return '<br>'
  const inside = insideOf(node)
  if (inside.trim() === '') return inside
  const { fontWeight, fontStyle } = node.style
  const isPlain = /^(?:normal|[1-5]00)$/.test(fontWeight)
  const isBold = /^(?:bold|bolder|[6-9]00)$/.test(fontWeight)
  let html = inside
  const tag = kept[node.localName]
  if (tag !== undefined && !(tag === 'strong' && isPlain)) html = `<${tag}>${html}</${tag}>`
  else if (node.localName === 'span' && isBold) html = `<strong>${html}</strong>`
  if (node.localName === 'span' && fontStyle === 'italic') html = `<em>${html}</em>`
  const address = node.localName === 'a' ? (node.getAttribute('href') ?? '') : ''
  return address !== '' && isSafeAddress(address) ? `<a href="${escapeAttribute(address)}">${html}</a>` : html
}

function insideOf(node: Node): string {
  return [...node.childNodes].map(inlineOf).join('')
}

function tidy(html: string): string {
  return html.replace(/^(?:\s|<br>)+|(?:\s|<br>)+$/g, '')
}
