import { questionOf } from '../resolution/question'
import type { ReadOptions } from '../resolution/runRead'
import type { ResolutionSliceState } from '../resolution/reducer'
import type { Thunk } from '../core/thunk'
import { lookUp, readObjects, selectLookup, lookupFacts, type LookupFacts } from './lookups/lookup'
import type { LookupsSliceState } from './lookups/reducer'

/** A category of block patterns. */
export interface BlockPatternCategory {
  readonly name: string
  /** Name for people. */
  readonly label: string
  readonly description?: string
}

const none: readonly BlockPatternCategory[] = []

/** What can be said of the read below. */
export function blockPatternCategoriesFacts(): LookupFacts {
  return lookupFacts(questionOf('fetchBlockPatternCategories'))
}

/**
 * Reads the categories of the patterns that the site offers, once.
 * @example
 * const categories = await dispatch(fetchBlockPatternCategories())
 */
export function fetchBlockPatternCategories(
  options?: ReadOptions,
): Thunk<LookupsSliceState & ResolutionSliceState, Promise<readonly BlockPatternCategory[] | undefined>> {
  return lookUp(
    {
      facts: blockPatternCategoriesFacts(),
      ask: '/wp/v2/block-patterns/categories',
      read: readObjects<BlockPatternCategory>,
    },
    options,
  )
}

/**
 * The categories of the patterns that the site offers; none while they are not known.
 */
export function selectBlockPatternCategories(state: LookupsSliceState): readonly BlockPatternCategory[] {
  return selectLookup(state, blockPatternCategoriesFacts().question.key) ?? none
}
