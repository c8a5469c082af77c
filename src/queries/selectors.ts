import { remembered } from '../core/companions'
import { entityOf, type EntityConfig } from '../config/entityConfig'
import type { ConfigSliceState } from '../config/reducer'
import { selectEntityConfig } from '../config/selectors'
import type { EntitiesSliceState, StoredRecord } from '../entities/reducer'
import { answerOf, answerSeq, askedFields, selectRows } from '../entities/selectors'
import type { RecordKey } from '../core/keys'
import type { RecordData } from '../core/plain'
import { normalizeQuery, type NormalizedQuery, type QueryInput } from '../core/query'
import type { RecordFor } from '../records/inference/inference'
import { changedKeys, getRow, type Table } from '../core/recordTable'
import type { QueriesSliceState, StoredQuery } from './reducer'
import { rangeSeq, readRange } from './readRange'
import { isOlder, type Range } from './windows'

type RequiredState = ConfigSliceState & EntitiesSliceState & QueriesSliceState

/** A list as it was last put together, with what it was put together from. */
interface ListView {
  readonly list: StoredQuery
  readonly table: Table<StoredRecord> | undefined
  readonly keys: readonly RecordKey[] | null
  readonly records: readonly RecordData[] | null
}

/** What a question for a list was answered with, as long as these parts of the state and no others are asked. */
interface ListAnswer extends Pick<RequiredState, 'config' | 'entities'> {
  readonly kind: string
  readonly name: string
  readonly records: readonly unknown[] | null
}

const mostViews = 100
// Where more has changed, a list is put together anew: looking for each of them in it would cost more.
const fewRows = 10
const views = new WeakMap<RecordData, Map<string, ListView>>()
// By the lists of a state, then by the query object; so they go with the state.
const answers = new WeakMap<object, WeakMap<object, ListAnswer>>()
const noQuery = {}

/**
 * The records of a list, in its order; null while some row of the asked page is not known.
 * The same array as long as its rows are the same objects, whatever else changes. (spec.md, section 3)
 */
export function selectEntityRecords<
  Kind extends string,
  Name extends string,
  const Query extends QueryInput = undefined,
>(
  state: RequiredState,
  kind: Kind,
  name: Name,
  query?: Query,
): readonly RecordFor<Kind, Name, Query>[] | null {
  const { config, entities, queries } = state
  const known = remembered(answers, queries, newAnswers)
  let answer = known.get(query ?? noQuery)
  if (
    answer?.entities !== entities ||
    answer.config !== config ||
    answer.kind !== kind ||
    answer.name !== name
  ) {
    const records = selectList(state, selectEntityConfig(state, kind, name), query)
    answer = { config, entities, kind, name, records }
    known.set(query ?? noQuery, answer)
  }
  return answer.records as readonly RecordFor<Kind, Name, Query>[] | null
}

const newAnswers = () => new WeakMap<object, ListAnswer>()

/** What is known of a list, by the config that says how its records are kept. */
export function selectList<Row>(
  state: EntitiesSliceState & QueriesSliceState,
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
    const keys = view?.list === list ? view.keys : readRange(list, found.range)
    const records = (view && keys && withChanged(view, keys, found)) ?? putTogether(keys, found)
    view = { list, table, keys, records: sameRecords(view?.records, records) }
    known.set(asked.viewKey, view)
  }
  return view.records as readonly Row[] | null
}

/** Whether the asked page of a list is known. (spec.md, section 3) */
export function selectHasEntityRecords(
  state: RequiredState,
  kind: string,
  name: string,
  query?: QueryInput,
): boolean {
  return selectEntityRecords(state, kind, name, query) !== null
}

/** How many rows a list has on the server; null while that is not known. (spec.md, section 3) */
export function selectEntityRecordsTotalItems(
  state: ConfigSliceState & QueriesSliceState,
  kind: string,
  name: string,
  query?: QueryInput,
): number | null {
  return selectTotalItems(state, selectEntityConfig(state, kind, name), query)
}

