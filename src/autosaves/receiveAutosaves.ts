import type { EntitiesPart } from '../entities/reducer'
import { EntityStoreError, show } from '../errors'
import type { EntityId } from '../keys'
import { answerReceived, type AnswerReceived } from '../lookups/actions'
import type { LookupsPart } from '../lookups/reducer'
import { isRecord } from '../plain'
import type { Thunk } from '../thunk'
import { autosavesKey, selectAutosaves, type Autosave } from './selectors'

/**
 * Puts autosaves of a post in by hand: a list is all of them, a single one takes the place of its author's beside the
 * other authors'. Without a post type they hold for the post with that id, whatever its type is.
 * @throws EntityStoreError `invalid_record` for what is no object. (spec.md, section 3)
 */
export function receiveAutosaves(
  ...given:
    | readonly [postType: string, postId: EntityId, autosaves: object | readonly object[]]
    | readonly [postId: EntityId, autosaves: object | readonly object[]]
): Thunk<EntitiesPart & LookupsPart, void> {
  return (dispatch, getState, { nextTurn }) => {
    const [postType, postId, autosaves] = given.length === 3 ? given : (['', ...given] as const)
    if (![autosaves].flat().every(isRecord)) {
      throw new EntityStoreError(
        'invalid_record',
        `${show(autosaves)} is no autosave. Pass one object, or an array of them.`,
      )
    }
    dispatch(autosavesReceived(getState(), postType, postId, autosaves, nextTurn()))
  }
}

/** The fact that autosaves of a post arrived: all of them, or one author's. */
export function autosavesReceived(
  state: EntitiesPart & LookupsPart,
  postType: string,
  postId: EntityId,
  given: object | readonly object[],
  turn: number,
): AnswerReceived {
  const one = given as Partial<Autosave>
  const others = postType ? (selectAutosaves(state, postType, postId) ?? []) : []
  const list = Array.isArray(given) ? given : [...others.filter(({ author }) => author !== one.author), one]
  return answerReceived(autosavesKey(postType, postId), list, turn)
}
