import { entityRecords } from '../../queries/fetchEntityRecords'
import type { EntityName, EntityQuery, Kind, RecordFor } from '../../records/inference/inference'
import type { CheckedQuery } from '../../records/inference/queryParameters'
import { useEntityStore } from '../provider/EntityStoreProvider'
import { ShownRead } from '../internals/shownRead'
import { suspendUntil } from '../internals/suspendUntil'
import { useStableQuery } from '../internals/useStableQuery'
import { useEntityRecords, type UseEntityRecordsResult } from './useEntityRecords'
import { leastStaleTime, type PendingStates } from './useSuspenseEntityRecord'

/** Options of {@link useSuspenseEntityRecords}. */
export interface UseSuspenseEntityRecordsOptions {
  /**
   * Milliseconds after which a cached list is read again on mount. At least 1000. Default: the `staleTime` of the
   * store. Without one, never.
   */
  readonly staleTime?: number
}

/** A list on screen, as {@link useEntityRecords} gives it once it is known. */
export interface UseSuspenseEntityRecordsResult<Record> extends Omit<
  UseEntityRecordsResult<Record>,
  'records' | 'isPrevious' | PendingStates
> {
  /** The rows in order. */
  readonly records: readonly Record[]
}

/**
 * Shows a page of a list, and suspends until it is known. Its first read failing goes to the error boundary; a boundary
 * that is reset asks again. Reading it again keeps the rows on screen. Another query suspends again: change it in a
 * transition to keep the rows before.
 * @throws What the first read failed with, while rendering.
 * @example
 * const { records, totalItems } = useSuspenseEntityRecords('postType', 'post', { per_page: 20 })
 */
export function useSuspenseEntityRecords<
  K extends Kind,
  N extends EntityName<K>,
  const Q extends EntityQuery | undefined = undefined,
>(
  kind: K,
  name: N,
  query?: Q & CheckedQuery<K, N, Q>,
  options: UseSuspenseEntityRecordsOptions = {},
): UseSuspenseEntityRecordsResult<RecordFor<K, N, Q>> {
  const store = useEntityStore()
  const { staleTime = store.defaults.staleTime } = options
  const stable = useStableQuery<EntityQuery | undefined>(query)
  suspendUntil(store, new ShownRead(store, entityRecords, [kind, name, stable]))
  const shown = useEntityRecords(
    kind,
    name,
    query,
    staleTime === undefined ? {} : { staleTime: Math.max(staleTime, leastStaleTime) },
  )
  return shown as unknown as UseSuspenseEntityRecordsResult<RecordFor<K, N, Q>>
}
