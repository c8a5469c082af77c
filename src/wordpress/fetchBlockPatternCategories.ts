import { questionOf } from '../resolution/question'
import type { ReadOptions } from '../resolution/readOptions'
import { fetchRead } from '../resolution/runRead'
import type { Thunk } from '../core/thunk'
import { defineLookup, readObjects, selectLookup, lookupFacts, type LookupFacts } from './lookups/lookup'
import type { StateWithLookups } from './lookups/reducer'

/** A category of block patterns. */
export interface BlockPatternCategory {
  readonly name: string
  /** Name for people. */
  readonly label: string
  readonly description?: string
}

const none: readonly BlockPatternCategory[] = []

/** What can be said of the read below. */
export function blockPatternCategoriesFacts(): LookupFacts<readonly BlockPatternCategory[]> {
  return lookupFacts(questionOf('fetchBlockPatternCategories'))
}

/** The read of the categories of block patterns. */
export const blockPatternCategories = /* @__PURE__ */ defineLookup({
  facts: blockPatternCategoriesFacts,
  path: '/wp/v2/block-patterns/categories',
  read: readObjects,
  select: selectBlockPatternCategories,
})

/**
 * Reads the categories of the patterns that the site offers, once.
 * @example
 * const categories = await dispatch(fetchBlockPatternCategories())
 */
export function fetchBlockPatternCategories(
  options?: ReadOptions,
): Thunk<StateWithLookups, Promise<readonly BlockPatternCategory[]>> {
  return fetchRead(blockPatternCategories, [], options)
}

/**
 * The categories of the patterns that the site offers; none while they are not known.
 */
export function selectBlockPatternCategories(state: StateWithLookups): readonly BlockPatternCategory[] {
  return selectLookup(state, blockPatternCategoriesFacts()) ?? none
}
