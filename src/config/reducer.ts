import { attachCompanion, companionOf } from '../core/companions'
import { entityKey, type EntityKey } from '../core/keys'
import type { ConfigAction } from './actions'
import type { StoredEntityConfig } from './entityConfig'

/** Which entities there are. */
export interface ConfigState {
  /** Configs by entity, in the order in which they became known. */
  readonly entities: { readonly [key: EntityKey]: StoredEntityConfig }
  /** The path that actions have to name to count, where several entity stores live in one Redux store. */
  readonly reducerPath?: string
}

/** The part of the state of entity configs. */
export interface ConfigSliceState {
  readonly config: ConfigState
}

const initialConfig: ConfigState = { entities: {} }

export function configReducer(state: ConfigState = initialConfig, action: ConfigAction): ConfigState {
  if (action.type !== 'config/entitiesAdded' || action.configs.length === 0) return state
  const added = action.configs.map((config) => [entityKey(config.kind, config.name), config] as const)
  const next: ConfigState = { ...state, entities: { ...state.entities, ...Object.fromEntries(added) } }
  const companions = companionOf(state)
  if (companions) attachCompanion(next, companions)
  return next
}
