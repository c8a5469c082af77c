import { keepsRowsBack, serverSetting } from '../../config/defineServer'
import { selectEntityConfig } from '../../config/selectors'
import { remembered } from '../../core/companions'
import { entityKey } from '../../core/keys'
import { normalizeQuery, type QueryInput } from '../../core/query'
import { entityRecords } from '../../queries/fetchEntityRecords'
import { invalidate } from '../../queries/invalidate'
import { selectEntityRecordsTotalItems } from '../../queries/selectors'
import type { EntityQuery } from '../../records/inference/inference'
import type { ReadOptions } from '../../resolution/readOptions'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'
import { ShownRead } from './shownRead'

/** Most rows that one request of WordPress gives. */
const mostOfWordPress = 100

/** The read of one page. */
type PageRead = ShownRead<PageArgs, readonly unknown[] | null>
type PageArgs = [kind: string, name: string, query?: QueryInput]

/** A list whose pages are shown from the first one on. */
export type GrowingList = ReturnType<typeof makeGrowingList>

export function makeGrowingList(
  store: EntityStore,
  kind: string,
  name: string,
  query: EntityQuery | undefined,
) {
  const { dispatch, getState } = store
  const { perPage } = normalizeQuery(query)
  const reads = new Map<string, PageRead>()
  const config = selectEntityConfig(getState(), kind, name)
  // Where a page ends depends on its size, which another server may have otherwise.
  const isSizeSaid = config !== undefined && !keepsRowsBack(config) && perPage !== -1

  /** The read of a page of the list, where each page is as long as `size` of its pages. */
  function readOf(page: number, size: number): PageRead {
    return remembered(reads, `${page}/${size}`, (): PageRead => {
      const asked: QueryInput = {
        ...query,
        ...(page > 1 && { page }),
        ...((size > 1 || isSizeSaid) && { per_page: size * perPage }),
      }
      return new ShownRead<PageArgs, readonly unknown[] | null>(store, entityRecords, [kind, name, asked])
    })
  }

  /** What to ask for so many pages, with few requests. */
  function readsFor(pages: number): readonly PageRead[] {
    const known = selectEntityConfig(getState(), kind, name)
    const mostRows = (known && serverSetting(known, 'mostRows')) ?? mostOfWordPress
    const fit = Math.max(1, Math.floor(mostRows / perPage))
    const full = pages - (pages % fit)
    const rest = pages - full
    const step = rest > 0 && full % rest === 0 ? rest : 1
    return [
      ...Array.from({ length: full / fit }, (_, at) => readOf(at + 1, fit)),
      ...Array.from({ length: rest / step }, (_, at) => readOf(full / step + at + 1, step)),
    ]
  }

  /** The rows of so many pages; undefined while they are not known. */
  function rowsOf(state: EntityState, pages: number): readonly unknown[] | undefined {
    return pages > 0 ? (readOf(1, pages).select(state) ?? undefined) : undefined
  }

  /** How many pages from the first one are known, of so many. */
  function knownPages(state: EntityState, pages: number): number {
    return pages > 0 && rowsOf(state, pages) === undefined ? knownPages(state, pages - 1) : pages
  }

  /** What to ask for to show so many pages: one more than is known comes by itself. */
  function readsOf(state: EntityState, pages: number): readonly PageRead[] {
    const known = knownPages(state, pages)
    return known > 0 && known === pages - 1 ? [...readsFor(known), readOf(pages, 1)] : readsFor(pages)
  }

  function totalItems(state: EntityState): number | undefined {
    return selectEntityRecordsTotalItems(state, kind, name, query) ?? undefined
  }

  return {
    entity: entityKey(kind, name),
    first: readOf(1, 1),
    rowsOf,
    knownPages,
    readsOf,
    totalItems,
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
    fetch: (pages: number, options: ReadOptions, isNextWanted = true) =>
      Promise.all(
        readsOf(getState(), (!isNextWanted && knownPages(getState(), pages)) || pages).map((one) =>
          one.fetch(options),
        ),
      ),
    /** Reads the page behind so many, and all of them again where it tells that rows have moved. */
    fetchNext: async (pages: number, signal: AbortSignal): Promise<void> => {
      const count = (upTo: number) => rowsOf(getState(), upTo)?.length ?? 0
      const before = { rows: count(pages), total: totalItems(getState()) }
      const page = await readOf(pages + 1, 1).fetch({ signal })
      // The error stands in the resolution.
      if (page === null) return
      const isRepeated = count(pages + 1) < before.rows + page.length
      if (isRepeated || totalItems(getState()) !== before.total)
        dispatch(invalidate({ kind, name, query: query ?? {} }))
    },
  }
}
