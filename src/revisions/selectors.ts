import { weakMapMemoize } from 'reselect'
import type { EntityConfig } from '../config/entityConfig'
import type { StateWithConfig } from '../config/reducer'
import { selectEntityConfig } from '../config/selectors'
import type { StateWithEntities } from '../entities/reducer'
import { selectAnswer } from '../entities/selectors'
import type { EntityId } from '../core/keys'
import type { StateWithQueries } from '../queries/storedQuery'
import { selectList, selectTotalItems } from '../queries/selectors'
import { normalizeQuery, type QueryInput } from '../core/query'
import type { RevisionFor } from '../records/inference/inference'
import { revisionsLocation } from './revisionsLocation'

/**
 * A page of a record's revisions, newest first; without `page`, `per_page` or `offset` all of them where all are known,
 * as WordPress then gives all. Null while they are not known. The same array while they do not change.
 * @param recordId - The record whose revisions are meant.
 */
export function selectRevisions<
  Kind extends string,
  Name extends string,
  const Query extends QueryInput = undefined,
>(
  state: StateWithQueries,
  kind: Kind,
  name: Name,
  recordId: EntityId | undefined,
  query?: Query,
): readonly RevisionFor<Kind, Name, Query>[] | null {
  const config = selectRevisionsConfig(state, kind, name, recordId)
  const isPaged = Object.keys(normalizeQuery(query).paging).length > 0
  const all = isPaged
    ? null
    : selectList<RevisionFor<Kind, Name, Query>>(state, config, allOf(query ?? absent))
  return all ?? selectList(state, config, query)
}

/**
 * One revision of a record as the server sent it; with `_fields`, only those and its key. Undefined while
 * it is not known.
 * @param recordId - The record whose revisions are meant.
 * @param revisionId - The id of the revision.
 */
export function selectRevision<
  Kind extends string,
  Name extends string,
  const Query extends QueryInput = undefined,
>(
  state: StateWithEntities,
  kind: Kind,
  name: Name,
  recordId: EntityId | undefined,
  revisionId: EntityId | undefined,
  query?: Query,
): RevisionFor<Kind, Name, Query> | undefined {
  return selectAnswer(state, selectRevisionsConfig(state, kind, name, recordId), revisionId, query)
}

/**
 * How many revisions of a record the server has; null while that is not known.
 * @param recordId - The record whose revisions are meant.
 */
export function selectRevisionsTotalItems(
  state: StateWithQueries,
  kind: string,
  name: string,
  recordId: EntityId | undefined,
  query?: QueryInput,
): number | null {
  return selectTotalItems(state, selectRevisionsConfig(state, kind, name, recordId), query)
}

const absent = {}

/** The same query for all rows. */
const allOf = /* @__PURE__ */ weakMapMemoize((query: object) => ({ ...query, per_page: -1 }))

/** How the revisions of a record are kept; undefined for an unknown entity. */
function selectRevisionsConfig(
  state: StateWithConfig,
  kind: string,
  name: string,
  recordId: EntityId | undefined,
): EntityConfig | undefined {
  const config = selectEntityConfig(state, kind, name)
  return config && revisionsLocation(kind, name, recordId).configFrom(config)
}
