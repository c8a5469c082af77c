import { entityOf, type EntityConfig } from '../config/entityConfig'
import { selectEntityConfig } from '../config/selectors'
import { answerSeq, askedFields, queryOf, selectRows } from '../entities/selectors'
import { remembered } from '../core/companions'
import type { EntityKey } from '../core/keys'
import { isEmpty } from '../core/plain'
import type { NormalizedQuery, QueryInput } from '../core/query'
import type { RecordFor } from '../records/inference/inference'
import { getRow } from '../core/recordTable'
import { sliceOf } from '../core/sliceOf'
import { viewList, type FoundList } from './listView'
import type { StateWithQueries, QueriesState, StoredQuery } from './storedQuery'
import { rangeSeq, rangeTime, readRange } from './readRange'
import { isOlder, type Range } from './windows'

/** What a list was answered with, as long as these parts of the state and no others are asked. */
interface ListAnswer extends Pick<StateWithQueries, 'config' | 'entities'> {
  readonly kind: string
  readonly records: readonly unknown[] | null
}

/** By the name of an entity. */
type ListAnswers = Map<string, ListAnswer>

/** By the lists of a state, so that answers go with it; then by query object. */
const answersOf = /* @__PURE__ */ new WeakMap<QueriesState, WeakMap<object, ListAnswers>>()
const noQuery = {}

/**
 * The records of a list, in its order; null while some row of the asked page is not known.
 * The same array as long as its rows are the same objects, whatever else changes.
 */
export function selectEntityRecords<
  Kind extends string,
  Name extends string,
  const Query extends QueryInput = undefined,
>(
  state: StateWithQueries,
  kind: Kind,
  name: Name,
  query?: Query,
): readonly RecordFor<Kind, Name, Query>[] | null {
  const config = sliceOf(state?.config, state)
  const { entities, queries } = state
  const asked = query ?? noQuery
  const answers = answersOf.get(queries)?.get(asked) ?? answersTo(queries, asked)
  let answer = answers.get(name)
  if (answer?.entities !== entities || answer.config !== config || answer.kind !== kind) {
    const records = selectList(state, selectEntityConfig(state, kind, name), query)
    answers.set(name, (answer = { kind, config, entities, records }))
  }
  return answer.records as readonly RecordFor<Kind, Name, Query>[] | null
}

function answersTo(queries: QueriesState, query: object): ListAnswers {
  const byQuery = remembered(answersOf, queries, () => new WeakMap<object, ListAnswers>())
  return remembered(byQuery, query, (): ListAnswers => new Map())
}

/** What is known of a list, by the config that says how its records are kept. */
export function selectList<Row>(
  state: StateWithQueries,
  config: EntityConfig | undefined,
  query: QueryInput,
): readonly Row[] | null {
  const asked = queryOf(state, config, query)
  const found = find(state, config, asked)
  if (found === undefined) return null
  // The server may have a number of rows of its own for a page.
  return viewList(found, `${found.range.stop} ${asked.viewKey}`) as readonly Row[] | null
}

/** Whether the asked page of a list is known. */
export function selectHasEntityRecords(
  state: StateWithQueries,
  kind: string,
  name: string,
  query?: QueryInput,
): boolean {
  return selectEntityRecords(state, kind, name, query) !== null
}

/** How many rows a list has on the server; null while that is not known. */
export function selectEntityRecordsTotalItems(
  state: StateWithQueries,
  kind: string,
  name: string,
  query?: QueryInput,
): number | null {
  return selectTotalItems(state, selectEntityConfig(state, kind, name), query)
}

export function selectTotalItems(
  state: StateWithQueries,
  config: EntityConfig | undefined,
  query: QueryInput,
): number | null {
  return selectQuery(state, config, queryOf(state, config, query))?.totalItems ?? null
}

/**
 * How many pages a list has: by the query's `per_page` where it has one, else as the server counted; null
 * while not known.
 */
