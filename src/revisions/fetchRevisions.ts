import { isLocalId } from '../core/localId'
import { currentId } from '../entities/aliases'
import type { DerivedConfig, EntityConfig } from '../config/entityConfig'
import type { ConfigSliceState } from '../config/reducer'
import type { RecordLocation } from '../entities/recordLocation'
import { fetchEntityRecord, readOne } from '../entities/fetchEntityRecord'
import type { EntitiesSliceState } from '../entities/reducer'
import { isMissingId, type EntityId } from '../core/keys'
import type { LocksSliceState } from '../locks/reducer'
import { readPath } from '../core/paths'
import { readList, type ListReadOptions } from '../queries/fetchEntityRecords'
import type { QueriesSliceState } from '../queries/storedQuery'
import type { EntityName, EntityQuery, Kind, RevisionFor } from '../records/inference/inference'
import type { ReadOptions } from '../resolution/runRead'
import type { ResolutionSliceState } from '../resolution/reducer'
import { buildPath } from '../rest/urls'
import type { Thunk } from '../core/thunk'
import { revisionsLocation } from './revisionsLocation'
import { selectRevisions } from './selectors'

type RequiredState = ConfigSliceState &
  EntitiesSliceState &
  LocksSliceState &
  QueriesSliceState &
  ResolutionSliceState

/** Options of the read of one revision. */
export interface RevisionReadOptions extends ReadOptions {
  /** Reject when the read fails, instead of resolving with undefined. Default false. */
  readonly throwOnError?: boolean
}

/**
 * Reads a page of a record's older versions, newest first; with `per_page: -1` all of them, a hundred a request, and
 * without paging what the server gives then: WordPress all of them at once. They are then known one by one too; a save
 * of the record makes them stale. A missing id asks nothing.
 * @param recordId - The record whose revisions are meant.
 * @returns The revisions; null when the read failed: the error stands in the resolution.
 * @throws With `throwOnError`, what the fetcher rejected with; always EntityStoreError `invalid_id`, `invalid_query`.
 * @example
 * const versions = await dispatch(fetchRevisions('postType', 'post', 1, { per_page: 20 }))
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
): Thunk<RequiredState, Promise<readonly RevisionFor<K, N, Q>[] | null>> {
  return async (dispatch, getState) => {
    const read = (location: RecordLocation) => readList(location, query, options)
    const page = await dispatch(readAtRevisions(kind, name, recordId, undefined, null, read))
    return page && selectRevisions<K, N, Q>(getState(), kind, name, recordId, query)
  }
}

/**
 * Reads one older version of a record, unless it is known, also from a list. A missing id asks nothing.
 * @param recordId - The record whose revisions are meant.
 * @param revisionId - The id of the revision.
 * @returns The revision; undefined when the read failed: the error stands in the resolution.
 * @throws As `fetchRevisions`.
 * @example
 * const version = await dispatch(fetchRevision('postType', 'post', 1, 12))
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
): Thunk<RequiredState, Promise<RevisionFor<K, N, Q> | undefined>> {
  const throwOnError = options?.throwOnError === true
  return readAtRevisions(kind, name, recordId, revisionId, undefined, (location) =>
    readOne<RevisionFor<K, N, Q>>(location, revisionId, query, { ...options, throwOnError }),
  )
}

/** Reads revisions as the records of an entity are read. Global styles say themselves where theirs are. */
function readAtRevisions<Result>(
  kind: string,
  name: string,
  givenId: EntityId | undefined,
  revisionId: EntityId | undefined,
  nothing: Result,
  read: (location: RecordLocation) => Thunk<RequiredState, Promise<Result>>,
): Thunk<RequiredState, Promise<Result>> {
  return async (dispatch, getState) => {
    const recordId = currentId(getState(), givenId)
    if (isMissingId(recordId) || isLocalId(recordId)) return nothing
    const location = revisionsLocation(kind, name, recordId)
    const configToAsk = async (config: EntityConfig): Promise<DerivedConfig> => {
      const { baseURL, getRevisionsUrl } = config
      const hasLink = !getRevisionsUrl && kind === 'root' && name === 'globalStyles'
      const styles =
        hasLink && (await dispatch(fetchEntityRecord(kind, name, recordId)).catch(() => undefined))
      const link = readPath(styles, '_links.version-history.0.href').value as string | undefined
      return {
        ...location.configFrom(config),
        addressOf: (below) =>
          getRevisionsUrl?.(recordId, revisionId) ??
          (link ?? buildPath(baseURL, `${recordId}/revisions`)) + below,
      }
    }
    return dispatch(read({ ...location, configToAsk }))
  }
}
