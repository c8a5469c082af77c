import { entityKey } from '../core/keys'
import { attachCompanion, companionOf } from '../core/companions'
import { reviveConfig } from './builtinEntities'
import type { EntityConfig, StoredEntityConfig } from './entityConfig'
import type { ConfigSliceState } from './reducer'

/** The config of an entity, with its functions; undefined while it is not known. (spec.md, section 3) */
export function selectEntityConfig(
  state: ConfigSliceState,
  kind: string,
  name: string,
): EntityConfig | undefined {
  const stored = state.config.entities[entityKey(kind, name)]
  return stored && wholeConfig(stored)
}

const noConfigs: readonly EntityConfig[] = []
const configsByFirst = new WeakMap<EntityConfig, readonly EntityConfig[]>()

/** The known configs of a kind; the same array while they do not change. (spec.md, section 3) */
export function selectEntityConfigs(state: ConfigSliceState, kind: string): readonly EntityConfig[] {
  const configs = Object.values(state.config.entities)
    .filter((stored) => stored.kind === kind)
    .map(wholeConfig)
  const first = configs[0]
  if (first === undefined) return noConfigs
  const before = configsByFirst.get(first)
  if (before?.length === configs.length && configs.every((config, i) => config === before[i])) return before
  configsByFirst.set(first, configs)
  return configs
}

/** The whole config behind its plain form. */
function wholeConfig(stored: StoredEntityConfig): EntityConfig {
  const whole = companionOf(stored) as EntityConfig | undefined
  if (whole) return whole
  const revived = reviveConfig(stored)
  attachCompanion(stored, revived)
  return revived
}
