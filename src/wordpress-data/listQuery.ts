import { isObject } from '../core/plain'
import type { EntityQuery } from '../records/inference/inference'
import { intermediateResults } from './intermediateResults'

/** A query as it is asked, and whether its rows are to be shown as its pages arrive. */
interface ListQuery {
  readonly query: EntityQuery
  readonly isShownEarly: boolean
}

const known = new WeakMap<object, ListQuery>()

/** The query of a list without what says how its rows are to be shown; the same object for the same one. */
export function listQuery(query: EntityQuery | undefined): EntityQuery | undefined {
  return readQuery(query)?.query ?? query
}

/** Whether the rows of a whole list are to be shown as its pages arrive. */
export function isShownEarly(query: EntityQuery | undefined): boolean {
  return readQuery(query)?.isShownEarly ?? false
}

/** Undefined for a query that says nothing of that, as most do. */
function readQuery(query: EntityQuery | undefined): ListQuery | undefined {
  if (!isObject(query)) return undefined
  // The editor has the symbol from core-data, which lends it to the editor alone: it is known by what it is called.
  const symbol = Object.getOwnPropertySymbols(query).find(
    ({ description }) => description === intermediateResults.description,
  )
  if (symbol === undefined) return undefined
  let read = known.get(query)
  if (read === undefined) {
    const { [symbol]: isWanted, ...rest } = query as { [symbol]?: unknown }
    known.set(query, (read = { query: rest, isShownEarly: !!isWanted }))
  }
  return read
}
