import { entityOf, type EntityConfig } from '../config/entityConfig'
import type { ConfigPart } from '../config/reducer'
import { selectEntityConfig } from '../config/selectors'
import type { EntitiesPart, StoredRecord } from '../entities/reducer'
import { answerOf, answerTurn, askedFields, selectRows } from '../entities/selectors'
import type { RecordKey } from '../keys'
import type { RecordData } from '../plain'
import { normalizeQuery, type NormalizedQuery, type QueryInput } from '../query'
import type { RecordFor } from '../records/inference'
import { changedKeys, getRow, type Table } from '../table'
import type { QueriesPart, StoredQuery } from './reducer'
import { isOlder, rangeTurn, readRange, type Range } from './windows'

type Parts = ConfigPart & EntitiesPart & QueriesPart

/** A list as it was last put together, with what it was put together from. */
interface ListView {
  readonly list: StoredQuery
  readonly table: Table<StoredRecord> | undefined
  readonly records: readonly RecordData[] | null
}

const mostViews = 100
// Where more has changed, a list is put together anew: looking each of them up in it would cost more.
const fewRows = 10
const views = new WeakMap<RecordData, Map<string, ListView>>()

/**
 * The records of a list, in its order; null while some row of the asked page is not known.
 * The same array as long as its rows are the same objects, whatever else changes. (spec.md, section 3)
 */
export function selectEntityRecords<
  Kind extends string,
  Name extends string,
  const Query extends QueryInput = undefined,
>(state: Parts, kind: Kind, name: Name, query?: Query): readonly RecordFor<Kind, Name, Query>[] | null {
  return selectList(state, selectEntityConfig(state, kind, name), query)
}

/** What is known of a list, by the config that says how its records are kept. */
export function selectList<Row>(
  state: EntitiesPart & QueriesPart,
  config: EntityConfig | undefined,
  query: QueryInput,
): readonly Row[] | null {
  const asked = normalizeQuery(query)
  const found = find(state, config, asked)
  if (found === undefined) return null
  const { list, table } = found
  let known = views.get(list.parameters)
  if (known === undefined || known.size > mostViews)
    views.set(list.parameters, (known = new Map<string, ListView>()))
  let view = known.get(asked.viewKey)
  if (view?.list !== list || view.table !== table) {
    const records = (view?.list === list && withChanged(view, found)) || putTogether(found)
    view = { list, table, records: sameRecords(view?.records, records) }
    known.set(asked.viewKey, view)
  }
  return view.records as readonly Row[] | null
}

/** Whether the asked page of a list is known. (spec.md, section 3) */
export function selectHasEntityRecords(
  state: Parts,
  kind: string,
  name: string,
  query?: QueryInput,
): boolean {
  return selectEntityRecords(state, kind, name, query) !== null
}

/** How many rows a list has on the server; null while that is not known. (spec.md, section 3) */
export function selectEntityRecordsTotalItems(
  state: ConfigPart & QueriesPart,
  kind: string,
  name: string,
  query?: QueryInput,
): number | null {
  return selectTotalItems(state, selectEntityConfig(state, kind, name), query)
}

export function selectTotalItems(
  state: QueriesPart,
  config: EntityConfig | undefined,
  query: QueryInput,
): number | null {
  return selectQuery(state, config, normalizeQuery(query))?.totalItems ?? null
}

/**
 * How many pages a list has: by the query's `per_page` where it has one, else as the server counted; null
 * while not known. (spec.md, section 3)
 */
export function selectEntityRecordsTotalPages(
  state: ConfigPart & QueriesPart,
  kind: string,
  name: string,
  query?: QueryInput,
): number | null {
  const config = selectEntityConfig(state, kind, name)
  if (config === undefined) return null
  const asked = normalizeQuery(query)
  if (!config.supportsPagination || asked.perPage === -1) return 1
  const list = selectQuery(state, config, asked)
  if (list === undefined) return null
  const { totalItems, totalPages, perPage } = list
  if (totalPages !== null && perPage === asked.perPage) return totalPages
  return totalItems && Math.ceil(totalItems / asked.perPage)
}

