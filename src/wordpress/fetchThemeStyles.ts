import { EntityStoreError } from '../core/errors'
import { part, stepsFacts, type StepsFacts } from '../resolution/stepsFacts'
import {
  defineLookup,
  lookupFacts,
  readObjects,
  selectLookup,
  type LookupFacts,
  type Receivable,
} from './lookups/lookup'
import type { StateWithLookups } from './lookups/reducer'
import { defineSteps } from '../resolution/defineSteps'
import { questionOf } from '../resolution/question'
import type { ReadFacts } from '../resolution/readFacts'
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
  return selectForTheme(state, baseStyles)
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
  return selectForTheme(state, variations)
}

/** What can be said of the read of the styles: of the active theme, or of one by its stylesheet. */
export function themeBaseStylesFacts(state: StateWithLookups, stylesheet?: string): ThemeFacts<ThemeStyles> {
  return baseStyles.facts(state, stylesheet)
}

/** What can be said of the read of the variations: of the active theme, or of one by its stylesheet. */
export function themeStyleVariationsFacts(
  state: StateWithLookups,
  stylesheet?: string,
): ThemeFacts<readonly ThemeStyleVariation[]> {
  return variations.facts(state, stylesheet)
}

const baseStyles = /* @__PURE__ */ factsForTheme<ThemeStyles>('fetchThemeBaseStyles')
const variations = /* @__PURE__ */ factsForTheme<readonly ThemeStyleVariation[]>('fetchThemeStyleVariations')

/** The read of the looks that the active theme has. */
export const themeBaseStyles = /* @__PURE__ */ defineForTheme(baseStyles, '')

/** The read of the looks that the active theme offers. */
export const themeStyleVariations = /* @__PURE__ */ defineForTheme(variations, '/variations', readObjects)

type ThemeFacts<Answer> = ReadFacts<StateWithLookups> & Receivable<Answer>
type FactsForTheme<Answer> = ReturnType<typeof factsForTheme<Answer>>

function factsForTheme<Answer>(operation: string) {
  const ofOne = (state: unknown, stylesheet: string): LookupFacts<Answer> =>
    lookupFacts(questionOf(operation, stylesheet))
  // Which theme is active comes first.
  const ofActive = (state: StateWithLookups): StepsFacts<StateWithLookups> & Receivable<Answer> => ({
    ...stepsFacts<StateWithLookups>(questionOf(operation), (now) => {
      const theme = selectCurrentTheme(now)
      return [[part(currentThemeFacts, [])], theme ? [part(ofOne, [theme.stylesheet])] : []]
    }),
    received: (answer, seq) => ofOne(state, activeStylesheet(state)).received(answer, seq),
  })
  const facts = (state: StateWithLookups, stylesheet?: string): ThemeFacts<Answer> =>
    stylesheet === undefined ? ofActive(state) : ofOne(state, stylesheet)
  return { ofOne, ofActive, facts }
}

function activeStylesheet(state: StateWithLookups): string {
  const theme = selectCurrentTheme(state)
  if (theme) return theme.stylesheet
  throw new EntityStoreError(
    'not_loaded',
    'The active theme is not known yet. Name the theme by its stylesheet, or read it first with fetchCurrentTheme.',
  )
}

function defineForTheme<Answer>(
  facts: FactsForTheme<Answer>,
  end: string,
  read?: (data: unknown) => unknown,
) {
  const oneTheme = defineLookup({
    facts: facts.ofOne,
    path: ({ args: [stylesheet] }) =>
      buildPath('/wp/v2/global-styles/themes', stylesheet + end, { context: 'view' }),
    ...(read && { read }),
    select: () => undefined,
  })
  return defineSteps({
    facts: facts.ofActive,
    reads: [currentTheme, oneTheme],
    partOptions: { throwOnError: true },
    select: (state: StateWithLookups) => selectForTheme(state, facts),
    onError: (error, { state }) => {
      if (selectCurrentTheme(state) === null) return null
      throw error
    },
  })
}

function selectForTheme<Answer>(
  state: StateWithLookups,
  { ofOne }: FactsForTheme<Answer>,
): Answer | null | undefined {
  const theme = selectCurrentTheme(state)
  return theme && selectLookup(state, ofOne(state, theme.stylesheet))
}
