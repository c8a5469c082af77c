import { createSelector } from 'reselect'
import { entityKey } from '../keys'
import { attach, attached } from '../attachment'
import { reviveConfig } from './builtinEntities'
import type { EntityConfig, StoredEntityConfig } from './entityConfig'
import type { ConfigPart } from './reducer'

/** The config of an entity, with its functions; undefined while it is not known. */
export function selectEntityConfig(state: ConfigPart, kind: string, name: string): EntityConfig | undefined {
  const stored = state.config.entities[entityKey(kind, name)]
  return stored && wholeConfig(stored)
}

const mostKindsRemembered = 20

/** The known configs of a kind; the same array while they do not change. */
export const selectEntityConfigs: (state: ConfigPart, kind: string) => readonly EntityConfig[] =
  /* @__PURE__ */ createSelector(
    [(state: ConfigPart) => state.config.entities, (state: ConfigPart, kind: string) => kind],
    (entities, kind) =>
      Object.values(entities)
        .map(wholeConfig)
        .filter((config) => config.kind === kind),
    {
      argsMemoizeOptions: { maxSize: mostKindsRemembered },
      memoizeOptions: { maxSize: mostKindsRemembered },
    },
  )

/** The whole config behind its plain form. */
function wholeConfig(stored: StoredEntityConfig): EntityConfig {
  const whole = attached(stored) as EntityConfig | undefined
  if (whole) return whole
  const revived = reviveConfig(stored)
  attach(stored, revived)
  return revived
}
