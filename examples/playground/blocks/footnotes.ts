export interface Footnote {
  /** What its mark in the text refers to. */
  id: string
  /** What it says, as HTML. */
  content: string
}

/** The footnotes in the meta of a document; none where it holds no list of them. */
export function readFootnotes(list: unknown): Footnote[] {
  try {
    const footnotes: unknown = typeof list === 'string' && list !== '' ? JSON.parse(list) : []
    return Array.isArray(footnotes) ? (footnotes as Footnote[]) : []
  } catch {
    return []
  }
}

/** The mark of a new footnote; the store gives it its number. */
export function newFootnoteMark(): string {
  const id = crypto.randomUUID()
  return `<sup data-fn="${id}" class="fn"><a href="#${id}" id="${id}-link">*</a></sup>`
}
