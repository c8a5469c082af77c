import { useState } from 'react'
import { RecentMap } from '../../core/recentMap'
import { createArgumentKeys } from '../argumentKeys'
import { isShownEarly } from '../listQuery'
import { useCoreSelect, type PeerQuery } from './coreStore'
import { idle, queryStatus, type QueryStatus } from './queryStatus'
import { deprecatedHook, type EntityQueryOptions } from './useEntityRecord'

/** What {@link useEntityRecords} gives. */
export interface EntityRecordsResolution<RecordType> extends QueryStatus {
  /** Null while they are not known and where the list failed; empty where the hook is disabled. */
  readonly records: RecordType[] | null
  /** How many there are on all pages; null while that is not known. */
  readonly totalItems: number | null
  /** Null while that is not known; 1 for what has no pages. */
  readonly totalPages: number | null
}

const none: readonly never[] = Object.freeze([])
const disabled = { records: none, totalItems: null, totalPages: null, ...idle }

/**
 * A list of records, as `useEntityRecords` of `@wordpress/core-data` gives it, from the store named `core` of the registry
 * above. Equal queries are the same one, so that they may be written in place.
 * @param queryArgs - What the list is asked with, such as `per_page` or `search`. Default: nothing.
 * @example
 * const { records, isResolving } = useEntityRecords<Page>('postType', 'page', { per_page: 20 })
 */
export function useEntityRecords<RecordType>(
  kind: string,
  name: string,
  queryArgs: PeerQuery = {},
  { enabled = true }: EntityQueryOptions = {},
): EntityRecordsResolution<RecordType> {
  const query = useStable(queryArgs)
  return useCoreSelect(
    (core) => {
      if (!enabled) return disabled
      const args = [kind, name, query] as const
      return {
        records: core.getEntityRecords(...args),
        totalItems: core.getEntityRecordsTotalItems(...args),
        totalPages: core.getEntityRecordsTotalPages(...args),
        ...queryStatus(core.getResolutionState('getEntityRecords', args)),
      }
    },
    [kind, name, query, enabled],
  ) as unknown as EntityRecordsResolution<RecordType>
}

/**
 * The name that {@link useEntityRecords} had before; says so on the console, once.
 * @param queryArgs - What the list is asked with, such as `per_page` or `search`. Default: nothing.
 */
export function useDeprecatedEntityRecords<RecordType>(
  kind: string,
  name: string,
  queryArgs?: PeerQuery,
  options?: EntityQueryOptions,
): EntityRecordsResolution<RecordType> {
  deprecatedHook('useEntityRecords')
  return useEntityRecords(kind, name, queryArgs, options)
}

/** Most queries that one component remembers. */
const mostQueries = 10

/** The query as the component gave it first, while those that follow are equal to it. */
function useStable(query: PeerQuery): PeerQuery {
  const [known] = useState(() => ({
    keyOf: createArgumentKeys(),
    queries: new RecentMap<string, PeerQuery>(mostQueries),
  }))
  const key = known.keyOf([query, isShownEarly(query)])
  const stable = known.queries.get(key) ?? query
  known.queries.set(key, stable)
  return stable
}
