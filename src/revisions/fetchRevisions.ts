import { currentId } from '../entities/aliases'
import type { DerivedConfig, EntityConfig } from '../config/entityConfig'
import { askOne, fetchEntityRecord } from '../entities/fetchEntityRecord'
import type { RecordFacts } from '../entities/recordFacts'
import type { EntityId } from '../core/keys'
import { readPath } from '../core/paths'
import { askList, type ListReadOptions } from '../queries/fetchEntityRecords'
import type { ListFacts } from '../queries/listFacts'
import type { StateWithQueries } from '../queries/storedQuery'
import type { EntityName, EntityQuery, Kind, RevisionFor } from '../records/inference/inference'
import { defineRead, unlessThrown, type Asking } from '../resolution/defineRead'
import type { ReadOptions } from '../resolution/readOptions'
import { fetchRead } from '../resolution/runRead'
import { buildPath } from '../rest/urls'
import type { Thunk } from '../core/thunk'
import { revisionFacts, revisionsFacts } from './revisionsFacts'
import { selectRevision, selectRevisions } from './selectors'

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
): Thunk<StateWithQueries, Promise<readonly RevisionFor<K, N, Q>[] | null>> {
  const read = fetchRead(revisions, [kind, name, recordId, query], options)
  return read as Thunk<StateWithQueries, Promise<readonly RevisionFor<K, N, Q>[] | null>>
}

/** The read of a page of a record's revisions. */
export const revisions = /* @__PURE__ */ defineRead({
  facts: revisionsFacts,
  ask: (asking: Asking<StateWithQueries, ArgsOfRevisions, ListFacts, ListReadOptions>) =>
    askList(asking, addressOfRevisions(asking)),
  select: (state: StateWithQueries, ...args: ArgsOfRevisions): readonly unknown[] | null =>
    selectRevisions(state, ...args),
  onError: /* @__PURE__ */ unlessThrown(null),
})

type ArgsOfRevisions = Parameters<typeof revisionsFacts> extends [unknown, ...infer Args] ? Args : never

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
): Thunk<StateWithQueries, Promise<RevisionFor<K, N, Q> | undefined>> {
  const read = fetchRead(revision, [kind, name, recordId, revisionId, query], options)
  return read as Thunk<StateWithQueries, Promise<RevisionFor<K, N, Q> | undefined>>
}

/** The read of one revision of a record. */
export const revision = /* @__PURE__ */ defineRead({
  facts: revisionFacts,
  ask: (asking: Asking<StateWithQueries, ArgsOfRevision, RecordFacts, RevisionReadOptions>) =>
    askOne(asking, addressOfRevisions(asking, asking.facts.id)),
  select: (state: StateWithQueries, ...args: ArgsOfRevision): unknown => selectRevision(state, ...args),
  onError: /* @__PURE__ */ unlessThrown(undefined),
})

type ArgsOfRevision = Parameters<typeof revisionFacts> extends [unknown, ...infer Args] ? Args : never

/** Finds out where the revisions of a record are: global styles say themselves where theirs are. */
function addressOfRevisions(
  {
    args: [kind, name, givenId],
    facts: { location },
    dispatch,
    getState,
  }: Asking<
    StateWithQueries,
    readonly [string, string, EntityId?, ...unknown[]],
    RecordFacts | ListFacts,
    unknown
  >,
  revisionId?: EntityId,
): (config: EntityConfig) => Promise<DerivedConfig> {
  return async (config) => {
    const recordId = currentId(getState(), givenId) as EntityId
    const { baseURL, getRevisionsUrl } = config
    const hasLink = !getRevisionsUrl && kind === 'root' && name === 'globalStyles'
    const styles = hasLink && (await dispatch(fetchEntityRecord(kind, name, recordId)).catch(() => undefined))
    const link = readPath(styles, '_links.version-history.0.href').value as string | undefined
    return {
      ...location.configFrom(config),
      addressOf: (below) =>
        getRevisionsUrl?.(recordId, revisionId) ??
        (link ?? buildPath(baseURL, `${recordId}/revisions`)) + below,
    }
  }
}
