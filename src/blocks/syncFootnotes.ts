import type { ContentBlock } from '../edits/blockCodec'
import { isDevelopment } from '../core/isDevelopment'
import { isEqual } from '../core/isEqual'
import { isPlain, type RecordData } from '../core/plain'
import { reuse } from '../core/reuse'
import { warnOnce } from '../core/warnOnce'
import { marksOf } from './footnoteMarks'

/** A footnote as the `footnotes` meta of a post lists it. */
export interface Footnote {
  /** What the mark in the text refers to by `data-fn`. */
  readonly id: string
  /** The footnote's text, as HTML. */
  readonly content: string
}

/** What is remembered of the footnotes of one post. */
export interface FootnoteMemory {
  /** Every footnote that it has had, by id, so that what was cut can be pasted. */
  readonly footnotes: Map<string, Footnote>
  /** The marks of blocks, in the order in which the codec of the store shows them. */
  readonly marks: WeakMap<ContentBlock, readonly string[]>
}

/** Blocks with their marks numbered, and the list that goes with them. */
export interface SyncedFootnotes {
  /** The same blocks where no number changes. */
  readonly blocks: readonly ContentBlock[]
  /** The list as JSON; absent when it stays as it is. */
  readonly footnotes?: string
}

type Serialize = (block: ContentBlock) => string

/**
 * Brings the footnotes of a post in step with the marks in its blocks: those without a mark go, new ones come empty,
 * and one that was there before, as in text that is cut and pasted, comes back with its text. A post without a list
 * keeps its blocks; a list that can't be read counts as none, with one warning.
 * @param list The `footnotes` meta.
 * @param serialize Asked for a block that has marks in several attributes, or in one and in inner blocks: only its text
 * says in which order they are shown. Where it throws, they count in the order of the attributes.
 *
 */
export function syncFootnotes(
  blocks: readonly ContentBlock[],
  list: unknown,
  memory: FootnoteMemory,
  serialize: Serialize,
): SyncedFootnotes {
  if (list === undefined) return { blocks }
  const { footnotes, marks } = memory
  const known = readFootnotes(list, memory).map((footnote) => {
    footnotes.set(footnote.id, footnote)
    return footnote.id
  })
  const ids = [...new Set(marksIn(blocks, serialize, marks))]
  if (isEqual(ids, known)) return { blocks }
  return {
    blocks: reuse(blocks, numbered(blocks, ids)),
    footnotes: JSON.stringify(ids.map((id) => footnotes.get(id) ?? { id, content: '' })),
  }
}

function readFootnotes(list: unknown, memory: FootnoteMemory): readonly Footnote[] {
  try {
    const entries = JSON.parse((list as string) || '[]') as (Partial<Footnote> | null)[]
    return entries.filter((entry): entry is Footnote => typeof entry?.id === 'string')
  } catch {
    if (isDevelopment()) warnOnce(memory, 'footnotes', 'Footnotes that are no JSON list count as none:', list)
    return []
  }
}

/** The ids that the marks in blocks refer to, in the order in which they are shown. */
function marksIn(
  blocks: readonly ContentBlock[],
  serialize: Serialize,
  known: FootnoteMemory['marks'],
): readonly string[] {
  return blocks.flatMap((block) => {
    const before = known.get(block)
    if (before) return before
    const parts = Object.values(block.attributes).map((value) => {
      const ids: string[] = []
      renumber(value, (id) => ids.push(id))
      return ids
    })
    const marked = [...parts, marksIn(block.innerBlocks, serialize, known)].filter((ids) => ids.length > 0)
    const marks = marked.flat()
    if (marked.length > 1) {
      const shown = idsIn(block, serialize)
      marks.sort((one, other) => shown.indexOf(one) - shown.indexOf(other))
    }
    known.set(block, marks)
    return marks
  })
}

/** The ids of the marks in the text of a block; none where it can't be written, which its save will report. */
function idsIn(block: ContentBlock, serialize: Serialize): readonly unknown[] {
  try {
    return [...serialize(block).matchAll(/\sdata-fn=(\\?["']|\\u0022)(.*?)\1/gi)].map(([, , id]) => id)
  } catch {
    return []
  }
}

function numbered(blocks: readonly ContentBlock[], ids: readonly string[]): readonly ContentBlock[] {
  return blocks.map((block) => ({
    ...block,
    attributes: renumber(block.attributes, (id) => ids.indexOf(id) + 1) as RecordData,
    innerBlocks: numbered(block.innerBlocks, ids),
  }))
}

/** A rich text of an editor: an instance that stands for HTML. */
interface RichText {
  readonly toHTMLString?: () => string
  readonly constructor: { readonly fromHTMLString?: (html: string) => unknown }
}

function renumberText(text: string, numberOf: (id: string) => number): string {
  let result = ''
  let from = 0
  for (const { id, textStart, end } of marksOf(text)) {
    result += text.slice(from, textStart) + String(numberOf(id))
    from = end
  }
  return result + text.slice(from)
}

/** A value of an attribute with another number in each of its marks. */
function renumber(value: unknown, numberOf: (id: string) => number): unknown {
  if (typeof value === 'string') return renumberText(value, numberOf)
  if (Array.isArray(value)) return value.map((entry) => renumber(entry, numberOf))
  if (isPlain(value))
    return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, renumber(part, numberOf)]))
  const rich = value as RichText | null | undefined
  const html = rich?.toHTMLString?.()
  const next = html && renumber(html, numberOf)
  return next === html ? value : (rich?.constructor.fromHTMLString?.(next as string) ?? value)
}
