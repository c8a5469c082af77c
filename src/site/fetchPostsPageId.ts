import type { ConfigPart } from '../config/reducer'
import type { EntitiesPart } from '../entities/reducer'
import type { LocksPart } from '../locks/reducer'
import { lookupKey } from '../lookups/lookup'
import { inSteps } from '../resolution/inSteps'
import type { ReadOptions } from '../resolution/once'
import type { ResolutionPart } from '../resolution/reducer'
import type { Thunk } from '../thunk'
import { pageIn, readFrontSettings, selectFrontSettings } from './frontSettings'

type Parts = ConfigPart & EntitiesPart & ResolutionPart

/**
 * Reads which page lists the posts.
 * @returns The page's id as text; null where there is no such page.
 * @throws RestError as the server answered. (spec.md, sections 3 and 7)
 */
export function fetchPostsPageId(options?: ReadOptions): Thunk<LocksPart & Parts, Promise<string | null>> {
  return async (dispatch) => {
    const run = (rest: ReadOptions) => dispatch(readFrontSettings(rest))
    return dispatch(inSteps({ key: lookupKey('fetchPostsPageId'), run, result: selectPostsPageId }, options))
  }
}

/**
 * The id of the page that lists the posts, as text; null where there is none, and while it is not known.
 * (spec.md, section 7)
 */
export function selectPostsPageId(state: Parts): string | null {
  return pageIn(selectFrontSettings(state), 'page_for_posts')
}
