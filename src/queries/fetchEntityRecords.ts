import { listFacts, type ListFacts } from './listFacts'
import type { DerivedConfig, EntityConfig } from '../config/entityConfig'
import { requireEntityConfig } from '../config/loadEntityConfigs'
import { namesLocalId } from '../entities/aliases'
import { askServer } from '../entities/askServer'
import { readRecords } from '../entities/parseRecords'
import { listPageIn } from '../entities/readAnswers'
import type { AskedPaging } from '../entities/readParameters'
import { keepsRowsBack, serverSetting } from '../config/defineServer'
import { requestToRead } from '../entities/recordPath'
import { selectRow } from '../entities/selectors'
import type { RecordKey } from '../core/keys'
import { waitForWrites, waitUntilReadable } from '../locks/acquireLock'
import { selectHasLocks, selectKeysBeingWritten } from '../locks/selectors'
import type { NormalizedQuery, QueryInput } from '../core/query'
import type { EntityName, EntityQuery, Kind, RecordFor } from '../records/inference/inference'
import type { CheckedQuery } from '../records/inference/queryParameters'
import type { ReadOptions } from '../resolution/readOptions'
import { defineRead, unlessThrown, type Asking } from '../resolution/defineRead'
import { fetchRead } from '../resolution/runRead'
import { selectStaleSeq } from '../resolution/selectors'
import type { ListPage } from '../rest/fetchAllPages'
import { RestError } from '../rest/restError'
import { EntityStoreError, show } from '../core/errors'
import { isDevelopment } from '../core/isDevelopment'
import type { Fetcher, FetchRequest, FetchResponse } from '../core/fetchContract'
import { isEmpty } from '../core/plain'
import type { StoreAction, Thunk } from '../core/thunk'
import { watchDispatch } from '../core/watchDispatch'
import type { ListReceived } from './actions'
import { listAction, type Arrived } from './arrivedRows'
import { askWhole } from './askWhole'
import { askInParts, askPages, isAskedAsIs, learnedOf, warnOfServer, type PlacedRows } from './askPages'
import { leaveOutBeingWritten, waitForUnknown } from './leaveOutBeingWritten'
import type { StateWithQueries } from './storedQuery'
import { warnOfShapes } from './warnOfShapes'
import { rangeOf, selectEntityRecords, selectList, selectOwnSize } from './selectors'

/** How far the read of a whole list has come. */
export interface ListProgress {
  /** Rows received so far. */
  readonly loaded: number
  /** Rows in all; null while the server has not said. */
  readonly total: number | null
}

/** Options of a list read. */
export interface ListReadOptions extends ReadOptions {
  /** With `per_page: -1`: shows the rows as their pages arrive. Default false. */
  readonly intermediateResults?: boolean
  /** With `per_page: -1`: called after every page. Default: none. */
  readonly onProgress?: (progress: ListProgress) => void
  /** Reject when the read fails, instead of resolving with null. Default false. */
  readonly throwOnError?: boolean
}

/** How long, in milliseconds, the read of a list that is known waits for the end of writes. */
const longestWait = 1000

/**
 * Reads a page of a list, or with `per_page: -1` all of it, a hundred rows a request and four requests at a time.
 * Its records are then known one by one too. A list whose rows are all known and fresh asks nothing, nor does one of
 * no ids (`include: []`), which has no rows.
 * @returns The records in order; null when the read failed: the error stands in the resolution.
 * @throws With `throwOnError`, what the fetcher rejected with; always EntityStoreError `invalid_query`.
 * @example
 * const newest = await dispatch(fetchEntityRecords('postType', 'post', { per_page: 20, orderby: 'date' }))
 */
export function fetchEntityRecords<
  K extends Kind,
  N extends EntityName<K>,
  const Q extends EntityQuery | undefined = undefined,
