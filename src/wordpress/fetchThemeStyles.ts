import type { Theme } from '../records/theme'
import { wholeFacts, type ReadFacts } from '../resolution/readFacts'
import type { ConfigSliceState } from '../config/reducer'
import type { EntitiesSliceState } from '../entities/reducer'
import type { LocksSliceState } from '../locks/reducer'
import { lookUp, lookupFacts, readObjects, type LookupFacts, selectLookup } from './lookups/lookup'
import type { LookupsSliceState } from './lookups/reducer'
import type { QueriesSliceState } from '../queries/storedQuery'
import { composeReads } from '../resolution/composeReads'
import { questionOf } from '../resolution/question'
import type { ReadOptions } from '../resolution/runRead'
import type { ResolutionSliceState } from '../resolution/reducer'
import { buildPath } from '../rest/urls'
import type { Thunk } from '../core/thunk'
import { fetchCurrentTheme } from './fetchCurrentTheme'
import { currentThemeFacts, selectCurrentTheme } from './selectors'

type Shown = ConfigSliceState & EntitiesSliceState & LookupsSliceState & QueriesSliceState
type RequiredState = Shown & LocksSliceState & ResolutionSliceState

/** The looks of a theme. */
export interface ThemeStyles {
  /** As in the `settings` of theme.json. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** As in the `styles` of theme.json. */
  readonly styles?: Readonly<Record<string, unknown>>
  readonly [field: string]: unknown
}

/** One of the looks that a theme offers. */
export interface ThemeStyleVariation extends ThemeStyles {
  readonly title?: string
}

/**
 * Reads the looks that the active theme has before the user changed anything, once for each theme.
 * @returns The styles; null without an active theme.
 * @throws RestError as the server answered, such as 403 to those who may not edit the theme.
 * @example
 * const styles = await dispatch(fetchThemeBaseStyles())
 */
export function fetchThemeBaseStyles(
  options?: ReadOptions,
): Thunk<RequiredState, Promise<ThemeStyles | null | undefined>> {
  return fetchForTheme('fetchThemeBaseStyles', '', options)
}

/**
 * The looks of the active theme before the user's changes; null without an active theme, undefined while
 * they are not known.
 */
export function selectThemeBaseStyles(state: Shown): ThemeStyles | null | undefined {
  return selectForTheme(state, 'fetchThemeBaseStyles')
}

/**
 * Reads the looks that the active theme offers to choose from, once for each theme.
 * @returns The variations; null without an active theme.
 * @throws RestError as the server answered.
 * @example
 * const variations = await dispatch(fetchThemeStyleVariations())
 */
export function fetchThemeStyleVariations(
  options?: ReadOptions,
): Thunk<RequiredState, Promise<readonly ThemeStyleVariation[] | null | undefined>> {
  return fetchForTheme('fetchThemeStyleVariations', '/variations', options, readObjects<ThemeStyleVariation>)
}

/**
 * The looks that the active theme offers; null without an active theme, undefined while they are not known.
 */
export function selectThemeStyleVariations(state: Shown): readonly ThemeStyleVariation[] | null | undefined {
  return selectForTheme(state, 'fetchThemeStyleVariations')
}

/** What can be said of the read of the styles. */
export function themeBaseStylesFacts(): ReadFacts<Shown> {
  return factsForTheme('fetchThemeBaseStyles')
}

/** What can be said of the read of the variations. */
export function themeStyleVariationsFacts(): ReadFacts<Shown> {
  return factsForTheme('fetchThemeStyleVariations')
}

function factsForTheme(operation: string): ReadFacts<Shown> {
  return wholeFacts(questionOf(operation), {
    parts: (state) => {
      const theme = selectCurrentTheme(state)
      return [currentThemeFacts(state), ...(theme ? [factsOfTheme(operation, theme)] : [])]
    },
    answer: (state) => selectForTheme(state, operation),
  })
}

function factsOfTheme(operation: string, { stylesheet }: Pick<Theme, 'stylesheet'>): LookupFacts {
  return lookupFacts(questionOf(operation, stylesheet))
}

function fetchForTheme<Value>(
  operation: string,
  end: string,
  options: ReadOptions | undefined,
  read?: (data: unknown) => Value,
): Thunk<RequiredState, Promise<Value | null | undefined>> {
  return async (dispatch) =>
    dispatch(
      composeReads<RequiredState, Value | null | undefined>(
        {
          ...factsForTheme(operation),
          run: async (rest) => {
            const theme = await dispatch(fetchCurrentTheme({ ...rest, throwOnError: true }))
            if (theme === null) return
            const { stylesheet } = theme
            const ask = buildPath('/wp/v2/global-styles/themes', stylesheet + end, { context: 'view' })
            await dispatch(
              lookUp<Value>({ facts: factsOfTheme(operation, theme), ask, ...(read && { read }) }, rest),
            )
          },
          result: (state) => selectForTheme<Value>(state, operation),
          onError: (error, state) => {
            if (selectCurrentTheme(state) === null) return null
            throw error
          },
        },
        options,
      ),
    )
}

function selectForTheme<Value>(state: Shown, operation: string): Value | null | undefined {
  const theme = selectCurrentTheme(state)
  return theme && selectLookup<Value>(state, factsOfTheme(operation, theme).question.key)
}
