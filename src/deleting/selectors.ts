import type { EntityId } from '../core/keys'
import type { EntityError } from '../resolution/entityError'
import { errorOf, writesOf } from '../saving/selectors'
import type { StateWithDeleting } from './reducer'

/** Whether a record is being deleted. */
export function selectIsDeleting(
  state: StateWithDeleting,
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
  state: StateWithDeleting,
  kind: string,
  name: string,
  id?: EntityId,
): EntityError | undefined {
  return errorOf(writesOf(state.deleting, state, kind, name, id))
}
