import { keylessRecord, type EntityKey, type RecordKey } from '../../core/keys'
import { changedKeys, emptyTable, getRow, type Table } from '../../core/recordTable'
import type { EntityRecords } from '../../entities/reducer'

/** Keys of records, by entity. */
export type KeysByEntity = ReadonlyMap<EntityKey, ReadonlySet<RecordKey>>

/** A record that was read, and when, in milliseconds since 1970. */
export interface RecordRead {
  readonly entity: EntityKey
  readonly key: RecordKey
  readonly at: number
}

/** What is known of all records at one look. */
interface Look {
  readonly records: Table<EntityRecords>
  /** Records that are on screen, edited or being written. */
  readonly used: KeysByEntity
  /** What was read of late, oldest first. */
  readonly reads: readonly RecordRead[]
  readonly now: number
}

/**
 * The records of a store that nobody uses, and since when. A look costs what came, was left or was read since the one
 * before, and what is used, however many others are known.
 */
export class UnusedRecords {
  /** Since when, by entity and key; those that have been unused for longest stand first. */
  private readonly since = new Map<EntityKey, Map<RecordKey, number>>()
  /** Those whose time was over, and that something keeps. */
  private readonly kept = new Map<EntityKey, Set<RecordKey>>()
  private known: Table<EntityRecords> = emptyTable()
  private used: KeysByEntity = new Map()

  /** Since when the first of them is unused; Infinity where there is none. */
  first(): number {
    let first = Infinity
    for (const keys of this.since.values()) {
      const [at = Infinity] = keys.values()
      first = Math.min(first, at)
    }
    return first
  }

  look({ records, used, reads, now }: Look): void {
    for (const { entity, key, at } of reads) {
      const since = this.since.get(entity)?.get(key)
      if (since !== undefined && since < at) this.add(entity, key, at)
    }
    this.update(records, now)
    for (const [entity, keys] of this.used) {
      const known = getRow(records, entity)
      for (const key of keys)
        if (!used.get(entity)?.has(key) && isKnown(known, key)) this.add(entity, key, now)
    }
    for (const [entity, keys] of used) for (const key of keys) this.remove(entity, key)
    this.used = used
  }

  /** Notes which records came and went. */
  update(records: Table<EntityRecords>, now: number): void {
    for (const entity of changedKeys(this.known, records) as EntityKey[]) {
      const after = getRow(records, entity)
      for (const key of changedRecords(getRow(this.known, entity), after)) {
        if (!isKnown(after, key)) this.remove(entity, key)
        else if (!this.since.get(entity)?.has(key) && !this.kept.get(entity)?.has(key))
          this.add(entity, key, now)
      }
    }
    this.known = records
  }

  /** Those that have been unused for so long, in milliseconds, and that nothing keeps. */
  due(
    now: number,
    after: number,
    isKept: (entity: EntityKey, key: RecordKey) => boolean,
  ): ReadonlyMap<EntityKey, readonly RecordKey[]> {
    for (const [entity, keys] of this.kept)
      for (const key of keys) if (!isKept(entity, key)) this.add(entity, key, now)
    const due = new Map<EntityKey, RecordKey[]>()
    for (const [entity, keys] of this.since) {
      const overdue: RecordKey[] = []
      for (const [key, at] of keys) {
        if (now - at < after) break
        if (isKept(entity, key)) this.keep(entity, key)
        else overdue.push(key)
      }
      if (overdue.length > 0) due.set(entity, overdue)
    }
    return due
  }

  private add(entity: EntityKey, key: RecordKey, at: number): void {
    // There is just one record of an entity without ids: it takes no more room as time goes by.
    if (key === keylessRecord) return
    this.remove(entity, key)
    const keys = this.since.get(entity)
    if (keys) keys.set(key, at)
    else this.since.set(entity, new Map([[key, at]]))
  }

  private keep(entity: EntityKey, key: RecordKey): void {
    this.remove(entity, key)
    const keys = this.kept.get(entity)
    if (keys) keys.add(key)
    else this.kept.set(entity, new Set([key]))
  }

  private remove(entity: EntityKey, key: RecordKey): void {
    for (const all of [this.since, this.kept]) {
      const keys = all.get(entity)
      keys?.delete(key)
      if (keys?.size === 0) all.delete(entity)
    }
  }
}

/** Whether a record is known in any context. */
export function isKnown(known: EntityRecords | undefined, key: RecordKey): boolean {
  return Object.values(known?.contexts ?? {}).some((table) => getRow(table, key) !== undefined)
}

/** The records that came, changed or went, in any context. */
function changedRecords(
  before: EntityRecords | undefined,
  after: EntityRecords | undefined,
): ReadonlySet<RecordKey> {
  const contexts = new Set([before, after].flatMap((known) => Object.keys(known?.contexts ?? {})))
  return new Set(
    [...contexts].flatMap((context) => {
      return changedKeys(before?.contexts[context], after?.contexts[context]) as readonly RecordKey[]
    }),
  )
}
