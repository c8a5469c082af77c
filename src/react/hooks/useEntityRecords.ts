import { useMemo } from 'react'
import { entityKey } from '../../core/keys'
import type { QueryInput } from '../../core/query'
import { entityRecords } from '../../queries/fetchEntityRecords'
import {
  selectEntityRecords,
  selectEntityRecordsTotalItems,
  selectEntityRecordsTotalPages,
} from '../../queries/selectors'
import type { EntityName, EntityQuery, Kind, RecordFor } from '../../records/inference/inference'
import type { CheckedQuery } from '../../records/inference/queryParameters'
import { useProvidedStore } from '../provider/EntityStoreProvider'
import { useKeepRows, usePreviousRows, type PreviousRows } from '../internals/previousRows'
import { statusFields, type ReadStatus } from '../internals/status'
import { useRead, type ShownFields } from '../internals/useRead'
import { useStableQuery } from '../internals/useStableQuery'

/** Options of {@link useEntityRecords}. */
export interface UseEntityRecordsOptions {
  /** Whether to read and show the list. Default true. */
  readonly enabled?: boolean
  /** Whether the rows of the previous query stay on screen until the new rows are known. Default false. */
  readonly keepPreviousData?: boolean
  /**
   * Milliseconds after which a cached list is read again on mount. Default: the `staleTime` of the store. Without
   * one, a list is read again only after it was invalidated.
   */
  readonly staleTime?: number
}

/** A list on screen. A component renders again only for the fields it looks at. */
export interface UseEntityRecordsResult<Record> extends ReadStatus {
  /** The rows in order. `undefined` until they are known. An empty list is `[]`. */
  readonly records: readonly Record[] | undefined
  /** How many rows the list has on the server. `undefined` until that is known. */
  readonly totalItems: number | undefined
  /** How many pages the list has on the server. `undefined` until that is known. */
  readonly totalPages: number | undefined
  /** Whether the rows are those of the previous query. */
  readonly isPrevious: boolean
  /** Reads the list again. Never rejects. If the read fails, it resolves to `undefined` and `error` is set. */
  readonly refetch: () => Promise<readonly Record[] | undefined>
}

interface ListFields {
  readonly records: readonly unknown[] | undefined
  readonly totalItems: number | undefined
  readonly totalPages: number | undefined
  readonly isPrevious: boolean
}

/** What stays of the query before. */
type KeptFields = Pick<ListFields, 'records' | 'totalItems' | 'totalPages'>

const keptOf = ({ records, totalItems, totalPages }: KeptFields) => ({ records, totalItems, totalPages })

/**
 * Shows a page of a list and reads it from the server when it is not known yet, or no longer fresh. Its rows stay on
 * screen while it is read again. The query may be written in place: equal queries are the same list.
 * @example
 * const { records, totalItems, isResolving, error } = useEntityRecords('postType', 'post', { per_page: 20, search })
 */
export function useEntityRecords<
  K extends Kind,
  N extends EntityName<K>,
  const Q extends EntityQuery | undefined = undefined,
>(
  kind: K,
  name: N,
  query?: Q & CheckedQuery<K, N, Q>,
  options: UseEntityRecordsOptions = {},
): UseEntityRecordsResult<RecordFor<K, N, Q>> {
  const provided = useProvidedStore()
  const { store } = provided
  const { enabled = true, keepPreviousData = false, staleTime = store.defaults.staleTime } = options
  const previous = usePreviousRows<KeptFields>(keepPreviousData)
  const fields = useMemo(() => listFields(previous), [previous])
  const stable = useStableQuery<EntityQuery | undefined>(query)
  const args = useMemo((): ListArgs => [kind, name, stable], [kind, name, stable])
  const how = { isEnabled: enabled, staleTime }
  const shown = useRead(provided, entityRecords, args, fields, how)
  useKeepRows(previous, entityKey(kind, name), shown, keptOf)
  return shown as unknown as UseEntityRecordsResult<RecordFor<K, N, Q>>
}

const namesOfFields: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...statusFields,
  'records',
  'totalItems',
  'totalPages',
  'isPrevious',
])
const noRows: readonly never[] = []
const noList: ListFields = {
  records: noRows,
  totalItems: undefined,
  totalPages: undefined,
  isPrevious: false,
}

type ListArgs = [kind: string, name: string, query?: QueryInput]

function listFields(previousRows: PreviousRows<KeptFields> | undefined): ShownFields<ListArgs, ListFields> {
  return {
    fields: namesOfFields,
    off: noList,
    select: (state, [kind, name, query], read) => {
      const records = selectEntityRecords(state, kind, name, query) ?? undefined
      const previous = previousRows?.of(entityKey(kind, name))
      if (previous && records === undefined && read.status(state).status !== 'error')
        return { ...previous, isPrevious: true }
      return {
        records,
        totalItems: selectEntityRecordsTotalItems(state, kind, name, query) ?? undefined,
        totalPages: selectEntityRecordsTotalPages(state, kind, name, query) ?? undefined,
        isPrevious: false,
      }
    },
  }
}
