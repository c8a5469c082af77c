import { keepsRowsBack, serverSetting } from '../../config/defineServer'
import { selectEntityConfig } from '../../config/selectors'
import { remembered } from '../../core/companions'
import { queryAt, recordLocation } from '../../entities/recordLocation'
import { addresses } from '../../core/address'
import { fetchEntityRecords, type ListReadOptions } from '../../queries/fetchEntityRecords'
import { listFactsAt } from '../../queries/listFacts'
import { invalidate } from '../../queries/invalidate'
import { selectEntityRecords, selectEntityRecordsTotalItems } from '../../queries/selectors'
import type { EntityQuery } from '../../records/inference/inference'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'

/** Most rows that one request of WordPress gives. */
const mostOfWordPress = 100

/** A list whose pages are shown from the first one on. */
export type GrowingList = ReturnType<typeof makeGrowingList>

export function makeGrowingList(
  { dispatch, getState }: EntityStore,
  kind: string,
  name: string,
  query: EntityQuery | undefined,
) {
  const location = recordLocation(kind, name)
  const asked = queryAt(getState(), location, query)
  const { perPage } = asked
  const queries = new Map<string, EntityQuery>()
  const config = selectEntityConfig(getState(), kind, name)
  // Where a page ends depends on its size, which another server may have otherwise.
  const isSizeSaid = config !== undefined && !keepsRowsBack(config) && perPage !== -1

  /** The query for a page of the list, where each page is as long as `size` of its pages. */
  function queryFor(page: number, size: number): EntityQuery {
    return remembered(queries, `${page}/${size}`, () => ({
      ...query,
      ...(page > 1 && { page }),
      ...((size > 1 || isSizeSaid) && { per_page: size * perPage }),
    }))
  }

  /** What to ask for so many pages, with few requests. */
  function queriesFor(pages: number): readonly EntityQuery[] {
    const known = selectEntityConfig(getState(), kind, name)
    const mostRows = (known && serverSetting(known, 'mostRows')) ?? mostOfWordPress
    const fit = Math.max(1, Math.floor(mostRows / perPage))
    const full = pages - (pages % fit)
    const rest = pages - full
    const step = rest > 0 && full % rest === 0 ? rest : 1
    return [
      ...Array.from({ length: full / fit }, (_, at) => queryFor(at + 1, fit)),
      ...Array.from({ length: rest / step }, (_, at) => queryFor(full / step + at + 1, step)),
    ]
  }

  /** The rows of so many pages; undefined while they are not known. */
  function rowsOf(state: EntityState, pages: number): readonly unknown[] | undefined {
    return pages > 0 ? (selectEntityRecords(state, kind, name, queryFor(1, pages)) ?? undefined) : undefined
  }

  /** How many pages from the first one are known, of so many. */
  function knownPages(state: EntityState, pages: number): number {
    return pages > 0 && rowsOf(state, pages) === undefined ? knownPages(state, pages - 1) : pages
  }

  /** What to ask for to show so many pages: one more than is known comes by itself. */
  function readsOf(state: EntityState, pages: number): readonly EntityQuery[] {
    const known = knownPages(state, pages)
    return known > 0 && known === pages - 1 ? [...queriesFor(known), queryFor(pages, 1)] : queriesFor(pages)
  }

  function totalItems(state: EntityState): number | undefined {
    return selectEntityRecordsTotalItems(state, kind, name, query) ?? undefined
  }

  return {
    entity: location.entity,
    about: addresses.list(location.entity, asked.listKey),
    rowsOf,
    knownPages,
    readsOf,
    totalItems,
    factsOf: (one: EntityQuery) => listFactsAt(getState(), location, one),
    /** Whether there are more rows than those of so many pages, none of which is none. */
    hasMore: (state: EntityState, pages: number): boolean => {
      const rows = rowsOf(state, pages)
      if (rows === undefined || perPage === -1) return false
      const total = totalItems(state)
      return total === undefined
        ? rows.length >= pages * perPage
        : Math.max(pages * perPage, rows.length) < total
    },
    /** Reads what it takes to show so many pages, or as many of them as are known. */
    fetch: (pages: number, options: ListReadOptions, isNextWanted = true) =>
      Promise.all(
        readsOf(getState(), (!isNextWanted && knownPages(getState(), pages)) || pages).map((one) =>
          dispatch(fetchEntityRecords(kind, name, one, options)),
        ),
      ),
    /** Reads the page behind so many, and all of them again where it tells that rows have moved. */
    fetchNext: async (pages: number, signal: AbortSignal): Promise<void> => {
      const count = (upTo: number) => rowsOf(getState(), upTo)?.length ?? 0
      const before = { rows: count(pages), total: totalItems(getState()) }
      const page = await dispatch(fetchEntityRecords(kind, name, queryFor(pages + 1, 1), { signal }))
      // The error stands in the resolution.
      if (page === null) return
      const isRepeated = count(pages + 1) < before.rows + page.length
      if (isRepeated || totalItems(getState()) !== before.total)
        dispatch(invalidate({ kind, name, query: query ?? {} }))
    },
  }
}
