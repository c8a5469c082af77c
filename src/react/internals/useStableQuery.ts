import { useState } from 'react'
import { normalizeQuery, type QueryInput } from '../../core/query'

/** Most queries that one component remembers: it shows one, and a transition may be on its way to others. */
const mostQueries = 10

/**
 * A query that says the same as the given one, and is the same object for as long as the component asks the same: a
 * query may be written in place. Each component remembers its own, whatever others ask.
 */
export function useStableQuery<Query extends QueryInput>(query: Query): Query {
  const [known] = useState(() => new Map<string, Query>())
  return stableQuery(known, query)
}

function stableQuery<Query extends QueryInput>(known: Map<string, Query>, query: Query): Query {
  const { requestKey, paging } = normalizeQuery(query)
  // Ten rows a page are the default, but who says so sends it.
  const key = `${requestKey} ${'per_page' in paging}`
  const stable = known.get(key) ?? query
  // The latest last: the one that was not asked for longest goes first.
  known.delete(key)
  known.set(key, stable)
  if (known.size > mostQueries) known.delete(known.keys().next().value as string)
  return stable
}
