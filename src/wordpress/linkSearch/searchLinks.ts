import { abortable } from '../../rest/abort'
import type { Thunk } from '../../core/thunk'
import type { LinkResult, LinkSearchOptions } from './askLinkSources'

/**
 * Searches posts, terms, post formats and media at once, best titles first. A source that fails gives nothing; nothing
 * is kept in the state.
 * @throws AbortError when aborted; EntityStoreError `invalid_option` for an unknown type; with `throwOnError` what the
 * fetcher rejected with, when every source failed. (spec.md, sections 7, 8 and 9)
 */
export function searchLinks(
  search: string,
  options: LinkSearchOptions = {},
): Thunk<object, Promise<readonly LinkResult[]>> {
  return async (dispatch, getState, { fetcher }) => {
    const { signal, throwOnError } = options
    // A page needs it when somebody makes a link. Where it can't be loaded, no source has answered.
    const loading = import('./askLinkSources').catch((error: unknown) => {
      if (throwOnError) throw error
    })
    const loaded = await abortable(loading, signal)
    return loaded ? loaded.askLinkSources(search, options, fetcher) : []
  }
}
