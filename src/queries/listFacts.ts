import { addresses } from '../core/address'
import type { NormalizedQuery, QueryInput } from '../core/query'
import { configIn, queryAt, recordLocation, type RecordLocation } from '../entities/recordLocation'
import { questionWithQuery } from '../resolution/question'
import type { ReadFacts } from '../resolution/readFacts'
import { isPageOlder, selectListSeq, selectListTime } from './selectors'
import type { StateWithQueries } from './storedQuery'

/** What can be said of the read of a page of a list. */
export interface ListFacts extends ReadFacts<StateWithQueries> {
  readonly location: RecordLocation
  readonly given: QueryInput
  readonly query: NormalizedQuery
}

/**
 * The read of a page of a list, at a place where records are kept.
 * @param operation The thunk that asks for it.
 */
export function listFactsAt(
  state: StateWithQueries,
  operation: string,
  location: RecordLocation,
  given: QueryInput,
): ListFacts {
  const query = queryAt(state, location, given)
  return {
    location,
    given,
    query,
    question: questionWithQuery(operation, location.args, query),
    // Pages of a list go stale together.
    about: addresses.list(location.entity, query.listKey),
    knownSeq: (now) => selectListSeq(now, configIn(now, location), query),
    knownAt: (now) => selectListTime(now, configIn(now, location), query),
    isSuperseded: (now, seq) => isPageOlder(now, configIn(now, location), query, seq),
  }
}

/** The read of a page of a list of an entity. */
export function listFacts(
  state: StateWithQueries,
  kind: string,
  name: string,
  query?: QueryInput,
): ListFacts {
  return listFactsAt(state, 'fetchEntityRecords', recordLocation(kind, name), query)
}
