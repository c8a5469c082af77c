import type { RecordKey } from '../../core/keys'
import type { StoredQuery } from '../../queries/storedQuery'
import type { ListWindow, Range } from '../../queries/windows'
import { compareValues, type OrderValue } from './order'

/** A known stretch of a list while the list is being changed. */
interface Segment {
  start: number
  ids: RecordKey[]
  readonly seq: number
  readonly isRead: boolean
  readonly isAll: boolean
  lost: number
  /** Whether something has made it stale since it was read: its rows are no proof of anything. */
  readonly isStale: boolean
}

/** A place in a list: among the rows of a segment, or in an unknown stretch before one, or behind all. */
export interface Place {
  readonly segment: number
  /** The row; undefined in the unknown stretch before the segment. */
  readonly row?: number
}

/** The known rows of a list, to be changed by one write. */
export class KnownRows {
  private readonly segments: Segment[]
  private end: number | null
  /** By how many rows the list has grown. */
  private grown = 0
  /** Positions that were known before. */
  private readonly covered: readonly Range[]

  private constructor(
    private readonly list: StoredQuery,
    segments: Segment[],
  ) {
    this.segments = segments
    this.end = list.end
    this.covered = this.ranges()
  }

  /**
   * The known rows of a list; undefined where it is not known at which positions they stand, or while more are on their way.
   * @param staleSeq Stretches of this sequence number and older ones are stale.
   */
  static of(list: StoredQuery, staleSeq: number): KnownRows | undefined {
    if (list.partial?.length || list.windows.some((window) => window.isPartial || window.isProvisional))
      return undefined
    const segments = list.windows
      .filter(({ ids, start }) => ids.length > 0 || start === 0)
      .map((window) => ({
        start: window.start,
        ids: [...window.ids],
        seq: window.seq,
        isRead: window.isRead,
        isAll: window.isAll === true,
        lost: window.lost ?? 0,
        isStale: window.seq <= staleSeq,
      }))
    return segments.length > 0 && segments.every(({ isStale }) => isStale)
      ? undefined
      : new KnownRows(list, segments)
  }

  /** Whether all rows of the list are known. */
  get isWhole(): boolean {
    return this.end !== null && this.gaps().length === 0
  }

  /** Where a record stands; undefined where it is not among the known rows. */
  find(key: RecordKey): Place | undefined {
    for (const [segment, { ids, isStale }] of this.segments.entries()) {
      const row = ids.indexOf(key)
      if (row >= 0 && !isStale) return { segment, row }
    }
    return undefined
  }

  /** Whether a record stands in two known places, as it moved between the answers that gave them. */
  isTwice(key: RecordKey): boolean {
    return this.segments.filter(({ ids, isStale }) => !isStale && ids.includes(key)).length > 1
  }

  /** The unknown stretches. */
  gaps(): readonly Place[] {
    const gaps: Place[] = []
    let reached = 0
    for (const [segment, { start, ids, isStale }] of this.segments.entries()) {
      if (isStale) continue
      if (start > reached) gaps.push({ segment })
      reached = start + ids.length
    }
    if (this.end === null || reached < this.end) gaps.push({ segment: this.segments.length })
    return gaps
  }

  /**
   * Where a record belongs: strictly behind one known row and strictly before the next. Undefined where that is open: at a
   * tie, beside a row that can't be compared, or where the rows themselves are not in this order.
   * @param own What the record is put in order by.
   * @param valueOf The same of a row.
   */
  placeFor(
    own: OrderValue,
    valueOf: (key: RecordKey) => OrderValue,
    isDescending: boolean,
  ): Place | undefined {
    // The last known row that stands before the record, and the first behind it.
    let before: number | undefined
    let behind: number | undefined
    let last: OrderValue
    let at = 0
    for (const { ids, isStale } of this.segments) {
      if (isStale) continue
      // Each row of each list: an iterator over them is half of the time.
      for (let row = 0; row < ids.length; row++) {
        const value = valueOf(ids[row] as RecordKey)
        const order = compareValues(value, own, isDescending)
        const isContradicting = (compareValues(last, value, isDescending) ?? 0) > 0
        if (order === 0 || isContradicting) return undefined
        if (order !== undefined && order < 0) {
          if (behind !== undefined) return undefined
          before = at
        } else if (order !== undefined) behind ??= at
        last = value ?? last
        at++
      }
    }
    const isNext = (behind ?? at) === (before === undefined ? 0 : before + 1)
    if (own === undefined || !isNext) return undefined
    if (at === 0) return this.end === 0 ? { segment: 0, row: 0 } : { segment: this.segments.length }
    return behind === undefined ? this.lastPlace() : this.placeBetween(before, behind)
  }

  /** Between two known rows, by how many of them come before each: of one stretch, of two that touch, or of two apart. */
  private placeBetween(before: number | undefined, behind: number): Place {
    const { segment } = this.knownRow(behind)
    const previous = before === undefined ? undefined : this.knownRow(before)
    if (previous && this.reaches(previous.segment, segment))
      return { segment: previous.segment, row: previous.row + 1 }
    return this.segments[segment]?.start === 0 ? { segment, row: 0 } : { segment }
  }

