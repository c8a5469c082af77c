import { entityKey } from '../../core/keys'
import { attachCounterpart, counterpartOf } from '../../core/counterparts'
import { withFunctions } from '../../config/builtinEntities'
import type { EntityConfig } from '../../config/entityConfig'
import { selectBlockServices } from '../../edits/blockCodec'
import type { EntityState } from '../rootReducer'
import type { StoreServices } from '../services'
import { newestSeq } from './rehydrate'
import { restoreBlockTexts } from './restoreBlockTexts'

/**
 * Makes a state the store's own. What another has made may have been JSON: a store around, or a tool that travels in time.
 */
export type Adopt = (state: EntityState, isMadeElsewhere: boolean) => void

/**
 * Makes every state that a store has its own, wherever it came from: a state that a tool has imported, or that went
 * through JSON, gets the functions of its entities, the texts of its blocks and the other companions back by their names,
 * and what is asked from now on counts as newer than all that is in it. Called before anybody reads the state; the price
 * is a comparison or two unless the entities have changed, or the state was made elsewhere.
 */
export function createAdoption({ companions, goOnFrom }: StoreServices): Adopt {
  const configs = new Map<string, EntityConfig>()
  let adopted: EntityState['config'] | undefined

  return (state, isMadeElsewhere) => {
    const { config } = state
    if (config === adopted && !isMadeElsewhere) return
    if (config !== adopted) adoptConfig(state)
    const blocks = selectBlockServices(state)
    if (blocks) restoreBlockTexts(state, blocks)
  }

  function adoptConfig(state: EntityState): void {
    const { config } = state
    adopted = config
    for (const stored of Object.values(config.entities)) {
      const key = entityKey(stored.kind, stored.name)
      const known = configs.get(key)
      const whole = counterpartOf(stored) as EntityConfig | undefined
      if (whole) configs.set(key, whole)
      else if (known) attachCounterpart(stored, withFunctions(stored, known))
    }
    if (counterpartOf(config) === companions) return
    attachCounterpart(config, companions)
    goOnFrom(newestSeq(state))
  }
}
