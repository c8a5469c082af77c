import { addresses, type Address } from '../core/address'
import { entityKey, recordKey, revisionsKey, type EntityId } from '../core/keys'
import type { Thunk } from '../core/thunk'
import { recordsRemoved, type RecordsRemoved } from './actions'
import type { StateWithEntities } from './reducer'
import { countsOfAny } from './termCounts'

/**
 * Forgets records as gone from the server, with all they leave behind: edits, list rows, revisions, permissions, undo
 * steps. No answer that was asked for before brings them back.
 * @param ids - One id or several.
 * @throws EntityStoreError `invalid_id`
 */
export function removeEntityRecords(
  kind: string,
  name: string,
  ids: EntityId | readonly EntityId[],
): Thunk<StateWithEntities, void> {
  return (dispatch, getState, { nextSeq }) => {
    const list: readonly EntityId[] = Array.isArray(ids) ? ids : [ids as EntityId]
    dispatch(removalAction(kind, name, list, nextSeq()))
  }
}

/**
 * The event that records are gone: with them go their revisions, and the lists of the entity are stale.
 * @param others What else is stale with them.
 */
export function removalAction(
  kind: string,
  name: string,
  ids: readonly EntityId[],
  seq: number,
  others: readonly Address[] = [],
): RecordsRemoved {
  const entity = entityKey(kind, name)
  const keys = ids.flatMap((id) => recordKey(id) ?? [])
  const revisions = keys.map((key) => addresses.entity(revisionsKey(entity, key)))
  const invalidates = {
    scopes: [addresses.lists(entity), ...countsOfAny(entity), ...revisions, ...others],
    seq,
  }
  return recordsRemoved({ kind, name, entity, keys, seq, invalidates })
}
