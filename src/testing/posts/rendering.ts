/** Letters of languages that no accent makes of a plain one, as WordPress writes them without a language of the site. */
const plain: { readonly [letter: string]: string } = {
  ...{ ß: 's', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ı: 'i', ŋ: 'n' },
}

/** Shortest words: what a site makes of a text for a web address. */
export function slugOf(text: string): string {
  return text
    .replace(/<[^>]*>/g, '')
    .replace(/&[a-z]+;|&#\d+;/gi, '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\p{Script=Latin}/gu, (letter) => plain[letter] ?? letter)
    .replace(/[^\p{L}\p{N}\s_-]+/gu, (mark) => (/^[./–—]+$/.test(mark) ? '-' : ''))
    .replace(/[\s-]+/g, '-')
    .replace(/^-+|-+$/g, '')
}

/** The first of `slug`, `slug-2`, `slug-3` and so on that is free. */
export function freeSlug(slug: string, isTaken: (slug: string) => boolean): string {
  if (!isTaken(slug)) return slug
  let count = 2
  while (isTaken(`${slug}-${count}`)) count++
  return `${slug}-${count}`
}

/** Plain quotes, dashes and ampersands as a site prints them; tags stay as they are. */
export function curl(text: string): string {
  return text
    .split(/(<[^>]*>)/)
    .map((part, index) => (index % 2 === 1 ? part : curlText(part)))
    .join('')
}

/**
 * The HTML of a post's content: blocks without their marks, or paragraphs where there are no blocks. With
 * `hasParagraphClass` paragraphs that are blocks have the class that says so.
 */
export function renderContent(raw: string, hasParagraphClass = false): string {
  if (!raw.includes('<!-- wp:')) return paragraphs(curl(raw))
  const classed = hasParagraphClass
    ? raw.replace(/(<!-- wp:paragraph\b.*?-->\s*)(<p\b[^>]*>)/gs, addClass)
    : raw
  return curl(classed.replace(/<!-- \/?wp:.*?-->/gs, ''))
}

function addClass(_: string, before: string, tag: string): string {
  const name = 'wp-block-paragraph'
  const classed = / class="/.test(tag)
    ? tag.replace(/ class="([^"]*)"/, ` class="$1 ${name}"`)
    : tag.replace('<p', `<p class="${name}"`)
  return before + classed
}

/** The HTML of an excerpt; of the content's first 55 words where there is none. */
export function renderExcerpt(raw: string, content: string): string {
  if (raw !== '') return paragraphs(curl(raw))
  const words = renderContent(withoutOtherBlocks(content))
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
  const text = words.slice(0, 55).join(' ') + (words.length > 55 ? ' [&hellip;]' : '')
  return paragraphs(text)
}

const excerptBlocks = [
  'freeform',
  'heading',
  'html',
  'list',
  'media-text',
  'paragraph',
  'preformatted',
  'pullquote',
  'quote',
  'table',
  'verse',
]
const wrapperBlocks = ['column', 'columns', 'group']

/** A content without the blocks that an excerpt leaves out, as it does with all that hold such blocks. */
function withoutOtherBlocks(content: string): string {
  return content.replace(
    /<!-- wp:([\w/-]+)(?: \{.*?\})? -->(.*?)<!-- \/wp:\1 -->/gs,
    (block: string, name: string, inner: string) => {
      if (wrapperBlocks.includes(name)) return block
      const names = [name, ...[...inner.matchAll(/<!-- wp:([\w/-]+)/g)].map(([, within = '']) => within)]
      return names.every((one) => excerptBlocks.includes(one)) ? block : ''
    },
  )
}

/** Paragraphs of a text: an empty line parts them, a single break stays one. */
export function paragraphs(text: string): string {
  const parts = text.split(/\n\s*\n/).map((part) => part.trim())
  return parts
    .filter((part) => part !== '')
    .map((part) => (/^<(p|div|h\d|ul|ol|figure|table|blockquote|pre)\b/.test(part) ? part : `<p>${part}</p>`))
    .map((part) => `${part.replace(/\n/g, '<br />\n')}\n`)
    .join('')
}

/** Text with the characters escaped that HTML reserves. */
export function escapeHtml(text: string): string {
  return text
    .replace(/&(?!#?\w+;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#039;')
}

function curlText(text: string): string {
  if (!/[&"'.-]/.test(text)) return text
  return text
    .replace(/&(?!#?\w+;)/g, '&#038;')
    .replaceAll('---', '&#8212;')
    .replace(/(^|\s)--(?=\s|$)/g, '$1&#8212;')
    .replace(/(^|[^-])--(?!-)/g, '$1&#8211;')
    .replace(/(^|\s)-(?=\s|$)/g, '$1&#8211;')
    .replaceAll('...', '&#8230;')
    .replace(/(^|[\s([{])"/g, '$1&#8220;')
    .replaceAll('"', '&#8221;')
    .replace(/(^|[\s([{])'/g, '$1&#8216;')
    .replaceAll("'", '&#8217;')
}
