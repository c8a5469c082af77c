import type { RecordKey } from '../core/keys'
import { mostOf } from '../core/mostOf'

/** A stretch of a list as one answer gave it. */
export interface ListWindow {
  /** Position of its first row in the list, from 0. */
  readonly start: number
  /** How many positions it speaks for; some of them may lie behind the end of the list. */
  readonly size: number
  readonly ids: readonly RecordKey[]
  /** The seq of the request that brought it. */
  readonly seq: number
  /** When it came, in milliseconds since 1970; absent where no read brought it. */
  readonly at?: number
  /** Whether a read brought it, not only a hand. */
  readonly isRead: boolean
  /** Whether more of the list is on its way, and it is shown meanwhile. */
  readonly isProvisional?: true
  /**
   * How many rows that it or a stretch before it had are gone, so that others moved up, or came twice, so that others did not
   * come; it is shown without them.
   */
  readonly lost?: number
  /** Whether it is the answer to the question for the whole list. */
  readonly isAll?: true
  /**
   * Whether it has fewer rows than positions, as the server kept some back: WordPress does with rows that the user may
   * not edit. Then it is not known at which of its positions the others stand. Or it has more: sticky posts before the
   * rows that were asked for.
   */
  readonly isPartial?: true
}

/** What is known of one list: windows with known rows, and unknown positions between them. */
export interface ListRows {
  /** Known stretches by position; they never overlap. */
  readonly windows: readonly ListWindow[]
  /**
   * Answers from which rows were kept back, each as it was asked for. They may overlap: no part of one can be distinguished
   * from the rest, so a newer answer about some of its positions can't take their place.
   */
  readonly partial?: readonly ListWindow[]
  /** Where the list ends; null while that is not known. */
  readonly end: number | null
  /** The seq of what said where it ends; absent where every answer since has said so. */
  readonly endSeq?: number
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
  const laid = markShort(window, last)
  // A list may have hundreds of pages: those before it stay, but for those that reach its end of then or of now.
  const reached = end === null ? Infinity : Math.min(rows.end ?? 0, end)
  const from = firstBehind(rows.windows, Math.min(laid.start, reached))
  const all = [...rows.windows.slice(from), ...(rows.partial ?? [])].map((other) => markShort(other, last))
  // A whole list stays on screen until it has been read again as a whole.
  const isShown = all.some((other) => other.isPartial && other.isAll && !other.isProvisional)
  if (laid.isPartial && laid.isProvisional && isShown) return rows
  const windows = [...rows.windows.slice(0, from), ...windowsBeside(all, laid, last)]
  const partial = all.filter((other) => other.isPartial && staysPartial(other, laid, last))
  if (laid.isPartial) partial.push(laid)
  else windows.splice(firstFrom(windows, laid.start), 0, laid)
  return { ...rows, windows, ...((rows.partial || partial.length > 0) && { partial }), end }
}

/** A window that is marked as partial where it turns out to have fewer rows than positions. */
function markShort(window: ListWindow, last: number): ListWindow {
  const { start, size, ids, isPartial } = window
  const isShort = last < Infinity && ids.length < Math.min(size, last - start)
  return isShort && !isPartial ? { ...window, isPartial: true } : window
}

/** What a window leaves of others without gaps, up to the end of the list; they stay in their order. */
function windowsBeside(all: readonly ListWindow[], laid: ListWindow, last: number): ListWindow[] {
  const left: ListWindow[] = []
  const range = { start: laid.start, stop: laid.start + Math.max(laid.size, 1) }
  for (const other of all) {
    if (other.isPartial) continue
    // What the same read has shown so far.
    if (laid.isPartial && laid.isAll && other.isProvisional) continue
    if (laid.isPartial || !overlaps(other, range)) {
      if (other.start + other.ids.length <= last && other.start < last) left.push(other)
      else left.push(...cutWindow(other, 0, last))
    } else {
      left.push(...cutWindow(other, 0, Math.min(laid.start, last)))
      left.push(...cutWindow(other, laid.start + laid.size, last))
    }
  }
  return left
}

/** Whether the answer to a range still counts: not behind the end, nor answered anew, nor a whole list that has grown. */
function staysPartial(other: ListWindow, laid: ListWindow, last: number): boolean {
  const hasGrown = other.isAll && !other.isProvisional && last > other.start + other.size
  return other.start < last && !hasGrown && !isSameRange(askedRange(other), askedRange(laid))
}

/** Whether a newer answer is known for some of the window's positions. */
export function isOlder(rows: ListRows, { start, size, seq }: Pick<ListWindow, 'start' | 'size' | 'seq'>) {
  const range = { start, stop: start + Math.max(size, 1) }
  const isNewer = (other: ListWindow) => other.seq > seq
  if (windowsIn(rows.windows, range).some(isNewer)) return true
  return rows.partial?.some((other) => isNewer(other) && overlaps(other, range)) === true
}

/**
 * The list without some records: what stood behind them moves up, and the stretches that lost some are shown as they are.
 * @returns The list and how many of the records it had; the same list where it had none.
 */
