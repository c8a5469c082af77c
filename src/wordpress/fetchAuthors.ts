import { listFacts, type ListFacts } from '../queries/listFacts'
import { weakMapMemoize } from 'reselect'
import type { ConfigSliceState } from '../config/reducer'
import { recordLocation, type RecordLocation } from '../entities/recordLocation'
import type { EntitiesSliceState } from '../entities/reducer'
import type { LocksSliceState } from '../locks/reducer'
import { readList, type ListReadOptions } from '../queries/fetchEntityRecords'
import type { QueriesSliceState } from '../queries/storedQuery'
import { selectEntityRecords } from '../queries/selectors'
import type { QueryInput } from '../core/query'
import type { EntityQuery } from '../records/inference/inference'
import type { User } from '../records/user'
import type { ResolutionSliceState } from '../resolution/reducer'
import type { Thunk } from '../core/thunk'

const askedAuthors = { who: 'authors', per_page: 100 }
const noAuthors: readonly User<'view'>[] = []

/** What can be said of the read below. */
export function authorsFacts(
  state: ConfigSliceState & EntitiesSliceState & QueriesSliceState,
  query?: QueryInput,
): ListFacts {
  return listFacts(state, 'root', 'user', authorsQuery(query))
}

/**
 * Reads the users who can write posts, a hundred of them unless the query says otherwise. They are a list of
 * `('root', 'user')` in the `view` context.
 * @returns The authors; null when the read failed: the error stands in the resolution.
 * @example
 * const authors = await dispatch(fetchAuthors({ search: 'ada' }))
 */
export function fetchAuthors(
  query?: EntityQuery,
  options?: ListReadOptions,
): Thunk<
  ConfigSliceState & EntitiesSliceState & LocksSliceState & QueriesSliceState & ResolutionSliceState,
  Promise<readonly User<'view'>[] | null>
> {
  const location: RecordLocation = {
    ...recordLocation('root', 'user'),
    configFrom: (config) => ({ ...config, baseURL: `${config.baseURL}/`, baseURLParams: askedAuthors }),
  }
  return readList(location, authorsQuery(query), options)
}

/**
 * The users who can write posts, in the order of the query; none while they are not known.
 */
export function selectAuthors(
  state: ConfigSliceState & EntitiesSliceState & QueriesSliceState,
  query?: EntityQuery,
): readonly User<'view'>[] {
  const authors = selectEntityRecords<string, string, EntityQuery>(state, 'root', 'user', authorsQuery(query))
  return (authors as readonly User<'view'>[] | null) ?? noAuthors
}

/** The list of users that the authors are; the same query for the same one. */
function authorsQuery(query: QueryInput): EntityQuery {
  return queryForAuthors(query ?? allAuthors)
}

const allAuthors = {}
const queryForAuthors = /* @__PURE__ */ weakMapMemoize((query: object): EntityQuery => ({
  ...askedAuthors,
  context: 'view',
  ...query,
}))
