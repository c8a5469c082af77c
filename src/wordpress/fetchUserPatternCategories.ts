import { listFacts, type ListFacts } from '../queries/listFacts'
import { createEntitySelector } from '../core/createEntitySelector'
import { askList } from '../queries/fetchEntityRecords'
import type { StateWithQueries } from '../queries/storedQuery'
import { selectEntityRecords } from '../queries/selectors'
import type { ReadOptions } from '../resolution/readOptions'
import { defineRead, type Asking } from '../resolution/defineRead'
import { fetchRead } from '../resolution/runRead'
import { decodeEntities } from '../rest/decodeEntities'
import type { Thunk } from '../core/thunk'

/** A category of the patterns that people made. */
export interface UserPatternCategory {
  readonly id: number
  /** Name for people. */
  readonly label: string
  /** The slug. */
  readonly name: string
  readonly slug: string
  readonly description: string
}

/** The list that the categories are read from. */
const userPatternCategoriesList = [
  'taxonomy',
  'wp_pattern_category',
  { per_page: -1, _fields: 'id,name,description,slug', context: 'view' },
] as const
const none: readonly UserPatternCategory[] = []

/** What can be said of the read below. */
export function userPatternCategoriesFacts(state: StateWithQueries): ListFacts {
  return listFacts(state, ...userPatternCategoriesList)
}

/** The read of the categories of the patterns that people made. */
export const userPatternCategories = /* @__PURE__ */ defineRead({
  facts: userPatternCategoriesFacts,
  ask: (asking: Asking<StateWithQueries, unknown, ListFacts, ReadOptions>) => askList(asking),
  select: (state: StateWithQueries) => selectUserPatternCategories(state),
  onError: (error, { state }) => selectUserPatternCategories(state),
})

/**
 * Reads the categories of the patterns that people made: the list of `('taxonomy', 'wp_pattern_category')` records.
 * @returns The categories; none when the read failed: the error stands in the resolution.
 * @example
 * const categories = await dispatch(fetchUserPatternCategories())
 */
export function fetchUserPatternCategories(
  options?: ReadOptions,
): Thunk<StateWithQueries, Promise<readonly UserPatternCategory[]>> {
  return fetchRead(userPatternCategories, [], options)
}

/** The categories of the patterns that people made; none while they are not known. */
export const selectUserPatternCategories: (state: StateWithQueries) => readonly UserPatternCategory[] =
  /* @__PURE__ */ createEntitySelector(
    [(state: StateWithQueries) => selectEntityRecords(state, ...userPatternCategoriesList)],
    (terms): readonly UserPatternCategory[] =>
      terms?.map((term) => ({ ...term, label: decodeEntities(term.name), name: term.slug })) ?? none,
  )
