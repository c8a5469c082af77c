import { addresses, type Address } from '../../core/address'
import type { EntityKey, QueryKey, RecordKey } from '../../core/keys'
import type { RecordData } from '../../core/plain'
import { eachRow, getRow } from '../../core/recordTable'
import type { ReceivedRecords } from '../../entities/actions'
import { selectRow } from '../../entities/selectors'
import type { ListReceived } from '../../queries/actions'
import type { StoredQuery } from '../../queries/storedQuery'
import type { EntityState } from '../../store/rootReducer'
import type { KnownRules } from './listRules'
import { isSameAt, isSameToList, looksAt, membershipOf } from './membership'

/**
 * Records that reads have shown otherwise than a list was answered with: somebody else has moved them, put them in or taken
 * them out, so that the record before a write does not tell where that list has it. And lists of which a page was read again
 * that does not fit what was known: its other pages and older records tell nothing of it.
 */
export class MovedRows {
  private readonly moved = new Map<Address, Set<RecordKey>>()
  /** Up to which sequence number stretches of a list do not fit what was read of it since. */
  private readonly outdated = new Map<Address, number>()
  /** And records, as it has another number of rows than was known. */
  private readonly recounted = new Map<Address, number>()

  /** Notes of which lists the records of a read are moved; `state` is that before the read. */
  note(
    { entity, context, fields, keys, records }: ReceivedRecords,
    state: EntityState,
    rules: KnownRules,
  ): void {
    if (context !== 'default') return
    const lists: [QueryKey, RecordData][] = []
    eachRow(getRow(state.queries, entity), ({ parameters }: StoredQuery, query) => {
      lists.push([query as QueryKey, { ...rules.defaults, ...parameters }])
    })
    if (lists.length === 0) return
    let paths: ReadonlySet<string> | undefined
    for (const [at, record] of records.entries()) {
      const key = keys[at] as RecordKey
      const before = selectRow(state, entity, key, 'default')?.record
      if (!before) continue
      const after = fields ? { ...before, ...record } : record
      paths ??= new Set(lists.flatMap(([, parameters]) => looksAt(rules, parameters, after)))
      // Most rows of a list that is read again are what they were, and there may be many lists.
      if (isSameAt(paths, before, after)) continue
      for (const [query, parameters] of lists)
        if (isMoved(rules, parameters, before, after)) this.add(entity, query, key)
    }
  }

  /** Whether a read has shown a record of some sequence number otherwise than a list has it, or the list. */
  has(entity: EntityKey, query: QueryKey, key: RecordKey, seq: number): boolean {
    const address = addresses.list(entity, query)
    return this.moved.get(address)?.has(key) === true || seq <= (this.recounted.get(address) ?? 0)
  }

  /** A list was put in place by a write of the record. */
  settle(entity: EntityKey, query: QueryKey, key: RecordKey): void {
    this.moved.get(addresses.list(entity, query))?.delete(key)
  }

  /** A list was read: where its rows stand is known anew, of the stretch that was read. */
  settleRead(action: ListReceived, known: StoredQuery | undefined): void {
    const { entity, query, window } = action
    const address = addresses.list(entity, query)
    const stop = window.start + window.ids.length
    const isAllThatIsKnown = known?.windows.every(
      ({ start, ids }) => start >= window.start && start + ids.length <= stop,
    )
    if (isAllThatIsKnown !== false) this.moved.delete(address)
    else for (const key of window.ids) this.moved.get(address)?.delete(key)
    if (!known || known.windows.some(({ seq }) => seq > window.seq)) return
    const { isRecounted, isShifted, gone } = compared(known, action)
    if (isRecounted) this.recounted.set(address, window.seq - 1)
    if (isRecounted || isShifted || gone.length > 0) this.outdated.set(address, window.seq - 1)
    for (const key of gone) this.add(entity, query, key)
  }

  /** Stretches of a list of this sequence number and older ones don't fit what was read of it since. */
  outdatedSeq(entity: EntityKey, query: QueryKey): number {
    return this.outdated.get(addresses.list(entity, query)) ?? 0
  }

  /** The store has no such lists any more. */
  forget(entity: EntityKey, queries: readonly QueryKey[]): void {
    for (const query of queries) {
      const address = addresses.list(entity, query)
      for (const lists of [this.moved, this.outdated, this.recounted]) lists.delete(address)
    }
  }

  private add(entity: EntityKey, query: QueryKey, key: RecordKey): void {
    const address = addresses.list(entity, query)
    const keys = this.moved.get(address) ?? new Set<RecordKey>()
    this.moved.set(address, keys.add(key))
  }
}

function isMoved(rules: KnownRules, parameters: RecordData, before: RecordData, after: RecordData): boolean {
  if (isSameToList(rules, parameters, before, after)) return false
  return [before, after].some((record) => membershipOf(rules, parameters, record) !== 'out')
}

/**
 * What a page that was read again tells of the rest of its list: whether that has another number of rows than was known,
 * whether one stands elsewhere in older pages, and which it does not have any more.
 */
function compared(
  { windows, totalItems: known }: StoredQuery,
  { window: { start, size, ids }, totalItems }: ListReceived,
) {
  const read = new Set(ids)
  const isInside = (at: number) => at >= start && at < start + size
  let isShifted = false
  const gone: RecordKey[] = []
  for (const older of windows) {
    for (const [at, key] of older.ids.entries()) {
      if (isInside(older.start + at)) {
        if (!read.has(key)) gone.push(key)
      } else isShifted ||= read.has(key)
    }
  }
  const isRecounted = known !== null && totalItems !== null && known !== totalItems
  return { isRecounted, isShifted, gone }
}
