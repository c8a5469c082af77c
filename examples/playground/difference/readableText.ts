import { plainText } from '../plainText'

/** What a reader sees of the text of a document: a line for each paragraph, heading or item. */
function readableText(content: string): string {
  const lines = content
    .replace(/<!--[^]*?-->/g, '')
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