export function selectEntityRecordsTotalPages(
  state: StateWithQueries,
  kind: string,
  name: string,
  query?: QueryInput,
): number | null {
  const config = selectEntityConfig(state, kind, name)
  if (config === undefined) return null
  const asked = queryOf(state, config, query)
  const list = selectQuery(state, config, asked)
  const size = pageSizeOf(asked, list)
  if (size === -1 || !isInPages(config, asked, list)) return 1
  if (list === undefined) return null
  const { totalItems, totalPages, perPage } = list
  if (totalPages !== null && perPage === size) return totalPages
  return totalItems && Math.ceil(totalItems / size)
}

/** The sequence number of the oldest read among those that gave a page of a list; -1 while it is not known by reads alone. */
export function selectListSeq(
  state: StateWithQueries,
  config: EntityConfig | undefined,
  query: NormalizedQuery,
): number {
  const found = find(state, config, query)
  const keys = found && readRange(found.list, found.range)
  if (!keys) return -1
  const { list, range, table, fields } = found
  let seq = rangeSeq(list, range, keys)
  // Rows that came by themselves are as good, but for those that were kept or put in by hand.
  for (const key of keys) {
    const known = answerSeq(getRow(table, key), fields)
    if (known <= 0) seq = Math.min(seq, known)
  }
  return seq
}

/** When the oldest answer came among those that gave a page of a list; undefined where that is not known. */
export function selectListTime(
  state: StateWithQueries,
  config: EntityConfig | undefined,
  query: NormalizedQuery,
): number | undefined {
  const found = find(state, config, query)
  return found && rangeTime(found.list, found.range)
}

/** Whether part of a page is known newer than an answer that was asked for at `seq`. */
export function isPageOlder(
  state: StateWithQueries,
  config: EntityConfig | undefined,
  query: NormalizedQuery,
  seq: number,
): boolean {
  const found = find(state, config, query)
  if (found === undefined) return false
  const { start, stop } = found.range
  // Behind the end of the list there is nothing to be older than.
  if (found.list.end !== null && start >= found.list.end) return false
  return isOlder(found.list, { start, size: stop - start, seq })
}

/** The stretch of a list that a query asks for: all of it where there are no pages. */
export function rangeOf(query: NormalizedQuery, isPaged: boolean, size = query.perPage): Range {
  if (!isPaged || size === -1) return { start: 0, stop: Infinity }
  const start = query.offset ?? (query.page - 1) * size
  return { start, stop: start + size }
}

/** How many rows a page of a list has where a query does not say; undefined while that is not known. */
export function selectOwnSize(
  state: StateWithQueries,
  config: EntityConfig,
  query: NormalizedQuery,
): number | undefined {
  return selectQuery(state, config, query)?.ownSize
}

/** Rows a page of a query: as it says, else as the server has it. */
function pageSizeOf(
  { paging, page, offset, perPage }: NormalizedQuery,
  list: StoredQuery | undefined,
): number {
  const { ownSize = perPage } = list ?? {}
  const isAll = ownSize === -1 && page === 1 && offset === null
  return paging.per_page === undefined && (ownSize > 0 || isAll) ? ownSize : perPage
}

/** Whether a query asks for a part of its list: also where there are said to be no pages, unless all rows came. */
function isInPages(config: EntityConfig, query: NormalizedQuery, list: StoredQuery | undefined): boolean {
  if (config.supportsPagination === true) return true
  return !isEmpty(query.paging) && list !== undefined && !list.windows.some(({ isAll }) => isAll)
}

function selectQuery(
  state: StateWithQueries,
  config: EntityConfig | undefined,
  query: NormalizedQuery,
): StoredQuery | undefined {
  return config && storedList(state, entityOf(config), query)
}

function storedList(
  { queries }: StateWithQueries,
  entity: EntityKey,
  query: NormalizedQuery,
): StoredQuery | undefined {
  return getRow(getRow(queries, entity), query.listKey)
}

function find(
  state: StateWithQueries,
  config: EntityConfig | undefined,
  query: NormalizedQuery,
): FoundList | undefined {
  if (config === undefined) return undefined
  const entity = entityOf(config)
  const list = storedList(state, entity, query)
  if (list === undefined) return undefined
  return {
    list,
    range: rangeOf(query, isInPages(config, query, list), pageSizeOf(query, list)),
    table: selectRows(state, entity, query.context),
    fields: askedFields(query, config),
  }
}
