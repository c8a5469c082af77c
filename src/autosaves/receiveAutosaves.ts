import { EntityStoreError, show } from '../core/errors'
import type { EntityId } from '../core/keys'
import { answerReceived, type ReceivedAnswer } from '../wordpress/lookups/actions'
import type { StateWithLookups } from '../wordpress/lookups/reducer'
import { isRecord } from '../core/plain'
import type { Thunk } from '../core/thunk'
import { autosavesKey, selectAutosaves, type Autosave } from './selectors'

/**
 * Puts autosaves of a post in by hand: a list is all of them, a single one takes the place of its author's beside the
 * other authors'. Without a post type they hold for the post with that id, whatever its type is.
 * @param given - The post type, the id of the post, and one autosave or several; the post type may be left out.
 * @throws EntityStoreError `invalid_record` for what is no object.
 * @example
 * dispatch(receiveAutosaves('post', 1, { author: 2, title: { raw: 'Typed' } }))
 */
export function receiveAutosaves(
  ...given:
    | readonly [postType: string, postId: EntityId, autosaves: object | readonly object[]]
    | readonly [postId: EntityId, autosaves: object | readonly object[]]
): Thunk<StateWithLookups, void> {
  return (dispatch, getState, { nextSeq }) => {
    const [postType, postId, autosaves] = given.length === 3 ? given : (['', ...given] as const)
    if (![autosaves].flat().every(isRecord)) {
      throw new EntityStoreError(
        'invalid_record',
        `${show(autosaves)} is no autosave. Pass one object, or an array of them.`,
      )
    }
    const { key, value, seq } = autosavesAnswer(getState(), postType, postId, autosaves, nextSeq())
    dispatch(answerReceived(key, value, seq))
  }
}

/** Autosaves of a post as they are kept: all of them, or those that are known with a newer one of its author. */
export function autosavesAnswer(
  state: StateWithLookups,
  postType: string,
  postId: EntityId,
  given: object | readonly object[],
  seq: number,
): ReceivedAnswer {
  const one = given as Partial<Autosave>
  const others = postType ? (selectAutosaves(state, postType, postId) ?? []) : []
  const list = Array.isArray(given) ? given : [...others.filter(({ author }) => author !== one.author), one]
  return { key: autosavesKey(postType, postId), value: list, seq }
}