>(
  kind: K,
  name: N,
  query?: Q & CheckedQuery<K, N, Q>,
  options?: ListReadOptions,
): Thunk<StateWithQueries, Promise<readonly RecordFor<K, N, Q>[] | null>> {
  const read = fetchRead(entityRecords, [kind, name, query], options)
  const thunk = read as Thunk<StateWithQueries, Promise<readonly RecordFor<K, N, Q>[] | null>>
  return watchDispatch('fetchEntityRecords', thunk)
}

/** The read of a page of a list. */
export const entityRecords = /* @__PURE__ */ defineRead({
  facts: listFacts,
  ask: (asking: Asking<StateWithQueries, unknown, ListFacts, ListReadOptions>) => askList(asking),
  select: (
    state: StateWithQueries,
    kind: string,
    name: string,
    query?: QueryInput,
  ): readonly unknown[] | null => selectEntityRecords(state, kind, name, query),
  onError: /* @__PURE__ */ unlessThrown(null),
})

/**
 * Asks for a page of a list, of any records that are kept like those of an entity.
 * @param configToAsk How it is asked for, where that is not as the location says.
 */
export async function askList(
  {
    facts,
    options,
    dispatch,
    getState,
    services,
    send,
    signal,
  }: Asking<StateWithQueries, unknown, ListFacts, ListReadOptions>,
  configToAsk?: (config: EntityConfig) => DerivedConfig | Promise<DerivedConfig>,
): Promise<StoreAction> {
  const { location, query } = facts
  const { kind, name, entity, path } = location
  const { fetcher, companions } = services
  for (;;) {
    const action = await askOnce()
    if (action) return action
  }

  /** Undefined where the list has to be asked for again: records of it that nobody knows were being written. */
  async function askOnce(): Promise<StoreAction | undefined> {
    const known = await dispatch(requireEntityConfig(kind, name))
    const config = (await configToAsk?.(known)) ?? location.configFrom(known)
    // A list whose rows are on screen is read once after a burst of writes; another one at once.
    const mayWait = !options.lock && selectHasLocks(getState())
    if (mayWait && selectList(getState(), config, facts.given) !== null)
      await dispatch(waitForWrites(path, signal, longestWait))
    await dispatch(waitUntilReadable(path, signal, options.lock))
    const learned = learnedOf(companions, config)
    const pageSize = learned.fixed ?? learned.most ?? serverSetting(config, 'mostRows') ?? 100
    const isPaged = config.supportsPagination === true
    const seq = send()
    const totalPath = serverSetting(config, 'totalPath')?.(query.parameters)
    let total: Promise<number> | undefined
    const request = async (
      paging: AskedPaging,
      sent: NormalizedQuery = query,
      needs: FetchRequest['needs'] = 'headers',
    ): Promise<ListPage> => {
      const address = requestToRead(config, sent, undefined, paging)
      const page = await askForList(config, fetcher, paging, { needs, signal, ...address })
      if (page.totalItems !== null || totalPath === undefined) return page
      total ??= askServer(config, fetcher, { path: totalPath, signal }).then(totalIn(config))
      return { ...page, totalItems: await total }
    }
    const writing = selectKeysBeingWritten(getState(), path)
    const arrivedRows = (rows: readonly unknown[], rest: Partial<Arrived>) => {
      const knownOf = (key: RecordKey) => selectRow(getState(), entity, key, query.context)?.record
      if (isDevelopment()) warnOfShapes(learned, config, query, rows, knownOf)
      const arrived = { rows, seq, isRead: true, isWhole: true, totalItems: null, totalPages: 1, ...rest }
      return listAction(config, query, arrived)
    }
    const withoutWritten = (action: ListReceived) =>
      dispatch(leaveOutBeingWritten(location, query, writing, action))
    const received = async (...given: Parameters<typeof arrivedRows>) => {
      const action = arrivedRows(...given)
      const ends = dispatch(waitForUnknown(location, query, writing, action, { signal, lock: options.lock }))
      if (!ends) return withoutWritten(action)
      await ends
      return undefined
    }

    if (query.parameters.include === '' || namesLocalId(getState(), query.listKey)) return received([], {})
    const isAll = query.perPage === -1
    // Who shows rows as they arrive asks for them page by page.
    const isOneRequest = isAll && fetcher.pagesItself === true && !options.intermediateResults
    if (isOneRequest) {
      const page = await request({ per_page: -1 }, query, 'body')
      return received(page.rows, { totalItems: page.rows.length })
    }
    if (isPaged && !isAll) {
      if (isAskedAsIs(config, query)) return received(...placed(await request(query.paging)))
      const ownSize = selectOwnSize(getState(), config, query)
      const ask = keepsRowsBack(config) ? askInParts : askPages
      return received(...placed(await ask({ config, query, learned, ownSize, request })))
    }
    let first: ListPage | undefined
    if (!isPaged) {
      first = await request({ ...query.paging, ...(isAll && { per_page: pageSize }) }, query, 'body')
      const { rows, totalItems } = first
      const isMore = totalItems !== null && totalItems > rows.length
      if (isMore && isDevelopment()) {
        const says = `counts ${totalItems} rows and gives ${rows.length} of them, though it is said to have no pages. Leave supportsPagination: false out.`
        warnOfServer(learned, config, says)
      }
      // Who asks for a page may have been given one.
      const mayBePage = !isAll && !isEmpty(query.paging) && rows.length <= query.perPage
      const isFirst = rangeOf(query, true).start === 0
      if (mayBePage && (isMore || !isFirst || rows.length === query.perPage))
        return received(...placed(first))
      if (!isMore) return received(rows, { totalItems })
    }
    const shown: RecordKey[] = []
    const seen = new Set<RecordKey>()
    let count = 0
    const { rows, totalItems } = await askWhole({
      config,
      query,
      pageSize,
      ...(first && { first }),
      request,
      onPage: ({ rows, totalItems, positions }) => {
        options.onProgress?.({ loaded: rows.length, total: totalItems })
        // A list that is read once more stays as it was shown.
        const added = rows.slice(count)
        count = Math.max(count, rows.length)
        if (!options.intermediateResults || signal?.aborted || isStale(seq)) return
        for (const key of readRecords(config, added).keys) if (seen.size < seen.add(key).size) shown.push(key)
        const ids = [...shown]
        const action = arrivedRows(added, { totalItems, positions, isProvisional: true, ids })
        dispatch(withoutWritten(action))
      },
    })
    return received(rows, { totalItems })
  }

  function isStale(seq: number): boolean {
    return selectStaleSeq(getState(), facts.about) > seq
  }
}

