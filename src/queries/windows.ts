import type { RecordKey } from '../core/keys'

/** A stretch of a list as one answer told it. */
export interface ListWindow {
  /** Position of its first row in the list, from 0. */
  readonly start: number
  /** How many positions it speaks for; more than its ids where the server kept rows back. */
  readonly size: number
  readonly ids: readonly RecordKey[]
  /** The turn of the request that brought it. */
  readonly seq: number
  /** Whether a read brought it, not only a hand. */
  readonly isRead: boolean
  /** Whether more of the list is on its way, and it is shown meanwhile. */
  readonly isProvisional?: true
  /** How many rows that it or a stretch before it had are gone, so that others moved up; it is shown without them. */
  readonly lost?: number
}

/** What the server told of one list: windows with known rows, and unknown positions between them. */
export interface ListRows {
  /** Known stretches by position; they never overlap. */
  readonly windows: readonly ListWindow[]
  /** Where the list ends; null while that is not known. */
  readonly end: number | null
}

/** A stretch of positions: from `start` up to, not including, `stop`. */
export interface Range {
  readonly start: number
  readonly stop: number
}

/**
 * The list with a window laid over what was known, up to its end; the same when something newer is known there.
 */
export function insertWindow<Rows extends ListRows>(
  rows: Rows,
  window: ListWindow,
  end: number | null,
): Rows {
  if (isOlder(rows, window)) return rows
  const last = end ?? Infinity
  const before: ListWindow[] = []
  const behind: ListWindow[] = []
  for (const other of rows.windows) {
    cut(other, 0, Math.min(window.start, last), before)
    cut(other, window.start + window.size, last, behind)
  }
  return { ...rows, windows: [...before, window, ...behind], end }
}

/** Whether a newer answer is known for some of the window's positions. */
export function isOlder(rows: ListRows, { start, size, seq }: Pick<ListWindow, 'start' | 'size' | 'seq'>) {
  const range = { start, stop: start + Math.max(size, 1) }
  return rows.windows.some((other) => other.seq > seq && overlaps(other, range))
}

/** The list without a record: what stood behind it moves up, and the stretch that lost it is shown as it is. */
export function removeRow<Rows extends ListRows>(rows: Rows, key: RecordKey): Rows {
  let moved = 0
  const windows = rows.windows.map((window) => {
    const { start, size, ids, lost = 0 } = window
    const at = ids.indexOf(key)
    if (at < 0) return moved === 0 ? window : { ...window, start: start - moved, lost: lost + moved }
    const left = [...ids]
    left.splice(at, 1)
    return { ...window, start: start - moved, size: size - 1, ids: left, lost: lost + ++moved }
  })
  return moved === 0 ? rows : { ...rows, windows, end: rows.end && rows.end - 1 }
}

/** The keys in a range of the list, each once; null while some of its positions are not known. */
export function readRange(rows: ListRows, range: Range): readonly RecordKey[] | null {
  const { parts, start, stop, missing } = look(rows, range)
  if (start >= stop) return []
  if (missing > 0) {
    const isUnderWay = range.stop === Infinity && parts.some((window) => window.isProvisional)
    const lost = Math.max(0, ...parts.map((window) => window.lost ?? 0))
    if (!(isUnderWay || missing <= lost) || parts.every(({ ids }) => ids.length === 0)) return null
  }
  const only = parts[0]
  if (parts.length === 1 && only && only.start >= start && only.start + only.size <= stop) return only.ids
  // A row that moved between two answers stands where the newer one says.
  const holder = new Map<RecordKey, ListWindow>()
  for (const window of [...parts].sort((one, other) => one.seq - other.seq))
    for (const id of keysIn(window, start, stop)) holder.set(id, window)
  return parts.flatMap((window) => keysIn(window, start, stop).filter((id) => holder.get(id) === window))
}

/** The turn of the oldest read among those that told a range; 0 while it is not known, by a read and in full. */
export function rangeSeq(rows: ListRows, range: Range): number {
  const { parts, missing } = look(rows, range)
  const isTold = parts.every(({ isRead, isProvisional, lost }) => isRead && !isProvisional && !lost)
  return missing === 0 && isTold && parts.length > 0 ? Math.min(...parts.map(({ seq }) => seq)) : 0
}

/** The windows of a range as far as the list goes, and how many of its positions none of them speaks for. */
function look({ windows, end }: ListRows, range: Range) {
  const { start } = range
  const stop = Math.min(range.stop, end ?? Infinity)
  const parts = windows.filter((window) => overlaps(window, { start, stop: Math.max(stop, start + 1) }))
  let reached = start
  let missing = 0
  for (const window of parts) {
    missing += Math.max(window.start - reached, 0)
    reached = Math.max(reached, window.start + window.size)
  }
  return { parts, start, stop, missing: missing + Math.max(stop - reached, 0) }
}

function overlaps({ start, size }: ListWindow, range: Range): boolean {
  return start < range.stop && start + Math.max(size, 1) > range.start
}

function keysIn(window: ListWindow, start: number, stop: number): readonly RecordKey[] {
  return window.ids.slice(Math.max(start - window.start, 0), Math.max(stop - window.start, 0))
}

/** Adds what of a window lies in a stretch of positions, if anything. */
function cut(window: ListWindow, start: number, stop: number, to: ListWindow[]): void {
  const from = Math.max(window.start, start)
  const end = Math.min(window.start + window.size, stop)
  if (from >= end) return
  const isWhole = from === window.start && end === window.start + window.size
  to.push(isWhole ? window : { ...window, start: from, size: end - from, ids: keysIn(window, from, end) })
}
