import { listFacts, type ListFacts } from '../queries/listFacts'
import { weakMapMemoize } from 'reselect'
import { askList, type ListReadOptions } from '../queries/fetchEntityRecords'
import type { StateWithQueries } from '../queries/storedQuery'
import { selectEntityRecords } from '../queries/selectors'
import type { QueryInput } from '../core/query'
import type { EntityQuery } from '../records/inference/inference'
import type { User } from '../records/user'
import { defineRead, unlessThrown, type Asking } from '../resolution/defineRead'
import { fetchRead } from '../resolution/runRead'
import type { Thunk } from '../core/thunk'

const askedAuthors = { who: 'authors', per_page: 100 }
const noAuthors: readonly User<'view'>[] = []

/** What can be said of the read below. */
export function authorsFacts(state: StateWithQueries, query?: QueryInput): ListFacts {
  return listFacts(state, 'root', 'user', authorsQuery(query))
}

/** The read of the users who can write posts. */
export const authors = /* @__PURE__ */ defineRead({
  facts: authorsFacts,
  ask: (asking: Asking<StateWithQueries, unknown, ListFacts, ListReadOptions>) =>
    askList(asking, ({ baseURL, baseURLParams, ...config }) => ({
      ...config,
      baseURL: `${baseURL}/`,
      baseURLParams: { ...askedAuthors, ...baseURLParams },
    })),
  select: (state: StateWithQueries, query?: EntityQuery): readonly User<'view'>[] | null =>
    selectAuthors(state, query),
  onError: /* @__PURE__ */ unlessThrown(null),
})

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
): Thunk<StateWithQueries, Promise<readonly User<'view'>[] | null>> {
  return fetchRead(authors, [query], options)
}

/**
 * The users who can write posts, in the order of the query; none while they are not known.
 */
export function selectAuthors(state: StateWithQueries, query?: EntityQuery): readonly User<'view'>[] {
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
