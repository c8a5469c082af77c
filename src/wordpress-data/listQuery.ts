import { isObject } from '../core/plain'
import type { EntityQuery } from '../records/inference/inference'
import { intermediateResults } from './intermediateResults'

const known = new WeakMap<object, EntityQuery>()

/** The query of a list without what says how its rows are to be shown; the same object for the same one. */
export function listQuery(query: EntityQuery | undefined): EntityQuery | undefined {
  if (!isObject(query) || !(intermediateResults in query)) return query
  let asked = known.get(query)
  if (asked === undefined) {
    const { [intermediateResults]: isShownEarly, ...others } = query as { [intermediateResults]?: unknown }
    known.set(query, (asked = others as EntityQuery))
  }
  return asked
}

/** Whether the rows of a whole list are to be shown as its pages arrive. */
export function isShownEarly(query: EntityQuery | undefined): boolean {
  return isObject(query) && !!(query as { [intermediateResults]?: unknown })[intermediateResults]
}
