import type { DefaultTemplateQuery } from './fetchDefaultTemplateId'
import { EntityStoreError, show } from '../core/errors'
import type { Thunk } from '../core/thunk'
import type { StateWithQueries } from '../queries/storedQuery'
import type { BlockPatternCategory } from './fetchBlockPatternCategories'
import type { BlockPattern } from './fetchBlockPatterns'
import type { CurrentUser } from './fetchCurrentUser'
import type { EmbedPreview } from './fetchEmbedPreview'
import type { RegisteredPostMeta } from './fetchRegisteredPostMeta'
import type { ThemeStyles, ThemeStyleVariation } from './fetchThemeStyles'
import type { UrlDetails } from './fetchUrlDetails'
import { answerReceived } from './lookups/actions'
import { lookupKey } from './lookups/lookup'
import type { StateWithLookups } from './lookups/reducer'
import { selectCurrentTheme } from './selectors'

/** The answers that can be put in by hand, by the thunk that asks for them. */
export interface ReceivableLookups {
  readonly fetchCurrentUser: CurrentUser
  readonly fetchEmbedPreview: EmbedPreview | false
  readonly fetchUrlDetails: UrlDetails
  readonly fetchBlockPatterns: readonly BlockPattern[]
  readonly fetchBlockPatternCategories: readonly BlockPatternCategory[]
  readonly fetchNavigationFallbackId: number | null
  readonly fetchDefaultTemplateId: string
  readonly fetchRegisteredPostMeta: RegisteredPostMeta
  readonly fetchThemeBaseStyles: ThemeStyles
  readonly fetchThemeStyleVariations: readonly ThemeStyleVariation[]
}

/** The arguments that name an answer: those of its thunk, and of which theme styles are; by default of the active one. */
export interface ReceivedLookupArguments {
  readonly fetchCurrentUser: readonly []
  readonly fetchEmbedPreview: readonly [url: string]
  readonly fetchUrlDetails: readonly [url: string]
  readonly fetchBlockPatterns: readonly []
  readonly fetchBlockPatternCategories: readonly []
  readonly fetchNavigationFallbackId: readonly []
  readonly fetchDefaultTemplateId: readonly [query: DefaultTemplateQuery]
  readonly fetchRegisteredPostMeta: readonly [postType: string]
  readonly fetchThemeBaseStyles: readonly [stylesheet?: string]
  readonly fetchThemeStyleVariations: readonly [stylesheet?: string]
}

const ofTheme: readonly string[] = ['fetchThemeBaseStyles', 'fetchThemeStyleVariations']
const receivable: readonly string[] = [
  ...ofTheme,
  'fetchCurrentUser',
  'fetchEmbedPreview',
  'fetchUrlDetails',
  'fetchBlockPatterns',
  'fetchBlockPatternCategories',
  'fetchNavigationFallbackId',
  'fetchDefaultTemplateId',
  'fetchRegisteredPostMeta',
]

/**
 * Puts the answer of a lookup in by hand, as newer than everything asked for before. It is shown at once; the thunk
 * that asks for it still asks the server once.
 * @param operation - The thunk of the lookup, by its name, such as `'fetchEmbedPreview'`.
 * @param value - What the server would have answered.
 * @param args - The arguments of the thunk: `[url]` of an embed, `[query]` of a template, `[]` of the current user.
 * @throws EntityStoreError `invalid_option` for what is no such lookup, `not_loaded` for styles of an active theme that
 * is not known.
 * @example
 * dispatch(receiveLookup('fetchEmbedPreview', ['https://example.org/'], { html: '<p>Hello</p>' }))
 */
export function receiveLookup<Operation extends keyof ReceivableLookups>(
  operation: Operation,
  args: ReceivedLookupArguments[Operation],
  value: ReceivableLookups[Operation],
): Thunk<StateWithLookups, void> {
  return (dispatch, getState, { nextSeq }) => {
    if (!receivable.includes(operation) || !Array.isArray(args)) {
      throw new EntityStoreError(
        'invalid_option',
        `${show(operation)} with the arguments ${show(args)} is no lookup. Name one of ${receivable.join(', ')}, and pass its arguments as an array.`,
      )
    }
    const named: readonly unknown[] =
      ofTheme.includes(operation) && args[0] === undefined ? [activeStylesheet(getState())] : args
    dispatch(answerReceived(lookupKey(operation, ...named), value, nextSeq()))
  }
}

function activeStylesheet(state: StateWithQueries): string {
  const theme = selectCurrentTheme(state)
  if (theme) return theme.stylesheet
  throw new EntityStoreError(
    'not_loaded',
    'The active theme is not known yet. Name the theme by its stylesheet, or read it first with fetchCurrentTheme.',
  )
}
