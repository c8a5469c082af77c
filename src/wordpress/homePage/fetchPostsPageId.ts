import { stepsFacts, type StepsFacts } from '../../resolution/stepsFacts'
import { entityRecord } from '../../entities/fetchEntityRecord'
import type { StateWithEntities } from '../../entities/reducer'
import { defineSteps } from '../../resolution/defineSteps'
import { questionOf } from '../../resolution/question'
import type { ReadOptions } from '../../resolution/readOptions'
import { fetchRead } from '../../resolution/runRead'
import type { Thunk } from '../../core/thunk'
import { frontSteps, pageIdIn, selectFrontSettings } from './frontSettings'

/** What can be said of the read below. */
export function postsPageFacts(): StepsFacts<StateWithEntities> {
  return stepsFacts<StateWithEntities>(questionOf('fetchPostsPageId'), frontSteps)
}

/** The read of which page lists the posts. */
export const postsPage = /* @__PURE__ */ defineSteps({
  facts: postsPageFacts,
  reads: [entityRecord],
  select: (state: StateWithEntities) => selectPostsPageId(state),
})

/**
 * Reads which page lists the posts.
 * @returns The page's id as text; null where there is no such page.
 * @throws RestError as the server answered.
 * @example
 * const id = await dispatch(fetchPostsPageId())
 */
export function fetchPostsPageId(options?: ReadOptions): Thunk<StateWithEntities, Promise<string | null>> {
  return fetchRead(postsPage, [], options)
}

/**
 * The id of the page that lists the posts, as text; null where there is none, and while it is not known.
 */
export function selectPostsPageId(state: StateWithEntities): string | null {
  return pageIdIn(selectFrontSettings(state), 'page_for_posts')
}
