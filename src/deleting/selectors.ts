import type { ConfigPart } from '../config/reducer'
import { selectEntityConfig } from '../config/selectors'
import { addressOf } from '../entities/selectors'
import { originalError } from '../errors'
import { entityKey, recordKey, type EntityId } from '../keys'
import { getRow } from '../table'
import { deletionName, type DeletingPart, type StoredDeletion } from './reducer'

/** Whether a record is being deleted. */
export function selectIsDeleting(
  state: ConfigPart & DeletingPart,
  kind: string,
  name: string,
  id?: EntityId,
): boolean {
  return selectDeletion(state, kind, name, id)?.pending ?? false
}

/** What the last deletion of a record failed with; undefined when none did or another one is under way. */
export function selectDeleteError(
  state: ConfigPart & DeletingPart,
  kind: string,
  name: string,
  id?: EntityId,
): unknown {
  return originalError(selectDeletion(state, kind, name, id)?.error)
}

function selectDeletion(
  state: ConfigPart & DeletingPart,
  kind: string,
  name: string,
  id: EntityId | undefined,
): StoredDeletion | undefined {
  const config = selectEntityConfig(state, kind, name)
  const key = config ? addressOf(config, id) : recordKey(id)
  return key === undefined ? undefined : getRow(state.deleting, deletionName(entityKey(kind, name), key))
}
