import { entityKey, type EntityKey } from '../keys'
import type { ConfigAction } from './actions'
import type { StoredEntityConfig } from './entityConfig'

/** Which entities there are. */
export interface ConfigState {
  /** Configs by entity, in the order in which they became known. */
  readonly entities: { readonly [key: EntityKey]: StoredEntityConfig }
  /** Kinds whose entities the server was asked for. */
  readonly loadedKinds: readonly string[]
}

/** The part of the state that this room owns. */
export interface ConfigPart {
  readonly config: ConfigState
}

const initialConfig: ConfigState = { entities: {}, loadedKinds: [] }

export function configReducer(state: ConfigState = initialConfig, action: ConfigAction): ConfigState {
  switch (action.type) {
    case 'config/entitiesAdded': {
      if (action.configs.length === 0) return state
      const added = action.configs.map((config) => [entityKey(config.kind, config.name), config] as const)
      return { ...state, entities: { ...state.entities, ...Object.fromEntries(added) } }
    }
    case 'config/kindLoaded':
      return state.loadedKinds.includes(action.kind)
        ? state
        : { ...state, loadedKinds: [...state.loadedKinds, action.kind] }
    default:
      return state
  }
}
