import type { EntityId } from '../../core/keys'
import { isLocalId } from '../../core/localId'
import { own } from '../../core/plain'
import type { EntityStore } from '../../store/createEntityStore'
import { localIdMade } from '../../store/localIds'
import type { StoredEntry } from './entry'

/**
 * Makes the server's id of a draft known that another page has made: what that page has left behind is about this record,
 * and is no draft to be made once more.
 */
export function knowAlias(
  { getState, dispatch }: EntityStore,
  { entity, recordId, at }: StoredEntry,
  id: EntityId | undefined,
): void {
  const { entities } = getState()
  const local = String(recordId)
  if (!isLocalId(recordId) || id === undefined || own(entities.aliases, local) !== undefined) return
  const aliases = { ...entities.aliases, [local]: { entity, createdAt: at, id } }
  dispatch(localIdMade(entity, local, { entities: { ...entities, aliases } }))
}