  /** Where the known row stands that so many come before. */
  private knownRow(count: number): Required<Place> {
    let row = count
    let segment = 0
    for (const { ids, isStale } of this.segments) {
      if (!isStale && row < ids.length) break
      if (!isStale) row -= ids.length
      segment++
    }
    return { segment, row }
  }

  /** Behind all known rows: at the end of the list where that is known, else somewhere before it. */
  private lastPlace(): Place {
    let segment = this.segments.length - 1
    while (this.segments[segment]?.isStale) segment--
    const last = this.segments[segment]
    const isEnd = last && last.start + last.ids.length === this.end
    return isEnd ? { segment, row: last.ids.length } : { segment: this.segments.length }
  }

  private reaches(segment: number, next: number): boolean {
    const [one, other] = [this.segments[segment], this.segments[next]]
    return one === other || (one !== undefined && other?.start === one.start + one.ids.length)
  }

  /** Puts a record in: what stands behind moves by one. */
  insert(key: RecordKey, { segment, row }: Place): void {
    this.grown++
    if (row !== undefined) this.segments[segment]?.ids.splice(row, 0, key)
    this.shift(row === undefined ? segment : segment + 1, 1)
  }

  /** Takes a record out: what stands behind moves up by one. */
  remove({ segment, row }: Place): void {
    this.grown--
    if (row !== undefined) this.segments[segment]?.ids.splice(row, 1)
    this.shift(row === undefined ? segment : segment + 1, -1)
  }

  /** Takes a record out of the stale stretches, which are shown until they have been read again. */
  removeStale(key: RecordKey): void {
    for (const segment of this.segments) {
      const row = segment.isStale ? segment.ids.indexOf(key) : -1
      if (row < 0) continue
      segment.ids.splice(row, 1)
      segment.lost++
    }
  }

  private shift(from: number, by: 1 | -1): void {
    for (const segment of this.segments.slice(from)) segment.start += by
    if (this.end !== null) this.end += by
  }

  /**
   * The list as it is now. Stretches that are known have the sequence number of the write, so that answers to older questions
   * don't undo it; where a page has lost a row that nobody knows, it is shown without it and has to be read again. The total is
   * what was read with what was written since: which writes a read had seen is decided before (`mayHaveIt`, `staleSeq`).
   */
  patched(seq: number): { readonly list: StoredQuery; readonly isIncomplete: boolean } {
    const now = this.ranges()
    const holes = positionsWithout(this.covered, now).filter((at) => this.end === null || at < this.end)
    for (const hole of holes) this.markBeside(hole)
    const { totalItems } = this.list
    return {
      list: {
        ...this.list,
        windows: this.segments.flatMap((segment) => windowsOf(segment, seq)),
        end: this.end,
        totalItems: totalItems === null ? null : totalItems + this.grown,
        ...(this.grown !== 0 && { totalPages: null }),
      },
      isIncomplete: holes.length > 0 || this.hasNewEnd(now),
    }
  }

  /** Whether pages that were empty, as they lay behind the end, may have rows now. */
  private hasNewEnd(known: readonly Range[]): boolean {
    const { end } = this
    if (end !== null) return this.grown > 0 && !known.some(({ start, stop }) => start < end && end <= stop)
    return this.list.windows.some(({ ids, start }) => ids.length === 0 && start > 0)
  }

  /** The row beside a hole stands alone, and is marked: a page that holds it is shown with a row less. */
  private markBeside(hole: number): void {
    for (const [at, segment] of this.segments.entries()) {
      if (segment.isStale || segment.ids.length === 0) continue
      const last = segment.start + segment.ids.length - 1
      if (last === hole - 1) return this.markRow(at, segment.ids.length - 1)
      if (segment.start === hole + 1) return this.markRow(at, 0)
    }
  }

  private markRow(at: number, row: number): void {
    const segment = this.segments[at] as Segment
    const part = (from: number, to: number, lost: number): Segment => ({
      ...segment,
      start: segment.start + from,
      ids: segment.ids.slice(from, to),
      lost,
    })
    const parts = [
      part(0, row, segment.lost),
      part(row, row + 1, segment.lost + 1),
      part(row + 1, segment.ids.length, segment.lost),
    ]
    this.segments.splice(at, 1, ...parts.filter(({ ids }) => ids.length > 0))
  }

  /** The known stretches. */
  private ranges(): readonly Range[] {
    return this.segments.flatMap(({ start, ids, isStale }) =>
      isStale ? [] : [{ start, stop: start + ids.length }],
    )
  }
}

/** Positions of some stretches that none of others has. */
function positionsWithout(some: readonly Range[], others: readonly Range[]): readonly number[] {
  const positions: number[] = []
  for (const { start, stop } of some) {
    for (let at = start; at < stop;) {
      const other = others.find((range) => range.start <= at && at < range.stop)
      if (other) at = other.stop
      else positions.push(at++)
    }
  }
  return positions
}

function windowsOf(
  { start, ids, seq: ownSeq, isRead, isAll, lost, isStale }: Segment,
  seq: number,
): readonly ListWindow[] {
  if (ids.length === 0 && start > 0) return []
  return [
    {
      start,
      size: ids.length,
      ids,
      seq: isStale ? ownSeq : seq,
      isRead,
      ...(isAll && { isAll: true as const }),
      ...(lost > 0 && { lost }),
    },
  ]
}
