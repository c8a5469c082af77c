import { entityKey, recordKey, revisionsKey, stale, type EntityId } from '../keys'
import { answersStaled, listsStaled } from '../resolution/actions'
import type { ResolutionPart } from '../resolution/reducer'
import { together, type StoreAction, type Thunk } from '../thunk'
import { recordsRemoved } from './actions'
import type { EntitiesPart } from './reducer'

/**
 * Forgets records as gone from the server, with all they leave behind: edits, list rows, revisions, permissions, undo
 * steps. No answer that was asked for before brings them back. (spec.md, section 7)
 * @throws EntityStoreError `invalid_id`
 */
export function removeEntityRecords(
  kind: string,
  name: string,
  ids: EntityId | readonly EntityId[],
): Thunk<EntitiesPart & ResolutionPart, void> {
  return (dispatch, getState, { nextTurn }) => {
    const list: readonly EntityId[] = Array.isArray(ids) ? ids : [ids as EntityId]
    dispatch(together(removalFacts(kind, name, list, nextTurn())))
  }
}

/** The facts that follow from records being gone: they are removed, and the lists of the entity are stale. */
export function removalFacts(
  kind: string,
  name: string,
  ids: readonly EntityId[],
  turn: number,
): readonly StoreAction[] {
  const entity = entityKey(kind, name)
  const keys = ids.flatMap((id) => recordKey(id) ?? [])
  const revisions = keys.map((key) => stale.entity(revisionsKey(entity, key)))
  return [
    recordsRemoved({ kind, name, entity, keys, turn }),
    listsStaled(entity, turn),
    answersStaled(revisions, turn, []),
  ]
}
