import { entityKey } from '../../core/keys'
import { attachCompanion, companionOf } from '../../core/companions'
import { withFunctions } from '../../config/builtinEntities'
import type { EntityConfig } from '../../config/entityConfig'
import type { EntityState } from '../rootReducer'
import type { StoreServices } from '../services'
import { newestSeq } from './rehydrate'

/**
 * Makes every state that a store has its own, wherever it came from: a state that a tool has imported, or that went
 * through JSON, gets the functions of its entities and the other companions back by their names, and what is asked
 * from now on counts as newer than all that is in it. Called before anybody reads the state; the price is one
 * comparison unless the entities have changed.
 */
export function createAdoption({ companions, goOnFrom }: StoreServices): (state: EntityState) => void {
  const configs = new Map<string, EntityConfig>()
  let adopted: EntityState['config'] | undefined

  return (state) => {
    const { config } = state
    if (config === adopted) return
    adopted = config
    for (const stored of Object.values(config.entities)) {
      const key = entityKey(stored.kind, stored.name)
      const known = configs.get(key)
      const whole = companionOf(stored) as EntityConfig | undefined
      if (whole) configs.set(key, whole)
      else if (known) attachCompanion(stored, withFunctions(stored, known))
    }
    if (companionOf(config) === companions) return
    attachCompanion(config, companions)
    goOnFrom(newestSeq(state))
  }
}
