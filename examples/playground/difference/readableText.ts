import { plainText } from '../plainText'

/**
 * What a reader sees of the text of a document: a line for each paragraph, heading or item, with signs for what is a
 * heading, a list, bold, italic, a link or a picture, so that a change of those is seen, too.
 */
function readableText(content: string): string {
  const lines = content
    .replace(/<!--[^]*?-->/g, '')
    .replace(/<h([1-6])[^>]*>/g, (all, level) => '#'.repeat(Number(level)) + ' ')
    .replace(/<li[^>]*>/g, '• ')
    .replace(/<\/?(?:strong|b)>/g, '**')
    .replace(/<\/?(?:em|i)>/g, '_')
    .replace(/<a [^>]*href="([^"]*)"[^>]*>([^]*?)<\/a>/g, '[$2]($1)')
    .replace(/<img[^>]*src="([^"]*)"[^>]*>/g, (all, url: string) => `[Image: ${url.replace(/^.*\//, '')}]\n`)
    .replace(/<(?:\/(?:p|h[1-6]|li|pre|figcaption|blockquote|cite)|br\s*\/?|hr\s*\/?)>/g, '$&\n')
    .split('\n')
    .map((line) => plainText(line).trim())
  return lines.filter(Boolean).join('\n')
}

/** Two texts to compare: as they are read, unless only the markup tells them apart. */
export function comparedTexts(from: string, to: string): [from: string, to: string] {
  const read: [string, string] = [readableText(from), readableText(to)]
  return read[0] === read[1] ? [from, to] : read
}
