import { wholeFacts, type ReadFacts } from '../../resolution/readFacts'
import type { ConfigSliceState } from '../../config/reducer'
import type { EntitiesSliceState } from '../../entities/reducer'
import type { LocksSliceState } from '../../locks/reducer'
import { composeReads } from '../../resolution/composeReads'
import { questionOf } from '../../resolution/question'
import type { ReadOptions } from '../../resolution/runRead'
import type { ResolutionSliceState } from '../../resolution/reducer'
import type { Thunk } from '../../core/thunk'
import { frontFacts, pageIn, readFrontSettings, selectFrontSettings } from './frontSettings'

type RequiredState = ConfigSliceState & EntitiesSliceState & ResolutionSliceState

/** What can be said of the read below. */
export function postsPageFacts(): ReadFacts<RequiredState> {
  return wholeFacts<RequiredState>(questionOf('fetchPostsPageId'), {
    parts: frontFacts,
    answer: (state) => selectFrontSettings(state),
  })
}

/**
 * Reads which page lists the posts.
 * @returns The page's id as text; null where there is no such page.
 * @throws RestError as the server answered.
 * @example
 * const id = await dispatch(fetchPostsPageId())
 */
export function fetchPostsPageId(
  options?: ReadOptions,
): Thunk<LocksSliceState & RequiredState, Promise<string | null>> {
  return async (dispatch) => {
    const run = (rest: ReadOptions) => dispatch(readFrontSettings(rest))
    return dispatch(composeReads({ ...postsPageFacts(), run, result: selectPostsPageId }, options))
  }
}

/**
 * The id of the page that lists the posts, as text; null where there is none, and while it is not known.
 */
export function selectPostsPageId(state: RequiredState): string | null {
  return pageIn(selectFrontSettings(state), 'page_for_posts')
}
