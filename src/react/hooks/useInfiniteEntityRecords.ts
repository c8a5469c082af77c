import { useEffect, useMemo, useState } from 'react'
import { entityKey } from '../../core/keys'
import type { EntityName, EntityQuery, Kind, RecordFor } from '../../records/inference/inference'
import type { CheckedQuery } from '../../records/inference/queryParameters'
import { oldestOrigin, resolutionOf } from '../../resolution/readFacts'
import type { EntityState } from '../../store/rootReducer'
import { useProvidedStore } from '../provider/EntityStoreProvider'
import { makeGrowingList, type GrowingList } from '../internals/growingList'
import { useKeepRows, usePreviousRows, type PreviousRows } from '../internals/previousRows'
import type { Selection } from '../internals/selection'
import { shownStatus, statusFields, type ReadStatus } from '../internals/status'
import { useView } from '../internals/view'
import { useStableQuery } from '../internals/useStableQuery'
import type { UseEntityRecordsOptions } from './useEntityRecords'

/** Options of {@link useInfiniteEntityRecords}. */
export interface UseInfiniteEntityRecordsOptions extends UseEntityRecordsOptions {
  /** How many pages to show at first, for example as many as were on screen before. Default 1. */
  readonly initialPages?: number
}

/**
 * A growing list on screen. A component renders again only for the fields it looks at.
 */
export interface UseInfiniteEntityRecordsResult<Record> extends ReadStatus {
  /** The rows of all pages in order, without duplicates. `undefined` until the first page is known. */
  readonly records: readonly Record[] | undefined
  /** How many rows the list has on the server. `undefined` until that is known. */
  readonly totalItems: number | undefined
  /** How many pages are shown. */
  readonly pages: number
  /** Whether the server has more rows. */
  readonly hasNextPage: boolean
  /** Whether the read of the next page is pending. */
  readonly isFetchingNextPage: boolean
  /** Whether the rows are those of the previous query. */
  readonly isPrevious: boolean
  /**
   * Reads and shows the next page. After a failure it tries again. Calls while a read is pending do nothing more.
   * Never rejects. If the read fails, `error` is set and the rows stay.
   */
  readonly fetchNextPage: () => Promise<void>
  /** Reads all pages again. */
  readonly refetch: () => Promise<void>
}

/**
 * Shows the first page of a list, and more of it on demand, as one list without repeats: what moves from page to page
 * meanwhile is read again. All that is shown is read again when it goes stale, a hundred rows a request, and stays on
 * screen. Another query starts anew. The query's own `page` and `offset` don't count.
 * @example
 * const { records, hasNextPage, fetchNextPage } = useInfiniteEntityRecords('postType', 'post', { per_page: 20 })
 */
export function useInfiniteEntityRecords<
  K extends Kind,
  N extends EntityName<K>,
  const Q extends EntityQuery | undefined = undefined,
