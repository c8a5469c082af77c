import type { RecordKey } from '../core/keys'
import {
  askedRange,
  isSameRange,
  keysIn,
  cutWindow,
  windowsIn,
  type ListRows,
  type ListWindow,
  type Range,
} from './windows'

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
  if (parts.length === 1 && only && only.start >= start && only.start + only.ids.length <= stop)
    return only.ids
  // A row that moved between two answers stands where the newer one says.
  const holder = new Map<RecordKey, ListWindow>()
  for (const window of [...parts].sort((one, other) => one.seq - other.seq))
    for (const id of keysIn(window, { start, stop })) holder.set(id, window)
  return parts.flatMap((window) => keysIn(window, { start, stop }).filter((id) => holder.get(id) === window))
}

/**
 * The seq of the oldest read among those that gave a range, also of the one that says that the list ends in it; -1 while it
 * is not known, by a read and in full: where a row stands in two of them, another one stands in none.
 * @param keys - What `readRange` gives of it.
 */
export function rangeSeq(rows: ListRows, range: Range, keys = readRange(rows, range)): number {
  const { parts, start, stop, missing } = look(rows, range)
  const isKnown = parts.every(({ isRead, isProvisional, lost }) => isRead && !isProvisional && !lost)
  if (missing > 0 || !isKnown || parts.length === 0) return -1
  const given = parts.reduce((sum, window) => sum + keysIn(window, { start, stop }).length, 0)
  if (parts.length > 1 && given > (keys as readonly RecordKey[]).length) return -1
  const endsInIt = start < stop && stop < range.stop
  return Math.min(oldestSeq(parts), (endsInIt && rows.endSeq) || Infinity)
}

/** When the oldest answer came among those that gave a range; undefined where that is not known. */
export function rangeTime(rows: ListRows, range: Range): number | undefined {
  const times = look(rows, range).parts.map(({ at }) => at)
  return times.includes(undefined) ? undefined : Math.min(...(times as number[]))
}

/** Windows that answer a range as far as the list goes, and how many of its positions none of them speaks for. */
interface Found {
  readonly parts: readonly ListWindow[]
  readonly start: number
  readonly stop: number
  readonly missing: number
}

function look(rows: ListRows, range: Range): Found {
  const { start } = range
  const stop = Math.min(range.stop, rows.end ?? Infinity)
  const asked = { start, stop: Math.max(stop, start + 1) }
  const parts = windowsIn(rows.windows, asked)
  let reached = start
  let missing = 0
  for (const window of parts) {
    missing += Math.max(window.start - reached, 0)
    reached = Math.max(reached, window.start + window.size)
  }
  const found = { parts, start, stop, missing: missing + Math.max(stop - reached, 0) }
  return rows.partial ? lookAtPartial(rows.partial, found, range) : found
}

/**
 * The same where rows were kept back: the answer to just this range counts unless the list is known newer, and ranges
 * that were asked for one after the other make up a longer one.
 */
function lookAtPartial(partial: readonly ListWindow[], found: Found, range: Range): Found {
  const { parts, start, stop, missing } = found
  const own = partial.find((window) => isSameRange(askedRange(window), range))
  if (own) {
    const isNewer = missing === 0 && parts.length > 0 && oldestSeq(parts) > own.seq
    return isNewer ? found : { parts: [own], start, stop, missing: 0 }
  }
  if (missing === 0) return found
  const isInside = (window: ListWindow) =>
    window.start >= start && window.start < stop && (window.start + window.size <= stop || stop < range.stop)
  const joined = joinWindows([...parts, ...partial.filter(isInside)], start, stop)
  return joined ? { parts: joined, start, stop, missing: 0 } : found
}

/**
 * Windows that make up a range without gaps, the newer ones where several can; null where none do. A partial window
 * counts as a whole or not at all.
 */
function joinWindows(
  windows: readonly ListWindow[],
  start: number,
  stop: number,
): readonly ListWindow[] | null {
  const newestFirst = [...windows].sort((one, other) => other.seq - one.seq)
  const deadEnds = new Set<string>()
  /** @param lost - How many rows are gone of those that led there. */
  const continueAt = (reached: number, lost: number): readonly ListWindow[] | null => {
    if (reached >= stop) return []
    const end = `${reached} ${lost}`
    if (deadEnds.has(end)) return null
    for (const window of newestFirst) {
      for (const part of partsFrom(window, reached, stop, newestFirst)) {
        const rest = continueAt(part.start + part.size, Math.max(lost, part.lost ?? 0))
        if (rest) return [part, ...rest]
      }
    }
    if (stop - reached <= lost) return []
    deadEnds.add(end)
    return null
  }
  return continueAt(start, 0)
}

/** What of a window can come next: all that is left of it, or what stands before a partial window in its midst. */
function partsFrom(
  window: ListWindow,
  reached: number,
  stop: number,
  others: readonly ListWindow[],
): readonly ListWindow[] {
  // Rows that are gone leave a gap.
  const isNext = window.start <= reached + (window.lost ?? 0)
  if (!isNext || window.start + window.size <= reached) return []
  if (window.isPartial) return window.start >= reached ? [window] : []
  const ends = others
    .filter(({ isPartial, start }) => isPartial && start > reached)
    .map((other) => other.start)
  return [stop, ...ends].flatMap((end) => cutWindow(window, reached, end))
}

function oldestSeq(parts: readonly ListWindow[]): number {
  return Math.min(...parts.map(({ seq }) => seq))
}