export function removeRows<Rows extends ListRows>(
  rows: Rows,
  keys: ReadonlySet<RecordKey>,
): { readonly rows: Rows; readonly removed: number } {
  const { partial = [] } = rows
  const placed = new Set<RecordKey>()
  let moved = 0
  // One record, as it mostly is, is looked for in each list at once: `npm run bench -- --only deleteUnderLists`.
  const [only] = keys.size === 1 ? keys : []
  const isGone = (id: RecordKey) => (only === undefined ? keys.has(id) : id === only)
  const windows = rows.windows.map((window) => {
    const isIn = only === undefined || window.ids.includes(only)
    const ids = isIn ? window.ids.filter((id) => !(isGone(id) && placed.add(id))) : window.ids
    const gone = window.ids.length - ids.length
    if (moved === 0 && gone === 0) return window
    const start = window.start - moved
    moved += gone
    return { ...window, start, size: window.size - gone, ids, lost: (window.lost ?? 0) + moved }
  })
  if (moved === 0 && partial.length === 0) return { rows, removed: 0 }
  // Where a record stood that only partial windows have is known to lie within each of them.
  const stops = new Map<RecordKey, number>()
  for (const window of partial) {
    const { stop } = askedRange(window)
    for (const id of window.ids) {
      if (keys.has(id) && !placed.has(id)) stops.set(id, Math.min(stop, stops.get(id) ?? Infinity))
    }
  }
  const removed = placed.size + stops.size
  if (removed === 0) return { rows, removed }
  const end = rows.end && Math.max(0, rows.end - removed)
  if (partial.length === 0) return { rows: { ...rows, windows, end }, removed }
  const ends = [...stops.values()]
  let reached = 0
  const shifted = windows.map((window) => {
    const by = ends.filter((stop) => stop <= window.start).length
    // Where a partial window had more rows than positions, no window comes to stand over the one before it.
    const start = Math.max(window.start - by, reached)
    reached = start + window.size
    return by === 0 ? window : { ...window, start, lost: (window.lost ?? 0) + by }
  })
  const without = partial.map((window) => ({
    ...window,
    ids: window.ids.filter((id) => !keys.has(id)),
    lost: (window.lost ?? 0) + removed,
  }))
  return { rows: { ...rows, windows: shifted, partial: without, end }, removed }
}

/** All keys that a list is known to have, some of them perhaps twice. */
export function keysOfList({ windows, partial = [] }: ListRows): readonly RecordKey[] {
  return [...windows, ...partial].flatMap(({ ids }) => ids)
}

/** Whether a list is known to have any of these keys. */
export function hasKeyOf({ windows, partial }: ListRows, keys: ReadonlySet<string>): boolean {
  const has = ({ ids }: ListWindow) => ids.some((id) => keys.has(id))
  return windows.some(has) || partial?.some(has) === true
}

/** The range that a window is the answer to. */
export function askedRange({ start, size, isAll }: ListWindow): Range {
  return { start, stop: isAll ? Infinity : start + size }
}

export function isSameRange(one: Range, other: Range): boolean {
  return one.start === other.start && one.stop === other.stop
}

function overlaps(window: ListWindow, range: Range): boolean {
  return window.start < range.stop && stopOf(window) > range.start
}

/** The windows of a list that overlap a range. */
export function windowsIn(windows: readonly ListWindow[], range: Range): readonly ListWindow[] {
  return windows.slice(firstBehind(windows, range.start), firstFrom(windows, range.stop))
}

/** A window without positions stands at one: the list was looked at there. */
function stopOf({ start, size }: ListWindow): number {
  return start + Math.max(size, 1)
}

/** Index of the first window that reaches behind a position. */
function firstBehind(windows: readonly ListWindow[], position: number): number {
  return firstIndex(windows, (window) => stopOf(window) > position)
}

/** Index of the first window that starts at a position or behind it. */
function firstFrom(windows: readonly ListWindow[], position: number): number {
  return firstIndex(windows, ({ start }) => start >= position)
}

/** Index of the first window that passes a test which all behind it pass, too. */
function firstIndex(windows: readonly ListWindow[], passes: (window: ListWindow) => boolean): number {
  return mostOf(windows.length, (count) => !passes(windows[count - 1] as ListWindow))
}

/** What of a window's rows stands in a range. */
export function keysIn({ start, ids, isPartial }: ListWindow, range: Range): readonly RecordKey[] {
  return isPartial ? ids : ids.slice(Math.max(range.start - start, 0), Math.max(range.stop - start, 0))
}

/** What of a window lies in a stretch of positions, if anything. */
export function cutWindow(window: ListWindow, start: number, stop: number): readonly ListWindow[] {
  const from = Math.max(window.start, start)
  const end = Math.min(window.start + window.size, stop)
  if (from >= end) return []
  const isWhole = from === window.start && end === window.start + window.size
  if (isWhole) return [window]
  return [{ ...window, start: from, size: end - from, ids: keysIn(window, { start: from, stop: end }) }]
}
