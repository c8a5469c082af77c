import { changedKeys, getRow, keysOf, type Table } from '../../core/recordTable'

/** Rows of one sort, by key: in one table, or beside each other in several. */
export type Rows = Readonly<Record<string, Table<unknown> | undefined>>

/** All that may be forgotten, by sort. */
export type RowsBySort = ReadonlyMap<string, Rows>

/** Keys of rows, by sort. */
export type KeysBySort = ReadonlyMap<string, ReadonlySet<string>>

/** A row that somebody has read, and when, in milliseconds since 1970. */
export interface RowRead {
  readonly sort: string
  readonly key: string
  readonly at: number
}

/** What is known at one look. */
interface Look {
  readonly rows: RowsBySort
  /** What is on screen, edited or being written. */
  readonly used: KeysBySort
  /** What was read since the look before, oldest first. */
  readonly reads: readonly RowRead[]
  readonly now: number
}

/**
 * The rows of a store that nobody uses, and since when. `look` goes through what came, changed, was left or was read since
 * the one before, and through what is used; `due` through those whose time is over and those that something keeps. What else
 * is known is not gone through here; `collectGarbage`, which forgets the records that are due, goes through the lists of
 * their entities, as one that stays may have them.
 */
export class UnusedRows {
  /** Since when, by sort and key; those that have been unused for longest stand first. */
  private readonly since = new Map<string, Map<string, number>>()
  /** Those whose time was over, and that something keeps. */
  private readonly kept = new Map<string, Set<string>>()
  private known: RowsBySort = new Map()
  private used: KeysBySort = new Map()

  /** Since when the first of them is unused; Infinity where there is none. */
  first(): number {
    let first = Infinity
    for (const keys of this.since.values()) {
      const [at = Infinity] = keys.values()
      first = Math.min(first, at)
    }
    return first
  }

  look({ rows, used, reads, now }: Look): void {
    for (const { sort, key, at } of reads) {
      const since = this.since.get(sort)?.get(key)
      if (since !== undefined && since < at) this.add(sort, key, at)
    }
    this.update(rows, now)
    for (const [sort, keys] of this.used)
      for (const key of keys)
        if (!used.get(sort)?.has(key) && has(rows.get(sort), key)) this.add(sort, key, now)
    for (const [sort, keys] of used) for (const key of keys) this.remove(sort, key)
    this.used = used
  }

  /** Notes which rows came and went. */
  update(rows: RowsBySort, now: number): void {
    for (const sort of new Set([...this.known.keys(), ...rows.keys()])) {
      const after = rows.get(sort)
      for (const key of changedRows(this.known.get(sort), after)) {
        if (!has(after, key)) this.remove(sort, key)
        else if (!this.since.get(sort)?.has(key) && !this.kept.get(sort)?.has(key)) this.add(sort, key, now)
      }
    }
    this.known = rows
  }

  /** Those that have been unused for so long, in milliseconds, and that nothing keeps, by sort. */
  due(
    now: number,
    after: number,
    keeps: (sort: string) => (key: string) => boolean,
  ): ReadonlyMap<string, readonly string[]> {
    for (const [sort, keys] of this.kept) {
      const isKept = keeps(sort)
      for (const key of keys) if (!isKept(key)) this.add(sort, key, now)
    }
    const due = new Map<string, string[]>()
    for (const [sort, keys] of this.since) {
      const isKept = keeps(sort)
      const overdue: string[] = []
      for (const [key, at] of keys) {
        if (now - at < after) break
        if (isKept(key)) this.keep(sort, key)
        else overdue.push(key)
      }
      if (overdue.length > 0) due.set(sort, overdue)
    }
    return due
  }

  private add(sort: string, key: string, at: number): void {
    this.remove(sort, key)
    const keys = this.since.get(sort)
    if (keys) keys.set(key, at)
    else this.since.set(sort, new Map([[key, at]]))
  }

  private keep(sort: string, key: string): void {
    this.remove(sort, key)
    const keys = this.kept.get(sort)
    if (keys) keys.add(key)
    else this.kept.set(sort, new Set([key]))
  }

  private remove(sort: string, key: string): void {
    for (const all of [this.since, this.kept]) {
      const keys = all.get(sort)
      keys?.delete(key)
      if (keys?.size === 0) all.delete(sort)
    }
  }
}

/** Whether there is a row of this key. */
export function has(rows: Rows | undefined, key: string): boolean {
  for (const name in rows) if (getRow(rows[name], key) !== undefined) return true
  return false
}

/** The keys of all rows. */
export function allKeys(rows: Rows | undefined): readonly string[] {
  return Object.values(rows ?? {}).flatMap((table) => (table ? keysOf(table) : []))
}

/** The keys of rows that came, changed or went. */
function changedRows(before: Rows | undefined, after: Rows | undefined): Iterable<string> {
  if (before === after) return []
  const names = Object.keys({ ...before, ...after })
  const changed = names.map((name) => changedKeys(before?.[name], after?.[name]))
  return changed.length === 1 ? (changed[0] ?? []) : new Set(changed.flat())
}