/**
 * Asks for rows of a list.
 * @returns The page; an empty one where the server answers that it lies behind the end.
 */
async function askForList(
  config: EntityConfig,
  fetcher: Fetcher,
  { page = 1, offset = 0 }: AskedPaging,
  request: FetchRequest,
): Promise<ListPage> {
  try {
    return listPageIn(config, await askServer(config, fetcher, request))
  } catch (error) {
    const isBehindEnd = serverSetting(config, 'isBehindEnd')
    const mayBe = error instanceof RestError && (page > 1 || offset > 0)
    if (mayBe && isBehindEnd?.(error.status, error.body))
      return { rows: [], totalItems: null, totalPages: null }
    throw error
  }
}

/** The count in the answer to `totalPath`. */
function totalIn({ kind, name }: EntityConfig): (answer: FetchResponse) => number {
  return ({ data }) => {
    const { count, total } = Object(data) as { readonly count?: unknown; readonly total?: unknown }
    const rows = typeof data === 'number' ? data : Number(count ?? total ?? NaN)
    if (Number.isInteger(rows) && rows >= 0) return rows
    throw new EntityStoreError(
      'invalid_response',
      `The path that totalPath of (${kind}, ${name}) gives was answered by ${show(data)}. It has to be a number, or an object with one as count or total.`,
    )
  }
}

/** Rows of a part of a list. */
function placed({ rows, ...rest }: ListPage | PlacedRows): [readonly unknown[], Partial<Arrived>] {
  return [rows, { isWhole: false, totalPages: null, ...rest }]
}
