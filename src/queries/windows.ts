import type { RecordKey } from '../keys'

/** A stretch of a list as one answer told it. */
export interface ListWindow {
  /** Position of its first row in the list, from 0. */
  readonly start: number
  /** How many positions it speaks for; more than its ids where the server kept rows back. */
  readonly size: number
  readonly ids: readonly RecordKey[]
  /** The turn of the request that brought it. */
  readonly turn: number
  /** Whether a read brought it, not only a hand. */
  readonly isRead: boolean
  /** Whether it is shown though rows beside it are missing: a list under way, or one that lost a row. */
  readonly isProvisional?: true
}

/** What the server told of one list: windows with known rows, and unknown positions between them. */
export interface ListRows {
  /** Known stretches by position; they never overlap. */
  readonly windows: readonly ListWindow[]
  /** Where the list ends; null while that is not known. */
  readonly end: number | null
}

/** A stretch of positions: from `start` up to, not including, `stop`; no `stop` means to the end of the list. */
export interface Range {
  readonly start: number
  readonly stop: number
}

/** The list with a window laid over what was known; the same when something newer is known there already. */
export function layWindow<Rows extends ListRows>(rows: Rows, window: ListWindow, end: number | null): Rows {
  if (isOlder(rows, window)) return rows
  const stop = window.start + window.size
  const others = rows.windows.flatMap((other) => [
    ...cut(other, 0, window.start),
    ...cut(other, stop, Infinity),
  ])
  const windows = [
    ...others.filter((other) => other.start < window.start),
    shareIds(rows, window),
    ...others.filter((other) => other.start >= stop),
  ]
  return { ...rows, windows, end }
}

/** Whether a newer answer is known for some of the window's positions. */
export function isOlder(rows: ListRows, window: Pick<ListWindow, 'start' | 'size' | 'turn'>): boolean {
  const stop = window.start + Math.max(window.size, 1)
  return rows.windows.some(
    (other) =>
      other.turn > window.turn && other.start < stop && other.start + Math.max(other.size, 1) > window.start,
  )
}

/** The list without a record: what stood behind it moves up, and the stretch that lost it is shown as it is. */
export function removeRow<Rows extends ListRows>(rows: Rows, key: RecordKey): Rows {
  let removed = 0
  const windows = rows.windows.map((window) => {
    const ids = window.ids.filter((id) => id !== key)
    const lost = window.ids.length - ids.length
    if (lost === 0 && removed === 0) return window
    const moved = {
      ...window,
      start: window.start - removed,
      size: window.size - lost,
      ids,
      isProvisional: true as const,
    }
    removed += lost
    return moved
  })
  return removed === 0
    ? rows
    : { ...rows, windows, end: rows.end === null ? null : Math.max(rows.end - removed, 0) }
}

/** The keys in a range of the list, each once; null while some of its positions are not known. */
export function readRange(rows: ListRows, range: Range): readonly RecordKey[] | null {
  const stop = Math.min(range.stop, rows.end ?? Infinity)
  if (range.start >= stop) return []
  const parts = rows.windows.filter(
    (window) => window.start < stop && window.start + window.size > range.start,
  )
  const isGapAllowed = parts.some((window) => window.isProvisional && window.ids.length > 0)
  if (parts.length === 0 || !(isGapAllowed || isCovered(parts, range.start, stop))) return null
  const only = parts[0]
  if (parts.length === 1 && only && only.start >= range.start && only.start + only.size <= stop)
    return only.ids
  const byAge = [...parts].sort((one, other) => other.turn - one.turn)
  const seen = new Map<RecordKey, ListWindow>()
  for (const window of byAge) {
    for (const id of keysIn(window, range.start, stop)) if (!seen.has(id)) seen.set(id, window)
  }
  return parts.flatMap((window) => keysIn(window, range.start, stop).filter((id) => seen.get(id) === window))
}

/** The turn of the oldest read among those that told a range; 0 while it is not known, by a read and in full. */
export function rangeTurn(rows: ListRows, range: Range): number {
  const stop = Math.min(range.stop, rows.end ?? Infinity)
  const parts = rows.windows.filter(
    (window) => window.start <= stop && window.start + window.size >= range.start,
  )
  if (parts.length === 0 || parts.some((window) => !window.isRead || window.isProvisional)) return 0
  return isCovered(parts, range.start, stop) ? Math.min(...parts.map((window) => window.turn)) : 0
}

function isCovered(parts: readonly ListWindow[], start: number, stop: number): boolean {
  let reached = start
  for (const window of parts) {
    if (window.start > reached) return false
    reached = Math.max(reached, window.start + window.size)
  }
  return reached >= stop
}

function keysIn(window: ListWindow, start: number, stop: number): readonly RecordKey[] {
  return window.ids.slice(Math.max(start - window.start, 0), Math.max(stop - window.start, 0))
}

function cut(window: ListWindow, start: number, stop: number): readonly ListWindow[] {
  const from = Math.max(window.start, start)
  const to = Math.min(window.start + window.size, stop)
  if (from >= to) return []
  return from === window.start && to === window.start + window.size
    ? [window]
    : [{ ...window, start: from, size: to - from, ids: keysIn(window, from, to) }]
}

/** An unchanged stretch keeps its array, so that lists built on it keep theirs. */
function shareIds(rows: ListRows, window: ListWindow): ListWindow {
  const before = rows.windows.find((other) => other.start === window.start)
  const isSame =
    before && before.ids.length === window.ids.length && before.ids.every((id, i) => id === window.ids[i])
  return isSame ? { ...window, ids: before.ids } : window
}
