import type { ConfigSliceState } from '../config/reducer'
import type { EntitiesSliceState } from '../entities/reducer'
import type { LocksSliceState } from '../locks/reducer'
import { fetchEntityRecords, type ListReadOptions } from '../queries/fetchEntityRecords'
import type { QueriesSliceState } from '../queries/storedQuery'
import type { Theme } from '../records/theme'
import type { ResolutionSliceState } from '../resolution/reducer'
import type { Thunk } from '../core/thunk'
import { activeTheme, selectCurrentTheme, selectGlobalStylesId } from './selectors'

type RequiredState = ConfigSliceState &
  EntitiesSliceState &
  LocksSliceState &
  QueriesSliceState &
  ResolutionSliceState

/**
 * Reads the active theme, once.
 * @returns The theme; null when there is none or the read failed: the error stands in the resolution.
 * @example
 * const theme = await dispatch(fetchCurrentTheme())
 */
export function fetchCurrentTheme(options?: ListReadOptions): Thunk<RequiredState, Promise<Theme | null>> {
  return async (dispatch, getState) => {
    const themes = await dispatch(fetchEntityRecords('root', 'theme', activeTheme, options))
    return themes && selectCurrentTheme(getState())
  }
}

/**
 * Reads the id of the user's global styles out of the active theme's link.
 * @returns The id; undefined when the theme has no such link, or is not known.
 * @example
 * const id = await dispatch(fetchGlobalStylesId())
 */
export function fetchGlobalStylesId(
  options?: ListReadOptions,
): Thunk<RequiredState, Promise<number | undefined>> {
  return async (dispatch, getState) => {
    await dispatch(fetchCurrentTheme(options))
    return selectGlobalStylesId(getState())
  }
}
