import type { ConfigSliceState } from '../config/reducer'
import type { EntityId } from '../core/keys'
import type { QueryInput } from '../core/query'
import { currentId } from '../entities/aliases'
import { recordFactsAt, type RecordFacts } from '../entities/recordFacts'
import type { EntitiesSliceState } from '../entities/reducer'
import { listFactsAt, type ListFacts } from '../queries/listFacts'
import type { QueriesSliceState } from '../queries/storedQuery'
import { revisionsLocation } from './revisionsLocation'

/** The read of a page of a record's revisions. */
export function revisionsFacts(
  state: ConfigSliceState & EntitiesSliceState & QueriesSliceState,
  kind: string,
  name: string,
  recordId?: EntityId,
  query?: QueryInput,
): ListFacts {
  return listFactsAt(state, revisionsLocation(kind, name, currentId(state, recordId)), query)
}

/** The read of one revision of a record. */
export function revisionFacts(
  state: ConfigSliceState & EntitiesSliceState,
  kind: string,
  name: string,
  recordId?: EntityId,
  revisionId?: EntityId,
  query?: QueryInput,
): RecordFacts {
  return recordFactsAt(state, revisionsLocation(kind, name, currentId(state, recordId)), revisionId, query)
}
