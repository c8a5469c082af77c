import { weakMapMemoize } from 'reselect'
import { createEntitySelector } from '../core/createEntitySelector'
import { entityKey, type EntityKey } from '../core/keys'
import { counterpartOf } from '../core/counterparts'
import { sliceOf } from '../core/sliceOf'
import { assumedConfig, reviveConfig } from './builtinEntities'
import type { EntityConfig, StoredEntityConfig } from './entityConfig'
import type { StateWithConfig } from './reducer'

/**
 * The config of an entity, with its functions; undefined while it is not known.
 * @throws EntityStoreError `wrong_state` for what is not the state of an entity store.
 */
export function selectEntityConfig(
  state: Pick<StateWithConfig, 'config'>,
  kind: string,
  name: string,
): EntityConfig | undefined {
  return configOf(state, entityKey(kind, name))
}

/** The same, by the key of the entity. */
export function configOf(
  state: Pick<StateWithConfig, 'config'>,
  entity: EntityKey,
): EntityConfig | undefined {
  const stored = sliceOf(state?.config, state).entities[entity]
  return stored && wholeConfig(stored)
}

/**
 * The config of an entity, or what it is taken for while the server was not asked: edits that an earlier page has left are
 * there before any request.
 */
export function selectAssumedConfig(
  state: Pick<StateWithConfig, 'config'>,
  kind: string,
  name: string,
): EntityConfig | undefined {
  return selectEntityConfig(state, kind, name) ?? assumed(kind, name)
}

/** The same object for the same entity. */
const assumed = /* @__PURE__ */ weakMapMemoize(assumedConfig)

/** The known configs of a kind; the same array while they do not change. */
export const selectEntityConfigs: (state: StateWithConfig, kind: string) => readonly EntityConfig[] =
  /* @__PURE__ */ createEntitySelector(
    [
      (state: StateWithConfig) => sliceOf(state?.config, state).entities,
      (state: StateWithConfig, kind: string) => kind,
    ],
    (entities, kind): readonly EntityConfig[] =>
      listOf(
        ...Object.values(entities)
          .filter((stored) => stored.kind === kind)
          .map(wholeConfig),
      ),
  )

/** The same array for the same configs, whatever else became known. */
const listOf = /* @__PURE__ */ weakMapMemoize(
  (...configs: EntityConfig[]): readonly EntityConfig[] => configs,
)

/** The whole config behind its plain form. */
function wholeConfig(stored: StoredEntityConfig): EntityConfig {
  return (counterpartOf(stored) as EntityConfig | undefined) ?? revivedConfig(stored)
}

const revivedConfig = /* @__PURE__ */ weakMapMemoize(reviveConfig)