/** The turn of the oldest read among those that tell a page of a list; 0 while it is not known by reads alone. */
export function selectListTurn(
  state: EntitiesPart & QueriesPart,
  config: EntityConfig | undefined,
  asked: NormalizedQuery,
): number {
  const found = find(state, config, asked)
  if (found === undefined) return 0
  const { list, range, table, fields } = found
  const keys = readRange(list, range)
  return keys?.every((key) => answerTurn(getRow(table, key), fields) > 0) ? rangeTurn(list, range) : 0
}

/** Whether part of a page is known newer than an answer that was asked for at `turn`. */
export function isPageOlder(
  state: EntitiesPart & QueriesPart,
  config: EntityConfig | undefined,
  asked: NormalizedQuery,
  turn: number,
): boolean {
  const found = find(state, config, asked)
  if (found === undefined) return false
  const { start, stop } = found.range
  return isOlder(found.list, { start, size: stop - start, turn })
}

/** The stretch of a list that a query asks for: all of it where there are no pages. */
export function rangeOf({ offset, page, perPage }: NormalizedQuery, isPaged: boolean): Range {
  if (!isPaged || perPage === -1) return { start: 0, stop: Infinity }
  const start = offset ?? (page - 1) * perPage
  return { start, stop: start + perPage }
}

function selectQuery(
  state: QueriesPart,
  config: EntityConfig | undefined,
  asked: NormalizedQuery,
): StoredQuery | undefined {
  return config && getRow(state.queries[entityOf(config)], asked.listKey)
}

/** A list that is known, with all that it takes to read the asked stretch of it. */
interface FoundList {
  readonly list: StoredQuery
  readonly range: Range
  readonly table: Table<StoredRecord> | undefined
  readonly fields: readonly string[] | null
}

function find(
  state: EntitiesPart & QueriesPart,
  config: EntityConfig | undefined,
  asked: NormalizedQuery,
): FoundList | undefined {
  const list = selectQuery(state, config, asked)
  if (config === undefined || list === undefined) return undefined
  return {
    list,
    range: rangeOf(asked, config.supportsPagination === true),
    table: selectRows(state, entityOf(config), asked.context),
    fields: askedFields(asked, config),
  }
}

function putTogether({ list, range, table, fields }: FoundList): readonly RecordData[] | null {
  const keys = readRange(list, range)
  if (keys === null) return null
  const records: RecordData[] = []
  for (const key of keys) {
    const record = answerOf(getRow(table, key), fields)
    if (record === undefined) return null
    records.push(record)
  }
  return records
}

/** The rows of a list that is as it was, but for those that changed; null where it has to be put together anew. */
function withChanged(
  view: ListView,
  { list, range, table, fields }: FoundList,
): readonly RecordData[] | null {
  const keys = readRange(list, range)
  const changed = changedSince(view.table, table)
  if (!keys || !view.records || changed.length > fewRows) return null
  const records: (RecordData | undefined)[] = [...view.records]
  for (const key of changed) {
    const at = keys.indexOf(key as RecordKey)
    if (at >= 0) records[at] = answerOf(getRow(table, key), fields)
  }
  return records.includes(undefined) ? null : (records as RecordData[])
}

type Rows = Table<StoredRecord> | undefined
const changes = new WeakMap<object, { readonly before: Rows; readonly keys: readonly string[] }>()

/** Many lists show rows of one table: what changed in it is looked for once. */
function changedSince(before: Rows, after: Rows): readonly string[] {
  const known = after && changes.get(after)
  if (known && known.before === before) return known.keys
  const keys = changedKeys(before, after)
  if (after) changes.set(after, { before, keys })
  return keys
}

function sameRecords(
  before: readonly RecordData[] | null | undefined,
  after: readonly RecordData[] | null,
): readonly RecordData[] | null {
  return before && after && before.length === after.length && before.every((record, i) => record === after[i])
    ? before
    : after
}
