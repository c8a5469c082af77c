/** A tag that refers to a footnote, with the tags that open right behind it. */
export interface FootnoteMark {
  readonly id: string
  /** Where the text begins that shows the number. */
  readonly textStart: number
  /** Where that ends. */
  readonly end: number
}

/** The reference of a tag to a footnote, wherever it stands. */
interface Reference {
  readonly at: number
  readonly id: string
  /** Where its closing quote stands. */
  readonly end: number
}

/**
 * The marks of footnotes in HTML, in order. A text is gone through once, whatever is in it: a colleague may have written
 * it, and it is looked at with every key.
 */
export function marksOf(html: string): readonly FootnoteMark[] {
  const references = referencesIn(html)
  if (references.length === 0) return []
  const marks: FootnoteMark[] = []
  const opening = /<[a-z]/gi
  let tagEnd = -1
  /** How many of the references begin before the end of the tag. */
  let count = 0
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    const from = opening.lastIndex
    if (tagEnd < from) tagEnd = html.indexOf('>', from)
    if (tagEnd < 0) break
    while (count < references.length && (references[count] as Reference).at < tagEnd) count++
    const reference = references[count - 1]
    if (reference === undefined || reference.at < from) continue
    const textStart = skipTags(html, html.indexOf('>', reference.end) + 1)
    const next = html.indexOf('<', textStart)
    const end = next < 0 ? html.length : next
    marks.push({ id: reference.id, textStart, end })
    opening.lastIndex = end
  }
  return marks
}

/** Everything that can refer to a footnote: with a closing quote in the same line, and the end of a tag behind it. */
function referencesIn(html: string): readonly Reference[] {
  const lastTagEnd = html.lastIndexOf('>')
  const references: Reference[] = []
  /** Where the next of each is, looked for from the end on. */
  let [double, single, line, looked] = [-1, -1, -1, html.length]
  const found = [...html.matchAll(/\sdata-fn=(["'])/gi)].reverse()
  for (const { index, 0: all, 1: quote } of found) {
    const from = index + all.length
    while (looked > from) {
      looked--
      const letter = html[looked] as string
      if (letter === '"') double = looked
      else if (letter === "'") single = looked
      else if (/[\n\r\u2028\u2029]/.test(letter)) line = looked
    }
    const end = quote === '"' ? double : single
    if (end < 0 || end >= lastTagEnd || (line >= 0 && line < end)) continue
    references.push({ at: index, id: html.slice(from, end), end })
  }
  return references.reverse()
}

/** Where the tags end that open at a place, one behind the other. */
function skipTags(html: string, from: number): number {
  let at = from
  while (/^<[a-z]/i.test(html.slice(at, at + 2))) {
    const end = html.indexOf('>', at + 2)
    if (end < 0) break
    at = end + 1
  }
  return at
}
