import { attachCounterpart, counterpartOf } from '../core/counterparts'
import { entityKey, type EntityKey } from '../core/keys'
import { isEmpty, withoutUndefined } from '../core/plain'
import type { ConfigAction } from './actions'
import type { StoredEntityConfig } from './entityConfig'
import type { StateWithLocks } from '../locks/reducer'

/** Which entities there are. */
export interface ConfigState {
  /** Configs by entity, in the order in which they became known. */
  readonly entities: { readonly [key: EntityKey]: StoredEntityConfig }
  /** Those of them that an earlier page has kept: the server has not described them yet. Absent where there are none. */
  readonly kept?: { readonly [key: EntityKey]: true }
  /** Those of them that the server has described, and not the application. Absent where there are none. */
  readonly listed?: { readonly [key: EntityKey]: true }
  /** The path that actions have to name to count, where several entity stores live in one Redux store. */
  readonly reducerPath?: string
}

/** The state as far as it goes up to here, with the configs of entities. */
export interface StateWithConfig extends StateWithLocks {
  readonly config: ConfigState
}

type Marks = { readonly [key: EntityKey]: true }

const initialConfig: ConfigState = { entities: {} }

export function configReducer(state: ConfigState = initialConfig, action: ConfigAction): ConfigState {
  if (action.type !== 'config/entitiesAdded' || action.configs.length === 0) return state
  const added = action.configs.map((config) => [entityKey(config.kind, config.name), config] as const)
  const { kept, listed, ...rest } = state
  const entities = { ...state.entities, ...Object.fromEntries(added) }
  const marked = (marks: Marks | undefined, mark: true | undefined): Marks | undefined => {
    const all = withoutUndefined({ ...marks, ...Object.fromEntries(added.map(([key]) => [key, mark])) })
    return isEmpty(all) ? undefined : all
  }
  const marks = { kept: marked(kept, action.isKept), listed: marked(listed, action.isListed) }
  const next = { ...rest, entities, ...withoutUndefined(marks) } as ConfigState
  const companions = counterpartOf(state)
  if (companions) attachCounterpart(next, companions)
  return next
}
