import type { EntityId, EntityKey } from '../core/keys'
import type { StoreAction } from '../core/thunk'
import type { EntityState } from './rootReducer'

/** What a local id changes in the state, whatever else the action says. */
interface LocalIdAction extends StoreAction {
  readonly entity: EntityKey
  /** The id that the record was made under, as text. */
  readonly local: string
  /** The parts of the state that are others now. */
  readonly slices: Partial<EntityState>
}

/** A record got an id before the server knows it. */
export interface LocalIdMade extends LocalIdAction {
  readonly type: 'locals/idMade'
}

/** The server has given a record its id, which takes the place of the local one wherever that stood. */
export interface LocalIdReplaced extends LocalIdAction {
  readonly type: 'locals/idReplaced'
  readonly id: EntityId
}

/** A record got an id before the server knows it. */
export function localIdMade(entity: EntityKey, local: string, slices: Partial<EntityState>): LocalIdMade {
  return { type: 'locals/idMade', entity, local, slices }
}

/** The server's id takes the place of a local one. */
export function localIdReplaced(
  entity: EntityKey,
  local: string,
  id: EntityId,
  slices: Partial<EntityState>,
): LocalIdReplaced {
  return { type: 'locals/idReplaced', entity, local, id, slices }
}

/** The parts of the state that an action about local ids puts in place; undefined for any other action. */
export function slicesOf(action: StoreAction): Partial<EntityState> | undefined {
  return action.type.startsWith('locals/') ? (action as LocalIdAction).slices : undefined
}
