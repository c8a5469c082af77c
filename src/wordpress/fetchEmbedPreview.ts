import { questionOf } from '../resolution/question'
import type { ReadOptions } from '../resolution/readOptions'
import { fetchRead } from '../resolution/runRead'
import { buildPath } from '../rest/urls'
import type { Thunk } from '../core/thunk'
import { defineLookup, selectLookup, lookupFacts, type LookupFacts } from './lookups/lookup'
import type { StateWithLookups } from './lookups/reducer'

/** What an embedded page is shown by, as its provider describes it. */
export interface EmbedPreview {
  readonly type?: string
  /** What to show; it comes from elsewhere, so put it into a sandboxed frame. */
  readonly html?: string
  readonly title?: string
  readonly author_name?: string
  readonly author_url?: string
  readonly provider_name?: string
  readonly provider_url?: string
  readonly thumbnail_url?: string
  /** In pixels. */
  readonly width?: number | string | null
  /** In pixels. */
  readonly height?: number | string | null
  readonly [field: string]: unknown
}

/** What can be said of the read below. */
export function embedPreviewFacts(state: unknown, url: string): LookupFacts<EmbedPreview | false> {
  return lookupFacts(questionOf('fetchEmbedPreview', url))
}

/** The read of how a page elsewhere is shown. */
export const embedPreview = /* @__PURE__ */ defineLookup({
  facts: embedPreviewFacts,
  path: ({ args: [url] }) => buildPath('/oembed/1.0/proxy', undefined, { url }),
  whenFailed: () => false,
  select: selectEmbedPreview,
})

/**
 * Reads how a page elsewhere is shown when it is embedded, once for each URL.
 * @param url - A whole address, with its protocol.
 * @returns The preview; false where the request failed, which is kept too: pass `force` to ask again.
 * @example
 * const preview = await dispatch(fetchEmbedPreview('https://example.org/film'))
 */
export function fetchEmbedPreview(
  url: string,
  options?: ReadOptions,
): Thunk<StateWithLookups, Promise<EmbedPreview | false | undefined>> {
  return fetchRead(embedPreview, [url], options)
}

/**
 * The preview of a URL; false where it failed, undefined while it is not known.
 * @param url - A whole address, with its protocol.
 */
export function selectEmbedPreview(state: StateWithLookups, url: string): EmbedPreview | false | undefined {
  return selectLookup(state, embedPreviewFacts(state, url))
}

/**
 * Whether the preview is no more than a link to the URL, as the server makes one where it finds nothing to
 * embed.
 * @param url - A whole address, with its protocol.
 */
export function selectIsEmbedPreviewFallback(state: StateWithLookups, url: string): boolean {
  const preview = selectEmbedPreview(state, url)
  return !!preview && preview.html === `<a href="${url}">${url}</a>`
}
