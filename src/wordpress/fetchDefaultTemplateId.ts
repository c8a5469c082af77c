import { addresses } from '../core/address'
import { entityKey } from '../core/keys'
import { questionOf } from '../resolution/question'
import type { ReadOptions } from '../resolution/readOptions'
import { fetchRead } from '../resolution/runRead'
import { buildPath } from '../rest/urls'
import type { Thunk } from '../core/thunk'
import { selectLookup, lookupFacts, type LookupFacts } from './lookups/lookup'
import { definePostLookup } from './lookups/definePostLookup'
import type { StateWithLookups } from './lookups/reducer'

/** Which template is looked for. */
export interface DefaultTemplateQuery {
  /** The most special slug, such as `single-book-emma`; the server falls back to less special ones. */
  readonly slug?: string | undefined
  /** Whether a template for one post alone is meant. Default false. */
  readonly is_custom?: boolean | undefined
  /** Whether empty templates don't count. Default false. */
  readonly ignore_empty?: boolean | undefined
  readonly [parameter: string]: unknown
}

/** What can be said of the read below. */
export function defaultTemplateFacts(state: unknown, query: DefaultTemplateQuery): LookupFacts<string> {
  return lookupFacts(
    questionOf('fetchDefaultTemplateId', query),
    addresses.lookups(entityKey('postType', 'wp_template')),
  )
}

/** The read of the template that the site uses where nothing else is chosen. */
export const defaultTemplate = /* @__PURE__ */ definePostLookup({
  facts: defaultTemplateFacts,
  path: (query: DefaultTemplateQuery) => buildPath('/wp/v2/templates/lookup', undefined, query),
  postType: 'wp_template',
  postIn: (data) => data,
  none: '',
  select: selectDefaultTemplateId,
})

/**
 * Reads which template the site uses where nothing else is chosen. The template comes along as a record, so that
 * reading it sends nothing. Saving or deleting a template makes the answer stale.
 * @returns The template's id; `''` where there is none.
 * @throws RestError as the server answered; EntityStoreError `invalid_query`.
 * @example
 * const id = await dispatch(fetchDefaultTemplateId({ slug: 'front-page' }))
 */
export function fetchDefaultTemplateId(
  query: DefaultTemplateQuery,
  options?: ReadOptions,
): Thunk<StateWithLookups, Promise<string | undefined>> {
  return fetchRead(defaultTemplate, [query], options)
}

/**
 * The id of the template that the site uses; `''` where there is none, undefined while it is not known.
 */
export function selectDefaultTemplateId(
  state: StateWithLookups,
  query: DefaultTemplateQuery,
): string | undefined {
  return selectLookup(state, defaultTemplateFacts(state, query))
}
