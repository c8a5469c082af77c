import type { ContentBlock } from 'copydesk'
import { makeSourceBlock } from './editableBlock'
import { spotsIn, type Spot } from './spots'

/** One row of a table: where it stands in the source, and its cells. */
export interface TableRow {
  start: number
  end: number
  cells: readonly Spot[]
  isHead: boolean
}

const row = /<tr(?: [^<>]*)?>[^]*?<\/tr>/g
const cell = /(<t[dh](?: [^<>]*)?>)([^]*?)(<\/t[dh]>)/g

/** The rows of a table's source; null where a cell holds more than text. */
export function rowsOf(source: string): readonly TableRow[] | null {
  const rows: TableRow[] = []
  const headEnd = source.indexOf('</thead>')
  for (const { 0: text, index } of source.matchAll(row)) {
    const cells = spotsIn(text, cell)
    if (!cells) return null
    rows.push({
      start: index,
      end: index + text.length,
      cells: cells.map((spot) => ({ ...spot, start: spot.start + index, end: spot.end + index })),
      isHead: index < headEnd,
    })
  }
  return rows.length > 0 ? rows : null
}

/** A table whose rows are to be typed, or hold what was pasted, as HTML. */
export function makeTable(
  rows: readonly (readonly string[])[],
  head: readonly string[] | null = null,
): ContentBlock {
  const line = (cells: readonly string[], tag: string) =>
    `<tr>${cells.map((text) => `<${tag}>${text}</${tag}>`).join('')}</tr>`
  const top = head ? `<thead>${line(head, 'th')}</thead>` : ''
  const body = rows.map((cells) => line(cells, 'td')).join('')
  return makeSourceBlock(
    'core/table',
    `<!-- wp:table -->\n<figure class="wp-block-table"><table class="has-fixed-layout">${top}<tbody>${body}</tbody></table></figure>\n<!-- /wp:table -->`,
  )
}

/** Whether rows and columns can be added and deleted: cells that go over several stand in the way. */
export function isRegular(source: string): boolean {
  return !/<t[dh][^<>]* (?:col|row)span=/.test(source)
}

/** With an empty row below one. */
export function withRowBelow(source: string, at: number): string {
  const rows = rowsOf(source) ?? []
  const like = rows[at]
  if (!like) return source
  const tags = like.cells.map(() => '<td></td>').join('')
  // Below the head begins the body.
  const place = like.isHead ? (rows.find(({ isHead }) => !isHead)?.start ?? like.end) : like.end
  return `${source.slice(0, place)}<tr>${tags}</tr>${source.slice(place)}`
}

/** With an empty column behind one. */
export function withColumnBehind(source: string, at: number): string {
  return inEachRow(source, ({ cells, isHead }) => {
    const spot = cells[Math.min(at, cells.length - 1)]
    const tag = isHead ? 'th' : 'td'
    if (!spot) return null
    const end = source.indexOf('>', spot.end) + 1
    return { at: end, until: end, text: `<${tag}></${tag}>` }
  })
}

/** Without a row; null where none would be left. */
export function withoutRow(source: string, at: number): string | null {
  const rows = rowsOf(source) ?? []
  const gone = rows[at]
  if (!gone || rows.length < 2) return null
  const left = source.slice(0, gone.start) + source.slice(gone.end)
  return left.replace(/<thead(?: [^<>]*)?><\/thead>/, '')
}

/** Without a column; null where none would be left. */
export function withoutColumn(source: string, at: number): string | null {
  if ((rowsOf(source) ?? []).some(({ cells }) => cells.length < 2)) return null
  return inEachRow(source, ({ cells }) => {
    const spot = cells[at]
    if (!spot) return null
    const start = source.lastIndexOf('<t', spot.start)
    return { at: start, until: source.indexOf('>', spot.end) + 1, text: '' }
  })
}

interface Cut {
  at: number
  until: number
  text: string
}

function inEachRow(source: string, cut: (row: TableRow) => Cut | null): string {
  // From the last, so that the places of those before it hold.
  return [...(rowsOf(source) ?? [])].reverse().reduce((text, row) => {
    const change = cut(row)
    return change ? text.slice(0, change.at) + change.text + text.slice(change.until) : text
  }, source)
}
