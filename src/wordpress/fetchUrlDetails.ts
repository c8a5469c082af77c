import { EntityStoreError } from '../core/errors'
import { questionOf } from '../resolution/question'
import type { ReadOptions } from '../resolution/readOptions'
import { fetchRead } from '../resolution/runRead'
import { buildPath } from '../rest/urls'
import type { Thunk } from '../core/thunk'
import { defineLookup, selectLookup, lookupFacts, type LookupFacts } from './lookups/lookup'
import type { StateWithLookups } from './lookups/reducer'

/** What the head of a page says of it. */
export interface UrlDetails {
  readonly title?: string
  /** Address of the site's icon. */
  readonly icon?: string
  readonly description?: string
  /** Address of the image that stands for the page. */
  readonly image?: string
  readonly [field: string]: unknown
}

/** What can be said of the read below. */
export function urlDetailsFacts(state: unknown, url: string): LookupFacts<UrlDetails> {
  return lookupFacts(questionOf('fetchUrlDetails', url))
}

/** The read of what a page elsewhere says of itself. */
const urlDetails = /* @__PURE__ */ defineLookup({
  facts: urlDetailsFacts,
  path: ({ args: [url] }) => {
    checkUrl(url)
    return buildPath('/wp-block-editor/v1/url-details', undefined, { url })
  },
  select: selectUrlDetails,
})

/**
 * Reads what a page elsewhere says of itself, once for each URL; a failure is not kept.
 * @param url - A whole address, with its protocol.
 * @throws EntityStoreError `invalid_url` with the specification's message, before any request; RestError as the server
 * answered.
 * @example
 * const details = await dispatch(fetchUrlDetails('https://example.org/'))
 */
export function fetchUrlDetails(
  url: string,
  options?: ReadOptions,
): Thunk<StateWithLookups, Promise<UrlDetails | undefined>> {
  return fetchRead(urlDetails, [url], options)
}

/**
 * The details of a URL; undefined while they are not known.
 * @param url - A whole address, with its protocol.
 */
export function selectUrlDetails(state: StateWithLookups, url: string): UrlDetails | undefined {
  return selectLookup(state, urlDetailsFacts(state, url))
}

/** @throws EntityStoreError `invalid_url` for what is no address of the web. */
export function checkUrl(url: string): void {
  try {
    new URL(url)
  } catch {
    throw new EntityStoreError('invalid_url', `${url} is not a valid URL.`)
  }
  // What the address parser forgives, such as `http:host`, servers don't.
  if (!/^https?:\/\/[^\s/?#]/i.test(url)) {
    throw new EntityStoreError(
      'invalid_url',
      `${url} does not have a valid protocol. URLs must be "http" based`,
    )
  }
}
