import { createEntitySelector } from '../core/createEntitySelector'
import { questionOf } from '../resolution/question'
import type { ReadOptions } from '../resolution/readOptions'
import { fetchRead } from '../resolution/runRead'
import type { Thunk } from '../core/thunk'
import type { RecordData } from '../core/plain'
import { camelCased } from './lookups/camelCased'
import { defineLookup, readObjects, selectLookup, lookupFacts, type LookupFacts } from './lookups/lookup'
import type { StateWithLookups } from './lookups/reducer'

/** A pattern of blocks that the site offers, with its fields in camel case. */
export interface BlockPattern {
  readonly name: string
  readonly title: string
  /** The blocks, as text. */
  readonly content: string
  readonly description?: string
  /** Names of categories. */
  readonly categories?: readonly string[]
  readonly keywords?: readonly string[]
  /** The blocks it can take the place of. */
  readonly blockTypes?: readonly string[]
  /** The post types it is for. Default: all. */
  readonly postTypes?: readonly string[]
  readonly templateTypes?: readonly string[]
  /** Width at which it is shown in a list, in pixels. */
  readonly viewportWidth?: number
  /** Whether it is offered to people. Default true. */
  readonly inserter?: boolean
  /** Where it comes from, such as `theme` or `core`. */
  readonly source?: string
  readonly [field: string]: unknown
}

const none: readonly BlockPattern[] = []

/** What can be said of the read below. */
export function blockPatternsFacts(): LookupFacts<readonly BlockPattern[]> {
  return lookupFacts(questionOf('fetchBlockPatterns'))
}

/** The read of block patterns. */
export const blockPatterns = /* @__PURE__ */ defineLookup({
  facts: blockPatternsFacts,
  path: '/wp/v2/block-patterns/patterns',
  read: (data) => readObjects<RecordData>(data).map(camelCased),
  select: selectBlockPatterns,
})

/**
 * Reads the patterns that the site offers, once.
 * @example
 * const patterns = await dispatch(fetchBlockPatterns())
 */
export function fetchBlockPatterns(
  options?: ReadOptions,
): Thunk<StateWithLookups, Promise<readonly BlockPattern[]>> {
  return fetchRead(blockPatterns, [], options)
}

/** The patterns that the site offers; none while they are not known. */
export function selectBlockPatterns(state: StateWithLookups): readonly BlockPattern[] {
  return selectLookup(state, blockPatternsFacts()) ?? none
}

/** The patterns for posts of a type: those that name no types, or name this one. */
export const selectBlockPatternsForPostType: (
  state: StateWithLookups,
  postType: string,
) => readonly BlockPattern[] = /* @__PURE__ */ createEntitySelector(
  [selectBlockPatterns, (state: StateWithLookups, postType: string) => postType],
  (patterns, postType) => patterns.filter(({ postTypes }) => postTypes?.includes(postType) ?? true),
)
