import apiFetch from '@wordpress/api-fetch'
import type { RecordData } from '../core/plain'
import { buildPath } from '../rest/urls'
import type { BlockPattern } from '../wordpress/fetchBlockPatterns'
import { checkUrl, type UrlDetails } from '../wordpress/fetchUrlDetails'
import {
  askLinkSources,
  type LinkResult,
  type LinkSearchOptions,
} from '../wordpress/linkSearch/askLinkSources'
import { camelCased } from '../wordpress/lookups/camelCased'
import { readObjects } from '../wordpress/lookups/lookup'
import { createApiFetcher, type ApiFetch, type ApiFetchOptions } from './apiFetcher'
import { unwrap } from './unwrap'

/** Which links {@link fetchLinkSuggestions} searches for. */
export type SearchOptions = Omit<
  LinkSearchOptions,
  'disablePostFormats' | 'signal' | 'fetcher' | 'throwOnError'
>

/** What the settings of an editor say about links. */
export interface LinkEditorSettings {
  /** Leaves post formats out, for themes without them. Default false. */
  readonly disablePostFormats?: boolean
}

const ask: ApiFetch = (options) => unwrap<ApiFetch>(apiFetch)(options)

const fetcher = /* @__PURE__ */ createApiFetcher(ask)

/**
 * Searches posts, terms, post formats and media by `@wordpress/api-fetch`, best titles first: what
 * `__experimentalFetchLinkSuggestions` of `@wordpress/core-data` does. A source that fails gives nothing.
 * @param search - What was typed.
 * @param searchOptions - Which links, and which page of them. Default: the first page of all types.
 * @throws EntityStoreError `invalid_option` where `type` is no type of link.
 * @example
 * const found = await __experimentalFetchLinkSuggestions('harbour', { type: 'post' })
 */
export async function fetchLinkSuggestions(
  search: string,
  searchOptions: SearchOptions = {},
  { disablePostFormats = false }: LinkEditorSettings = {},
): Promise<LinkResult[]> {
  return [...(await askLinkSources(search, { ...searchOptions, disablePostFormats }, fetcher))]
}

/** Answers by address: what a page says of itself is asked for once while this page is open. */
const knownPages = new Map<string, Promise<UrlDetails>>()

/**
 * What a page elsewhere says of itself, asked for once: what `__experimentalFetchUrlData` of `@wordpress/core-data` does.
 * A failure is not kept.
 * @param url - The address of the page, with `http:` or `https:`.
 * @param options - What `apiFetch` takes besides. Default: nothing.
 * @throws The text of why it is refused for what is no address of the web, as core-data does; as the server answered.
 * @example
 * const { title, icon } = await __experimentalFetchUrlData('https://example.org/')
 */
export async function fetchUrlData(url: string, options: Partial<ApiFetchOptions> = {}): Promise<UrlDetails> {
  refuseUnlessUrl(url)
  const known = knownPages.get(url)
  if (known) return known
  const path = buildPath('/wp-block-editor/v1/url-details', undefined, { url })
  const asked = ask({ path, ...options }) as Promise<UrlDetails>
  knownPages.set(url, asked)
  asked.catch(() => knownPages.delete(url))
  return asked
}

/** Callers of core-data's function show what it rejects with, so it is the text alone. */
function refuseUnlessUrl(url: string): void {
  try {
    checkUrl(url)
  } catch (error) {
    const text: unknown = (error as Error).message
    throw text
  }
}

/**
 * The patterns that the site offers, with their fields in camel case.
 * @example
 * const patterns = await fetchBlockPatterns()
 */
export async function fetchBlockPatterns(): Promise<BlockPattern[]> {
  const patterns = await ask({ path: '/wp/v2/block-patterns/patterns' })
  return readObjects<RecordData>(patterns).map(camelCased) as unknown as BlockPattern[]
}
