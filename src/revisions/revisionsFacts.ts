import { isMissingId, type EntityId } from '../core/keys'
import { isLocalId } from '../core/localId'
import type { QueryInput } from '../core/query'
import { currentId } from '../entities/aliases'
import { recordFactsAt, type RecordFacts } from '../entities/recordFacts'
import type { StateWithEntities } from '../entities/reducer'
import { listFactsAt, type ListFacts } from '../queries/listFacts'
import type { StateWithQueries } from '../queries/storedQuery'
import { revisionsLocation } from './revisionsLocation'

/** The read of a page of a record's revisions. */
export function revisionsFacts(
  state: StateWithQueries,
  kind: string,
  name: string,
  recordId?: EntityId,
  query?: QueryInput,
): ListFacts {
  const id = currentId(state, recordId)
  const facts = listFactsAt(state, 'fetchRevisions', revisionsLocation(kind, name, id), query)
  return { ...facts, asksNothing: hasNone(id) }
}

/** The read of one revision of a record. */
export function revisionFacts(
  state: StateWithEntities,
  kind: string,
  name: string,
  recordId?: EntityId,
  revisionId?: EntityId,
  query?: QueryInput,
): RecordFacts {
  const id = currentId(state, recordId)
  const location = revisionsLocation(kind, name, id)
  return recordFactsAt(state, 'fetchRevision', location, revisionId, query, hasNone(id))
}

/** Whether the server has no revisions of a record, as it does not know it. */
function hasNone(id: EntityId | undefined): boolean {
  return isMissingId(id) || isLocalId(id)
}
