import { abortable } from '../../rest/abort'
import type { Thunk } from '../../core/thunk'
import { askLinkSources, type LinkResult, type LinkSearchOptions } from './askLinkSources'

/**
 * Searches posts, terms, post formats and media at once, best titles first. A source that fails gives nothing; nothing
 * is kept in the state.
 * @param search - What is typed into the search box.
 * @throws AbortError when aborted; EntityStoreError `invalid_option` for an unknown type; with `throwOnError` what the
 * fetcher rejected with, when every source failed.
 * @example
 * const found = await dispatch(searchLinks('harbour', { type: 'post' }))
 */
export function searchLinks(
  search: string,
  options: LinkSearchOptions = {},
): Thunk<object, Promise<readonly LinkResult[]>> {
  return async (dispatch, getState, { fetcher }) => {
    // Who has given up already asks nobody.
    await abortable(Promise.resolve(), options.signal)
    return askLinkSources(search, options, fetcher)
  }
}
