import type { ConfigSliceState } from '../config/reducer'
import type { EntityId } from '../core/keys'
import type { EntitiesSliceState } from '../entities/reducer'
import type { EntityError } from '../resolution/entityError'
import { errorOf, writesOf } from '../saving/selectors'
import type { DeletingSliceState } from './reducer'

/** Whether a record is being deleted. */
export function selectIsDeleting(
  state: ConfigSliceState & EntitiesSliceState & DeletingSliceState,
  kind: string,
  name: string,
  id?: EntityId,
): boolean {
  return writesOf(state.deleting, state, kind, name, id).some(({ pending }) => pending)
}

/**
 * What the last deletion of a record failed with; undefined when none did or another one is under way.
 */
export function selectDeleteError(
  state: ConfigSliceState & EntitiesSliceState & DeletingSliceState,
  kind: string,
  name: string,
  id?: EntityId,
): EntityError | undefined {
  return errorOf(writesOf(state.deleting, state, kind, name, id))
}
