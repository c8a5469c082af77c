import type { StoreAction } from '../../core/thunk'
import type { EntityState } from '../rootReducer'

/** A state from elsewhere took the place of the one before, such as one that a server has rendered a page with. */
export interface Hydrated extends StoreAction {
  readonly type: 'store/hydrated'
  /** Slices that it lacks begin anew. */
  readonly state: Partial<EntityState>
}

/** Puts a state from elsewhere in place, as `dehydrate` gave it. */
export function hydrated(state: Partial<EntityState>): Hydrated {
  return { type: 'store/hydrated', state }
}

export function isHydrated(action: StoreAction): action is Hydrated {
  return action.type === 'store/hydrated'
}
