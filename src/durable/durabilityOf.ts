import type { EntityStore } from '../store/createEntityStore'
import type { Durability } from './durability'

/** The name of a store's {@link Durability} among its companions. */
export const durabilityName = 'durability'

/** What durability does for a store; undefined for one without. */
export function durabilityOf(store: EntityStore): Durability | undefined {
  return store.dispatch((dispatch, getState, { companions }) => companions.get(durabilityName)) as
    | Durability
    | undefined
}
