import { isEqual } from '../../core/isEqual'
import type { EntityKey, QueryKey, RecordKey } from '../../core/keys'
import type { RecordData } from '../../core/plain'
import { eachRow } from '../../core/recordTable'
import type { ReceivedRecords } from '../../entities/actions'
import { selectRow } from '../../entities/selectors'
import type { ListReceived } from '../../queries/actions'
import type { StoredQuery } from '../../queries/storedQuery'
import type { EntityState } from '../../store/rootReducer'
import { lookAt, type KnownRules } from './listRules'
import { isSameToList, looksAt, membershipOf } from './membership'

/**
 * Records that reads have shown otherwise than a list was answered with: somebody else has moved them, put them in or taken
 * them out, so that the record before a write does not tell where that list has it. And lists of which one page was read
 * again that does not fit what the others show.
 */
export class MovedRows {
  private readonly moved = new Map<string, Set<RecordKey>>()
  /** Up to which sequence number the stretches of a list do not fit what was read since. */
  private readonly outdated = new Map<string, number>()

  /** Notes of which lists the records of a read are moved; `state` is that before the read. */
  note(
    { entity, context, fields, keys, records }: ReceivedRecords,
    { queries, entities }: Pick<EntityState, 'queries' | 'entities'>,
    rules: KnownRules,
  ): void {
    if (context !== 'default') return
    const lists: [QueryKey, RecordData][] = []
    eachRow(queries[entity], ({ parameters }: StoredQuery, query) => {
      lists.push([query as QueryKey, { ...rules.defaults, ...parameters }])
    })
    if (lists.length === 0) return
    let paths: ReadonlySet<string> | undefined
    for (const [at, record] of records.entries()) {
      const key = keys[at] as RecordKey
      const before = selectRow({ entities }, entity, key, 'default')?.record
      if (!before) continue
      const after = fields ? { ...before, ...record } : record
      paths ??= new Set(lists.flatMap(([, parameters]) => looksAt(rules, parameters, after)))
      // Most rows of a list that is read again are what they were, and there may be many lists.
      if ([...paths].every((path) => isEqual(lookAt(before, path), lookAt(after, path)))) continue
      for (const [query, parameters] of lists)
        if (isMoved(rules, parameters, before, after)) this.add(entity, query, key)
    }
  }

  /** Whether a read has shown a record otherwise than a list has it. */
  has(entity: EntityKey, query: QueryKey, key: RecordKey): boolean {
    return this.moved.get(nameOf(entity, query))?.has(key) === true
  }

  /** A list was put in place by a write of the record. */
  settle(entity: EntityKey, query: QueryKey, key: RecordKey): void {
    this.moved.get(nameOf(entity, query))?.delete(key)
  }

  /** A list was read: where its rows stand is known anew, of the stretch that was read. */
  settleRead(action: ListReceived, known: StoredQuery | undefined): void {
    const { entity, query, window } = action
    const name = nameOf(entity, query)
    if (known && isOutdatedBy(known, action)) this.outdated.set(name, window.seq - 1)
    const stop = window.start + window.ids.length
    const isAllThatIsKnown = known?.windows.every(
      ({ start, ids }) => start >= window.start && start + ids.length <= stop,
    )
    if (isAllThatIsKnown !== false) this.moved.delete(name)
    else for (const key of window.ids) this.moved.get(name)?.delete(key)
  }

  /** Stretches of a list of this sequence number and older ones don't fit what was read since. */
  outdatedSeq(entity: EntityKey, query: QueryKey): number {
    return this.outdated.get(nameOf(entity, query)) ?? 0
  }

  /** The store has no such lists any more. */
  forget(entity: EntityKey, queries: readonly QueryKey[]): void {
    for (const query of queries) {
      this.moved.delete(nameOf(entity, query))
      this.outdated.delete(nameOf(entity, query))
    }
  }

  private add(entity: EntityKey, query: QueryKey, key: RecordKey): void {
    const name = nameOf(entity, query)
    const keys = this.moved.get(name) ?? new Set<RecordKey>()
    this.moved.set(name, keys.add(key))
  }
}

function isMoved(rules: KnownRules, parameters: RecordData, before: RecordData, after: RecordData): boolean {
  if (isSameToList(rules, parameters, before, after)) return false
  return [before, after].some((record) => membershipOf(rules, parameters, record) !== 'out')
}

/** Whether a page counts another number of rows than was known, or has one that stands elsewhere in older stretches. */
function isOutdatedBy(
  { windows, totalItems: known }: StoredQuery,
  { window: { start, size, ids, seq }, totalItems }: ListReceived,
): boolean {
  const isBeside = (at: number) => at < start || at >= start + size
  const others = windows.filter((one) => isBeside(one.start) || isBeside(one.start + one.size - 1))
  if (others.length === 0 || windows.some((one) => one.seq > seq)) return false
  if (known !== null && totalItems !== null && known !== totalItems) return true
  const read = new Set(ids)
  return others.some((one) => one.ids.some((id, at) => isBeside(one.start + at) && read.has(id)))
}

function nameOf(entity: EntityKey, query: QueryKey): string {
  return `${entity} ${query}`
}
