import { currentId } from '../entities/aliases'
import { fetchEntityRecord } from '../entities/fetchEntityRecord'
import { recordPath } from '../entities/recordPath'
import type { EntityId } from '../core/keys'
import { answerReceived } from '../wordpress/lookups/actions'
import { readObjects } from '../wordpress/lookups/lookup'
import type { StateWithLookups } from '../wordpress/lookups/reducer'
import { readPath } from '../core/paths'
import type { RecordData } from '../core/plain'
import type { ReadOptions } from '../resolution/readOptions'
import { defineRead, type Asking } from '../resolution/defineRead'
import { fetchRead } from '../resolution/runRead'
import { statusOf } from '../rest/restError'
import type { Thunk } from '../core/thunk'
import {
  autosavesFacts,
  autosavesKey,
  selectAutosaves,
  type Autosave,
  type AutosavesFacts,
} from './selectors'

/**
 * Reads the autosaves of a post, unless they are known; a save of the post makes them stale. Asks nothing more where
 * the post type has no autosaves, or where there is no such type.
 * @param postType - The name of the post type, such as `post`.
 * @param postId - The id of the post.
 * @returns The autosaves, one for each author; undefined when there are none.
 * @throws RestError as the server answered; EntityStoreError `invalid_id`.
 * @example
 * const copies = await dispatch(fetchAutosaves('post', 1))
 */
export function fetchAutosaves(
  postType: string,
  postId: EntityId,
  options?: ReadOptions,
): Thunk<StateWithLookups, Promise<readonly Autosave[] | undefined>> {
  return fetchRead(autosaves, [postType, postId], options)
}

/** The read of the autosaves of a post. */
export const autosaves = /* @__PURE__ */ defineRead({
  facts: autosavesFacts,
  ask: async ({
    args: [postType],
    facts: { post },
    dispatch,
    getState,
    services: { fetcher },
    send,
    signal,
  }: Asking<
    StateWithLookups,
    readonly [postType: string, postId: EntityId],
    AutosavesFacts,
    ReadOptions
  >) => {
    const type = await dispatch(fetchEntityRecord('root', 'postType', postType, undefined, { signal })).catch(
      (error: unknown) => {
        if (statusOf(error) !== 404) throw error
      },
    )
    if (!readPath(type, 'supports.autosave').value) return undefined
    const { rest_base: base, rest_namespace: namespace } = type as unknown as RecordData
    const baseURL = `/${namespace || 'wp/v2'}/${base || postType}`
    const path = recordPath({ kind: 'postType', name: postType, baseURL }, post)
    const seq = send()
    const { data } = await fetcher({ path: `${path}/autosaves?context=edit`, signal })
    const list = readObjects<Autosave>(data)
    // None are kept as none, unless there were some before.
    return list.length > 0 || selectAutosaves(getState(), postType, post)
      ? answerReceived(autosavesKey(postType, post), list, seq)
      : undefined
  },
  select: (state: StateWithLookups, postType: string, postId: EntityId) =>
    selectAutosaves(state, postType, currentId(state, postId)),
})
