import { entityKey, recordKey, revisionsKey, stale, type EntityId } from '../core/keys'
import type { ResolutionSliceState } from '../resolution/reducer'
import { batched, type StoreAction, type Thunk } from '../core/thunk'
import { recordsRemoved } from './actions'
import type { EntitiesSliceState } from './reducer'

/**
 * Forgets records as gone from the server, with all they leave behind: edits, list rows, revisions, permissions, undo
 * steps. No answer that was asked for before brings them back. (spec.md, section 7)
 * @throws EntityStoreError `invalid_id`
 */
export function removeEntityRecords(
  kind: string,
  name: string,
  ids: EntityId | readonly EntityId[],
): Thunk<EntitiesSliceState & ResolutionSliceState, void> {
  return (dispatch, getState, { nextSeq }) => {
    const list: readonly EntityId[] = Array.isArray(ids) ? ids : [ids as EntityId]
    dispatch(batched(removalActions(kind, name, list, nextSeq())))
  }
}

/** The event that records are gone: with them go their revisions, and the lists of the entity are stale. */
export function removalActions(
  kind: string,
  name: string,
  ids: readonly EntityId[],
  seq: number,
): readonly StoreAction[] {
  const entity = entityKey(kind, name)
  const keys = ids.flatMap((id) => recordKey(id) ?? [])
  const revisions = keys.map((key) => stale.entity(revisionsKey(entity, key)))
  const invalidates = { scopes: [stale.lists(entity), ...revisions], seq }
  return [recordsRemoved({ kind, name, entity, keys, seq, invalidates })]
}