export function selectTotalItems(
  state: QueriesSliceState,
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
  state: ConfigSliceState & QueriesSliceState,
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
export function selectListSeq(
  state: EntitiesSliceState & QueriesSliceState,
  config: EntityConfig | undefined,
  asked: NormalizedQuery,
): number {
  const found = find(state, config, asked)
  if (found === undefined) return 0
  const { list, range, table, fields } = found
  const keys = readRange(list, range)
  return keys?.every((key) => answerSeq(getRow(table, key), fields) > 0) ? rangeSeq(list, range) : 0
}

/** Whether part of a page is known newer than an answer that was asked for at `turn`. */
export function isPageOlder(
  state: EntitiesSliceState & QueriesSliceState,
  config: EntityConfig | undefined,
  asked: NormalizedQuery,
  seq: number,
): boolean {
  const found = find(state, config, asked)
  if (found === undefined) return false
  const { start, stop } = found.range
  // Behind the end of the list there is nothing to be older than.
  if (found.list.end !== null && start >= found.list.end) return false
  return isOlder(found.list, { start, size: stop - start, seq })
}

/** The stretch of a list that a query asks for: all of it where there are no pages. */
export function rangeOf({ offset, page, perPage }: NormalizedQuery, isPaged: boolean): Range {
  if (!isPaged || perPage === -1) return { start: 0, stop: Infinity }
  const start = offset ?? (page - 1) * perPage
  return { start, stop: start + perPage }
}

function selectQuery(
  state: QueriesSliceState,
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
  state: EntitiesSliceState & QueriesSliceState,
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

function putTogether(
  keys: readonly RecordKey[] | null,
  { table, fields }: FoundList,
): readonly RecordData[] | null {
  return allKnown(keys?.map((key) => answerOf(getRow(table, key), fields)))
}

/** The rows of a list of which few changed, came or left; null where it has to be put together anew. */
function withChanged(
  view: ListView,
  keys: readonly RecordKey[],
  { table, fields }: FoundList,
): readonly RecordData[] | null {
  const { keys: keysBefore, records: recordsBefore } = view
  const changed = changedSince(view.table, table)
  if (!changed || !keysBefore || !recordsBefore) return null
  let from = 0
  let copy: (RecordData | undefined)[] | undefined
  if (keysBefore !== keys) {
    copy = keys.map((key) => {
      // A row that left is passed over, and one that came has not stood here before.
      if (keysBefore[from] !== key && keysBefore[from + 1] === key) from++
      return keysBefore[from] === key ? recordsBefore[from++] : answerOf(getRow(table, key), fields)
    })
  }
  for (const [before, after] of changed) {
    const known = answerOf(before, fields)
    // A record is found faster than its key, which is a text.
    const at = known ? (copy ?? recordsBefore).indexOf(known) : -1
    if (at >= 0) (copy ??= [...recordsBefore])[at] = answerOf(after, fields)
  }
  return allKnown(copy ?? recordsBefore)
}

type Rows = Table<StoredRecord> | undefined

/** Rows before and after a change. */
type ChangedRows = readonly (readonly [before: StoredRecord | undefined, after: StoredRecord | undefined])[]

const changes = new WeakMap<object, { readonly before: Rows; readonly rows: ChangedRows | null }>()

/** The rows that changed in a table, looked for once, however many lists show some; null where they are many. */
function changedSince(before: Rows, after: Rows): ChangedRows | null {
  const known = after && changes.get(after)
  if (known && known.before === before) return known.rows
  const keys = changedKeys(before, after, fewRows)
  const rows =
    keys.length > fewRows ? null : keys.map((key) => [getRow(before, key), getRow(after, key)] as const)
  if (after) changes.set(after, { before, rows })
  return rows
}

function allKnown(records: readonly (RecordData | undefined)[] | undefined): readonly RecordData[] | null {
  return records && !records.includes(undefined) ? (records as readonly RecordData[]) : null
}

function sameRecords(
  before: readonly RecordData[] | null | undefined,
  after: readonly RecordData[] | null,
): readonly RecordData[] | null {
  return before && after && before.length === after.length && before.every((record, i) => record === after[i])
    ? before
    : after
}