>(
  kind: K,
  name: N,
  query?: Q & CheckedQuery<K, N, Q>,
  options: UseInfiniteEntityRecordsOptions = {},
): UseInfiniteEntityRecordsResult<RecordFor<K, N, Q>> {
  const provided = useProvidedStore()
  const { store } = provided
  const { enabled = true, keepPreviousData = false, initialPages = 1 } = options
  const { staleTime = store.defaults.staleTime } = options
  const stable = useStableQuery<EntityQuery | undefined>({
    ...query,
    page: undefined,
    offset: undefined,
  })
  const list = useMemo(() => makeGrowingList(store, kind, name, stable), [store, kind, name, stable])
  const [asked, setAsked] = useState({ list, pages: initialPages })
  const pages = Math.max(1, asked.list === list ? asked.pages : initialPages)
  const isFirst = pages === initialPages
  const previous = usePreviousRows<KeptFields>(keepPreviousData)
  const [mounted] = useState(() => new Map<GrowingList, Mounted>())

  const selection = useMemo(
    () => listSelection(list, pages, isFirst, previous),
    [list, pages, isFirst, previous],
  )
  const functions = useMemo(
    () => ({
      fetchNextPage: async () => {
        const here = mounted.get(list)
        const shown = list.knownPages(store.getState(), here?.pages ?? 0)
        if (!here || !list.hasMore(store.getState(), shown)) return
        setAsked({ list, pages: shown + 1 })
        here.next ??= list
          .fetchNext(shown, here.controller.signal)
          // Who has gone need not know.
          .catch(() => undefined)
          .finally(() => (here.next = undefined))
        await here.next
      },
      refetch: async () => {
        await list.fetch(mounted.get(list)?.pages ?? 1, { force: true })
      },
    }),
    [store, list, mounted],
  )
  // What is on screen does not grow old by showing more of it.
  const freshness = isFirst ? staleTime : undefined
  const shown = useView(provided, selection, { isEnabled: enabled, staleTime: freshness, functions })

  useEffect(() => {
    if (!enabled) return undefined
    const controller = new AbortController()
    mounted.set(list, { controller, pages: 1, next: undefined })
    return () => {
      mounted.delete(list)
      controller.abort()
    }
  }, [list, mounted, enabled])
  useEffect(() => {
    const here = mounted.get(list)
    if (here) here.pages = pages
  })
  useKeepRows(previous, entityKey(kind, name), shown, keptOf)
  return shown as unknown as UseInfiniteEntityRecordsResult<RecordFor<K, N, Q>>
}

/** What is of one list while it is on screen. */
interface Mounted {
  /** Aborted when the component goes, or shows another list. */
  readonly controller: AbortController
  /** How many pages are to be shown. */
  pages: number
  /** The next page, while it is on its way. */
  next: Promise<void> | undefined
}

interface InfiniteFields {
  readonly records: readonly unknown[] | undefined
  readonly totalItems: number | undefined
  readonly pages: number
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isPrevious: boolean
}

/** What stays of the query before. */
type KeptFields = Pick<InfiniteFields, 'records' | 'totalItems'>

const keptOf = ({ records, totalItems }: KeptFields) => ({ records, totalItems })

const infiniteFields: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...statusFields,
  'records',
  'totalItems',
  'pages',
  'hasNextPage',
  'isFetchingNextPage',
  'isPrevious',
])
const noRows: readonly never[] = []
const noList: InfiniteFields = {
  records: noRows,
  totalItems: undefined,
  pages: 0,
  hasNextPage: false,
  isFetchingNextPage: false,
  isPrevious: false,
}

function listSelection(
  list: GrowingList,
  pages: number,
  isFirst: boolean,
  previousRows: PreviousRows<KeptFields> | undefined,
): Selection<InfiniteFields> {
  const { entity, first } = list
  const readsOf = (state: EntityState) =>
    list.readsOf(state, pages).map((one) => resolutionOf(state, one.factsIn(state)))
  return {
    fields: infiniteFields,
    off: noList,
    source: {
      get about() {
        return first.about
      },
      get waits() {
        return first.waits
      },
      isNeeded: () => true,
      isFresh: (state) => list.readsOf(state, pages).every((one) => one.isFresh(state)),
      // A page that was called for is asked for by the call, and not again when that has failed.
      fetch: (how) => list.fetch(pages, how, isFirst),
      status: (state) => {
        const isKnown = list.knownPages(state, pages) > 0
        const reads = readsOf(state)
        const failed = reads.find(({ status }) => status === 'error')
        const isFetching = reads.some(({ status }) => status === 'resolving')
        const origin = isKnown ? oldestOrigin(reads.filter(({ source }) => source)) : undefined
        return shownStatus(isKnown, failed, isFetching, origin)
      },
    },
    read: (state) => {
      const known = list.knownPages(state, pages)
      const records = list.rowsOf(state, known)
      const reads = readsOf(state)
      const previous = previousRows?.of(entity)
      const isPrevious =
        previous !== undefined && records === undefined && !reads.some(({ status }) => status === 'error')
      return {
        records,
        totalItems: list.totalItems(state),
        pages: known,
        hasNextPage: list.hasMore(state, known),
        isFetchingNextPage: known > 0 && known < pages && reads.at(-1)?.status === 'resolving',
        ...(isPrevious && previous),
        isPrevious,
      }
    },
  }
}
