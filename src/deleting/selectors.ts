import type { ConfigPart } from '../config/reducer'
import type { EntityId } from '../keys'
import { errorOf, writesOf } from '../saving/selectors'
import type { DeletingPart } from './reducer'

/** Whether a record is being deleted. (spec.md, section 4) */
export function selectIsDeleting(
  state: ConfigPart & DeletingPart,
  kind: string,
  name: string,
  id?: EntityId,
): boolean {
  return writesOf(state.deleting, state, kind, name, id).some(({ pending }) => pending)
}

/**
 * What the last deletion of a record failed with; undefined when none did or another one is under way.
 * (spec.md, section 4)
 */
export function selectDeleteError(
  state: ConfigPart & DeletingPart,
  kind: string,
  name: string,
  id?: EntityId,
): unknown {
  return errorOf(writesOf(state.deleting, state, kind, name, id))
}
