import { askList, type ListReadOptions } from '../queries/fetchEntityRecords'
import type { ListFacts } from '../queries/listFacts'
import type { StateWithQueries } from '../queries/storedQuery'
import type { Theme } from '../records/theme'
import { defineRead, unlessThrown, type Asking } from '../resolution/defineRead'
import { fetchRead } from '../resolution/runRead'
import type { Thunk } from '../core/thunk'
import { currentThemeFacts, selectCurrentTheme, selectGlobalStylesId } from './selectors'

/** The read of the active theme. */
export const currentTheme = /* @__PURE__ */ defineRead({
  facts: currentThemeFacts,
  ask: (asking: Asking<StateWithQueries, unknown, ListFacts, ListReadOptions>) => askList(asking),
  select: selectCurrentTheme,
  onError: /* @__PURE__ */ unlessThrown(null),
})

/**
 * Reads the active theme, once.
 * @returns The theme; null when there is none or the read failed: the error stands in the resolution.
 * @example
 * const theme = await dispatch(fetchCurrentTheme())
 */
export function fetchCurrentTheme(options?: ListReadOptions): Thunk<StateWithQueries, Promise<Theme | null>> {
  return fetchRead(currentTheme, [], options)
}

/** The read of the id of the user's global styles: it stands in the active theme. */
export const globalStylesId = /* @__PURE__ */ defineRead({
  facts: currentThemeFacts,
  ask: (asking: Asking<StateWithQueries, unknown, ListFacts, ListReadOptions>) => askList(asking),
  select: selectGlobalStylesId,
  onError: (error, { options, state }) => {
    if (options.throwOnError === true) throw error
    return selectGlobalStylesId(state)
  },
})

/**
 * Reads the id of the user's global styles out of the active theme's link.
 * @returns The id; undefined when the theme has no such link, or is not known.
 * @example
 * const id = await dispatch(fetchGlobalStylesId())
 */
export function fetchGlobalStylesId(
  options?: ListReadOptions,
): Thunk<StateWithQueries, Promise<number | undefined>> {
  return fetchRead(globalStylesId, [], options)
}
