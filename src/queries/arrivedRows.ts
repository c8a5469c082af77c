import { entityOf, type EntityConfig } from '../config/entityConfig'
import type { RecordKey } from '../core/keys'
import type { NormalizedQuery } from '../core/query'
import { readRecords, receivedRecords, type KeyedRecords } from '../entities/parseRecords'
import { askedFields } from '../entities/selectors'
import { listReceived, type ListReceived } from './actions'
import { rangeOf } from './selectors'
import type { ListWindow } from './windows'

/** Rows of a list as they arrived. */
export interface Arrived {
  readonly rows: readonly unknown[]
  readonly seq: number
  readonly isRead: boolean
  /** Whether these are all rows of the list. */
  readonly isWhole: boolean
  /** Whether more rows are on their way. */
  readonly isProvisional?: boolean
  /** The keys of all rows so far, where these are but the latest of them. */
  readonly ids?: readonly RecordKey[]
  /** How many positions of the list were asked for, while more are on their way. */
  readonly positions?: number
  readonly totalItems: number | null
  readonly totalPages: number | null
  /** Where the rows stand and how many positions they speak for; as they were asked for where it is not said. */
  readonly start?: number
  readonly size?: number
  /** How many rows a page has where the query does not say; not learned where it is not said. */
  readonly ownSize?: number | undefined
}

/** The event that rows of a list came: its records, and which of them stand where. */
export function listAction(config: EntityConfig, query: NormalizedQuery, arrived: Arrived): ListReceived {
  const { seq, isRead, isWhole, isProvisional } = arrived
  const all = readRecords(config, arrived.rows)
  const keyed = withoutRepeats(all)
  const repeated = all.keys.length - keyed.keys.length
  const { start } = arrived.start === undefined ? rangeOf(query, !isWhole) : { start: arrived.start }
  const { ids = keyed.keys } = arrived
  const count = ids.length
  // WordPress counts 0 rows where an offset lies behind the end, which says nothing of the rows before it.
  const isBehindEnd = count === 0 && start > 0 && arrived.totalItems === 0
  const totalItems = isBehindEnd ? null : (arrived.totalItems ?? (isWhole ? count : null))
  const { context, parameters, page } = query
  const { ownSize } = arrived
  return listReceived({
    received: receivedRecords(config, keyed, { context, fields: askedFields(query, config), seq, isRead }),
    entity: entityOf(config),
    query: query.listKey,
    context,
    parameters,
    window: {
      start,
      ...extentOf(query, arrived, { start, count, totalItems }),
      ids,
      seq,
      isRead,
      ...(isProvisional && { isProvisional }),
      ...(!isWhole && repeated && { lost: repeated }),
    },
    isWhole,
    totalItems,
    totalPages: isBehindEnd ? null : arrived.totalPages,
    page,
    perPage: ownSize ?? query.perPage,
    ...(ownSize !== undefined && { ownSize }),
  })
}

/** How many positions an answer speaks for: all that were asked for. */
function extentOf(
  { perPage, isSeparateList }: NormalizedQuery,
  { isRead, isWhole, positions = Infinity, size }: Arrived,
  { start, count, totalItems }: { start: number; count: number; totalItems: number | null },
): Pick<ListWindow, 'size' | 'isAll' | 'isPartial'> {
  // A whole list has a total: what the server says, else the rows that came.
  if (isWhole) return { size: Math.max(count, Math.min(positions, totalItems as number)), isAll: true }
  if (size !== undefined) return { size: Math.max(size, count) }
  if (isSeparateList) return { size: perPage, isPartial: true }
  // Rows put in by hand speak for themselves only.
  const isShort = !isRead && totalItems !== null && start + count < totalItems
  return { size: isShort ? count : Math.max(perPage, count) }
}

/** A row may come twice when the list moved between two pages: it keeps its first place. */
function withoutRepeats(keyed: KeyedRecords): KeyedRecords {
  if (new Set(keyed.keys).size === keyed.keys.length) return keyed
  const seen = new Set<RecordKey>()
  const isFirst = keyed.keys.map((key) => seen.size < seen.add(key).size)
  const first = <Item>(items: readonly Item[]) => items.filter((item, i) => isFirst[i])
  return { keys: first(keyed.keys), records: first(keyed.records) }
}
