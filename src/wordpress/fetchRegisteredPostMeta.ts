import { requireEntityConfig } from '../config/loadEntityConfigs'
import { readPath } from '../core/paths'
import { questionOf } from '../resolution/question'
import type { ReadOptions } from '../resolution/readOptions'
import { fetchRead } from '../resolution/runRead'
import type { Dispatch, Thunk } from '../core/thunk'
import { defineLookup, selectLookup, lookupFacts, type LookupFacts } from './lookups/lookup'
import type { StateWithLookups } from './lookups/reducer'

/** The schemas of meta fields by name. */
export interface RegisteredPostMeta {
  readonly [name: string]: {
    readonly type?: string | readonly string[]
    readonly title?: string
    readonly description?: string
    readonly default?: unknown
    readonly [keyword: string]: unknown
  }
}

const none: RegisteredPostMeta = {}

/** What can be said of the read below. */
export function registeredPostMetaFacts(state: unknown, postType: string): LookupFacts<RegisteredPostMeta> {
  return lookupFacts(questionOf('fetchRegisteredPostMeta', postType))
}

/** The read of the meta fields of a post type. */
export const registeredPostMeta = /* @__PURE__ */ defineLookup({
  facts: registeredPostMetaFacts,
  path: async ({
    args: [postType],
    dispatch,
  }: {
    args: readonly [string]
    dispatch: Dispatch<StateWithLookups>
  }) => {
    const { baseURL } = await dispatch(requireEntityConfig('postType', postType))
    return `${baseURL}/?context=edit`
  },
  method: 'OPTIONS',
  read: (data) => readPath(data, 'schema.properties.meta.properties').value ?? none,
  select: selectRegisteredPostMeta,
  onError: () => none,
})

/**
 * Reads which meta fields the posts of a type have. A failing request is ignored; it stands in the resolution and is
 * tried again the next time.
 * @param postType - The name of the post type, such as `post`.
 * @returns The fields' schemas by name; none for a type that nobody knows, which is such a failure.
 * @example
 * const meta = await dispatch(fetchRegisteredPostMeta('post'))
 */
export function fetchRegisteredPostMeta(
  postType: string,
  options?: ReadOptions,
): Thunk<StateWithLookups, Promise<RegisteredPostMeta>> {
  return fetchRead(registeredPostMeta, [postType], options)
}

/**
 * The schemas of the meta fields that posts of a type have; none while they are not known.
 * @param postType - The name of the post type, such as `post`.
 */
export function selectRegisteredPostMeta(state: StateWithLookups, postType: string): RegisteredPostMeta {
  return selectLookup(state, registeredPostMetaFacts(state, postType)) ?? none
}
