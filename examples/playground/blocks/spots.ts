import { isInlineHtml } from './inlineHtml'

/** A stretch of a block's source that can be edited by itself; offsets count from the start of the source. */
export interface Spot {
  start: number
  end: number
  text: string
}

/**
 * Stretches of a source that hold text with inline markup.
 *
 * @param pattern - global, with three groups: what stands before the text, the text, what stands after it
 * @returns Null where one of them holds more than that: what can't be shown can't be edited.
 */
export function spotsIn(source: string, pattern: RegExp): Spot[] | null {
  const spots: Spot[] = []
  for (const { 0: all, 1: before = '', 2: text = '', index } of source.matchAll(pattern)) {
    if (all === '' || !isInlineHtml(text)) return null
    const start = index + before.length
    spots.push({ start, end: start + text.length, text })
  }
  return spots
}

/** A source with another text in one of its stretches. */
export function withSpot(source: string, { start, end }: Spot, text: string): string {
  return source.slice(0, start) + text + source.slice(end)
}

const caption = /(<figcaption(?: [^<>]*)?>)([^]*?)(<\/figcaption>)/g

/** The caption of a figure, and where the next one would begin; null where it is no plain text. */
export function captionOf(source: string): Spot | null {
  const found = spotsIn(source, caption)
  if (found === null || found.length > 1) return null
  const [known] = found
  if (known) return known
  const end = source.lastIndexOf('</figure>')
  return end < 0 ? null : { start: end, end, text: '' }
}

/** A source with another caption; without one where that is empty. */
export function withCaptionText(source: string, text: string): string {
  const spot = captionOf(source)
  if (!spot) return source
  const isThere = source.includes('<figcaption')
  if (isThere) return text === '' ? source.replace(caption, '') : withSpot(source, spot, text)
  return withSpot(source, spot, `<figcaption class="wp-element-caption">${text}</figcaption>`)
}
