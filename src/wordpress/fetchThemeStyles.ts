import { part, stepsFacts, type StepsFacts } from '../resolution/stepsFacts'
import { defineLookup, lookupFacts, readObjects, type LookupFacts, selectLookup } from './lookups/lookup'
import type { StateWithLookups } from './lookups/reducer'
import { defineSteps } from '../resolution/defineSteps'
import { questionOf } from '../resolution/question'
import type { ReadOptions } from '../resolution/readOptions'
import { fetchRead } from '../resolution/runRead'
import { buildPath } from '../rest/urls'
import type { Thunk } from '../core/thunk'
import { currentTheme } from './fetchCurrentTheme'
import { currentThemeFacts, selectCurrentTheme } from './selectors'

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
): Thunk<StateWithLookups, Promise<ThemeStyles | null | undefined>> {
  return fetchRead(themeBaseStyles, [], options)
}

/**
 * The looks of the active theme before the user's changes; null without an active theme, undefined while
 * they are not known.
 */
export function selectThemeBaseStyles(state: StateWithLookups): ThemeStyles | null | undefined {
  return selectForTheme(state, baseStylesFacts)
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
): Thunk<StateWithLookups, Promise<readonly ThemeStyleVariation[] | null | undefined>> {
  return fetchRead(themeStyleVariations, [], options)
}

/**
 * The looks that the active theme offers; null without an active theme, undefined while they are not known.
 */
export function selectThemeStyleVariations(
  state: StateWithLookups,
): readonly ThemeStyleVariation[] | null | undefined {
  return selectForTheme(state, variationsFacts)
}

/** What can be said of the read of the styles. */
export function themeBaseStylesFacts(): StepsFacts<StateWithLookups> {
  return factsForTheme('fetchThemeBaseStyles', baseStylesFacts)
}

/** What can be said of the read of the variations. */
export function themeStyleVariationsFacts(): StepsFacts<StateWithLookups> {
  return factsForTheme('fetchThemeStyleVariations', variationsFacts)
}

/** The read of the looks that the active theme has. */
export const themeBaseStyles = /* @__PURE__ */ defineForTheme<ThemeStyles>(
  themeBaseStylesFacts,
  baseStylesFacts,
  '',
)

/** The read of the looks that the active theme offers. */
export const themeStyleVariations = /* @__PURE__ */ defineForTheme<readonly ThemeStyleVariation[]>(
  themeStyleVariationsFacts,
  variationsFacts,
  '/variations',
  readObjects,
)

type FactsOfTheme = (state: unknown, stylesheet: string) => LookupFacts

function baseStylesFacts(state: unknown, stylesheet: string): LookupFacts {
  return lookupFacts(questionOf('fetchThemeBaseStyles', stylesheet))
}

function variationsFacts(state: unknown, stylesheet: string): LookupFacts {
  return lookupFacts(questionOf('fetchThemeStyleVariations', stylesheet))
}

/** The active theme comes first, then what is asked of it. */
function factsForTheme(operation: string, facts: FactsOfTheme): StepsFacts<StateWithLookups> {
  return stepsFacts<StateWithLookups>(questionOf(operation), (state) => {
    const theme = selectCurrentTheme(state)
    return [[part(currentThemeFacts, [])], theme ? [part(facts, [theme.stylesheet])] : []]
  })
}

function defineForTheme<Value>(
  facts: () => StepsFacts<StateWithLookups>,
  ofTheme: FactsOfTheme,
  end: string,
  read?: (data: unknown) => unknown,
) {
  const oneTheme = defineLookup({
    facts: ofTheme,
    path: ({ args: [stylesheet] }) =>
      buildPath('/wp/v2/global-styles/themes', stylesheet + end, { context: 'view' }),
    ...(read && { read }),
    select: () => undefined,
  })
  return defineSteps({
    facts,
    reads: [currentTheme, oneTheme],
    partOptions: { throwOnError: true },
    select: (state: StateWithLookups) => selectForTheme<Value>(state, ofTheme),
    onError: (error, { state }) => {
      if (selectCurrentTheme(state) === null) return null
      throw error
    },
  })
}

function selectForTheme<Value>(state: StateWithLookups, facts: FactsOfTheme): Value | null | undefined {
  const theme = selectCurrentTheme(state)
  return theme && selectLookup<Value>(state, facts(state, theme.stylesheet).question.key)
}
