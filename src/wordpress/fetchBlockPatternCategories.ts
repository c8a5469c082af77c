import { questionOf } from '../resolution/question'
import type { ReadOptions } from '../resolution/runRead'
import type { ResolutionSliceState } from '../resolution/reducer'
import type { Thunk } from '../core/thunk'
import { lookUp, lookupKey, readObjects, selectLookup } from './lookups/lookup'
import type { LookupsSliceState } from './lookups/reducer'

/** A category of block patterns. */
export interface BlockPatternCategory {
  readonly name: string
  /** Name for people. */
  readonly label: string
  readonly description?: string
}

const none: readonly BlockPatternCategory[] = []

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
      question: questionOf('fetchBlockPatternCategories'),
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
  return selectLookup(state, lookupKey('fetchBlockPatternCategories')) ?? none
}
