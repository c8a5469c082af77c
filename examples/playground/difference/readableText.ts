import { plainText } from '../plainText'

/**
 * What a reader sees of the text of a document: a line for each paragraph, heading or item, with signs for what is a
 * heading, a list, bold, italic, a link or a picture, so that a change of those is seen, too.
 */
function readableText(content: string): string {
  const lines = readableMarkup(content)
    .split('\n')
    .map((line) => plainText(line).trim())
  return lines.filter(Boolean).join('\n')
}

/** The markup with those signs in the place of tags, a line for each of its blocks. */
export function readableMarkup(content: string): string {
  const marked = replaceUpTo('-->', content, (text) => text.replace(/<!--[^]*?-->/g, ''))
  const read = replaceUpTo('>', marked, (text) =>
    text
      .replace(/<h([1-6])[^>]*>/g, (all, level) => '#'.repeat(Number(level)) + ' ')
      .replace(/<li[^>]*>/g, '• '),
  )
    .replace(/<\/?(?:strong|b)>/g, '**')
    .replace(/<\/?(?:em|i)>/g, '_')
  const linked = replaceTags(read, /<a /g, 'href="', '</a>', (url, inner) => `[${inner}](${url})`)
  const pictured = replaceTags(
    linked,
    /<img/g,
    'src="',
    '',
    (url) => `[Image: ${url.replace(/^.*\//, '')}]\n`,
  )
  return pictured.replace(/<(?:\/(?:p|h[1-6]|li|pre|figcaption|blockquote|cite)|br\s*\/?|hr\s*\/?)>/g, '$&\n')
}

/** Replaces in a text as far as the last end of what is looked for: each beginning behind it would be looked for one to the end. */
function replaceUpTo(end: string, text: string, replace: (text: string) => string): string {
  const at = text.lastIndexOf(end)
  return at < 0 ? text : replace(text.slice(0, at + end.length)) + text.slice(at + end.length)
}

/**
 * Replaces the tags that have an address, with all that stands before `closing`. The text is gone through once, whatever
 * is in it.
 * @param attribute - The attribute with its opening quote; of several in a tag the last counts.
 */
function replaceTags(
  text: string,
  opening: RegExp,
  attribute: string,
  closing: string,
  replacement: (url: string, inner: string) => string,
): string {
  // An address ends before the last quote that a tag ends behind, and that before the last `closing`.
  const lastClosing = text.lastIndexOf(closing)
  const lastTagEnd = text.lastIndexOf('>', lastClosing - 1)
  const lastQuote = text.lastIndexOf('"', lastTagEnd - 1)
  if (lastClosing < 0 || lastTagEnd < 1 || lastQuote < 0) return text
  let result = ''
  let from = 0
  let [tagEnd, at] = [-1, -1]
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const inside = opening.lastIndex
    if (tagEnd < inside) {
      tagEnd = text.indexOf('>', inside)
      const known = text.slice(inside, Math.min(tagEnd, lastQuote)).lastIndexOf(attribute)
      at = tagEnd < 0 || known < 0 ? -1 : inside + known
    }
    if (tagEnd < 0) break
    if (at < inside) continue
    const quote = text.indexOf('"', at + attribute.length)
    const innerStart = text.indexOf('>', quote) + 1
    const innerEnd = closing === '' ? innerStart : text.indexOf(closing, innerStart)
    result += text.slice(from, found.index)
    result += replacement(text.slice(at + attribute.length, quote), text.slice(innerStart, innerEnd))
    from = innerEnd + closing.length
    opening.lastIndex = from
  }
  return result + text.slice(from)
}

/** Two texts to compare: as they are read, unless only the markup tells them apart. */
export function comparedTexts(from: string, to: string): [from: string, to: string] {
  const read: [string, string] = [readableText(from), readableText(to)]
  return read[0] === read[1] ? [from, to] : read
}
