import { readPath } from '../core/paths'
import { questionOf } from '../resolution/question'
import type { ReadOptions } from '../resolution/readOptions'
import { fetchRead } from '../resolution/runRead'
import { selectLookup, lookupFacts, type LookupFacts } from './lookups/lookup'
import { definePostLookup } from './lookups/definePostLookup'
import type { StateWithLookups } from './lookups/reducer'

/** What can be said of the read below. */
export function navigationFallbackFacts(): LookupFacts<number | null> {
  return lookupFacts(questionOf('fetchNavigationFallbackId'))
}

/** The read of the menu that a navigation block shows when none is chosen. */
export const navigationFallback = /* @__PURE__ */ definePostLookup({
  facts: navigationFallbackFacts,
  path: () => '/wp-block-editor/v1/navigation-fallback?_embed=true',
  postType: 'wp_navigation',
  postIn: (data) => readPath(data, '_embedded.self.0').value,
  none: null,
  mayMake: true,
  select: selectNavigationFallbackId,
})

/**
 * Reads which menu a navigation block shows when none is chosen; the server makes one where there is none. The menu
 * comes along as the record `('postType', 'wp_navigation', id)`, so that reading it sends nothing.
 * @returns The menu's id; null where there is none.
 * @throws RestError as the server answered, such as 403 to those who can't make menus.
 * @example
 * const id = await dispatch(fetchNavigationFallbackId())
 */
export function fetchNavigationFallbackId(options?: ReadOptions) {
  return fetchRead(navigationFallback, [], options)
}

/**
 * The id of the menu that a navigation block shows when none is chosen; null while it is not known.
 */
export function selectNavigationFallbackId(state: StateWithLookups): number | null {
  return selectLookup(state, navigationFallbackFacts()) ?? null
}
