import type { ConfigPart } from '../config/reducer'
import type { EntityAddress } from '../entities/address'
import { fetchEntityRecord, readOne } from '../entities/fetchEntityRecord'
import type { EntitiesPart } from '../entities/reducer'
import { isMissingId, type EntityId } from '../keys'
import type { LocksPart } from '../locks/reducer'
import { readPath } from '../plain'
import { readList, requireConfig, type ListReadOptions } from '../queries/fetchEntityRecords'
import type { QueriesPart } from '../queries/reducer'
import type { EntityName, EntityQuery, Kind, RevisionFor } from '../records/inference'
import type { ReadOptions } from '../resolution/once'
import type { ResolutionPart } from '../resolution/reducer'
import type { Fetcher } from '../rest/fetchContract'
import { buildPath } from '../rest/urls'
import type { Thunk } from '../thunk'
import { revisionsAddress } from './address'
import { selectRevisions } from './selectors'

type Parts = ConfigPart & EntitiesPart & LocksPart & QueriesPart & ResolutionPart

/** Options of the read of one revision. (spec.md, section 7) */
export interface RevisionReadOptions extends ReadOptions {
  /** Reject when the read fails, instead of resolving with undefined. Default false. */
  readonly throwOnError?: boolean
}

/**
 * Reads a page of a record's older versions, newest first; with `per_page: -1` all of them, a hundred a request, and
 * without paging what the server gives then: WordPress all of them at once. They are then known one by one too; a save
 * of the record makes them stale. A missing id asks nothing.
 * @returns The revisions; null when the read failed: the error stands in the resolution.
 * @throws With `throwOnError`, what the fetcher rejected with; always EntityStoreError `invalid_id`, `invalid_query`. (spec.md, sections 7 and 8)
 */
export function fetchRevisions<
  K extends Kind,
  N extends EntityName<K>,
  const Q extends EntityQuery | undefined = undefined,
>(
  kind: K,
  name: N,
  recordId: EntityId | undefined,
  query?: Q,
  options?: ListReadOptions,
): Thunk<Parts, Promise<readonly RevisionFor<K, N, Q>[] | null>> {
  return async (dispatch, getState) => {
    const read = (address: EntityAddress) => readList(address, query, options)
    const page = await dispatch(readLed(kind, name, recordId, undefined, null, read))
    return page && selectRevisions<K, N, Q>(getState(), kind, name, recordId, query)
  }
}

/**
 * Reads one older version of a record, unless it is known, also from a list. A missing id asks nothing.
 * @returns The revision; undefined when the read failed: the error stands in the resolution.
 * @throws As `fetchRevisions`. (spec.md, sections 7 and 8)
 */
export function fetchRevision<
  K extends Kind,
  N extends EntityName<K>,
  const Q extends EntityQuery | undefined = undefined,
>(
  kind: K,
  name: N,
  recordId: EntityId | undefined,
  revisionId: EntityId | undefined,
  query?: Q,
  options?: RevisionReadOptions,
): Thunk<Parts, Promise<RevisionFor<K, N, Q> | undefined>> {
  const throwOnError = options?.throwOnError === true
  return readLed(kind, name, recordId, revisionId, undefined, (address) =>
    readOne<RevisionFor<K, N, Q>>(address, revisionId, query, { ...options, throwOnError }),
  )
}

/**
 * Reads revisions as the records of an entity are read, with every request led to where they are: what comes to the
 * fetcher names only the revision, if any, and the query. Global styles say themselves where that is.
 */
function readLed<Result>(
  kind: string,
  name: string,
  recordId: EntityId | undefined,
  revisionId: EntityId | undefined,
  nothing: Result,
  read: (address: EntityAddress) => Thunk<Parts, Promise<Result>>,
): Thunk<Parts, Promise<Result>> {
  return async (dispatch, getState, services) => {
    if (isMissingId(recordId)) return nothing
    const fetcher: Fetcher = async ({ path = '', ...request }) => {
      const { baseURL, getRevisionsUrl } = requireConfig(getState(), kind, name)
      const [id = '', query] = path.split('?')
      const hasLink = !getRevisionsUrl && kind === 'root' && name === 'globalStyles'
      const styles =
        hasLink && (await dispatch(fetchEntityRecord(kind, name, recordId)).catch(() => undefined))
      const link = readPath(styles, '_links.version-history.0.href').value as string | undefined
      const place =
        getRevisionsUrl?.(recordId, revisionId) ??
        (link && link + id) ??
        buildPath(baseURL, [recordId, 'revisions', revisionId].filter(Boolean).join('/'))
      const address = query ? `${place}${place.includes('?') ? '&' : '?'}${query}` : place
      return services.fetcher({ ...request, [/^https?:/.test(address) ? 'url' : 'path']: address })
    }
    return read(revisionsAddress(kind, name, recordId))(dispatch, getState, { ...services, fetcher })
  }
}
