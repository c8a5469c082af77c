import { weakMapMemoize } from 'reselect'
import type { EntityConfig } from '../config/entityConfig'
import type { StateWithConfig } from '../config/reducer'
import { selectAssumedConfig, selectEntityConfig } from '../config/selectors'
import { entityKey, keptName, type EntityKey } from '../core/keys'
import { queryOf } from './selectors'
import type { StateWithEntities } from './reducer'
import type { NormalizedQuery, QueryInput } from '../core/query'

/** Which records a read is about: those of an entity, or others that are kept like those of one. */
export interface RecordLocation {
  /** The entity whose config has to be known. */
  readonly kind: string
  readonly name: string
  /** What the records stand under. */
  readonly entity: EntityKey
  /** Where their reads wait for writes. */
  readonly path: readonly string[]
  /** The arguments that name them where they are asked for. */
  readonly args: readonly unknown[]
  /** How they are read, from the config of kind and name. */
  readonly configFrom: (config: EntityConfig) => EntityConfig
}

/** The records of an entity. */
export const recordLocation = /* @__PURE__ */ weakMapMemoize(
  (givenKind: string, givenName: string): RecordLocation => {
    const [kind, name] = keptName(givenKind, givenName)
    const entity = entityKey(kind, name)
    return {
      kind,
      name,
      entity,
      path: ['entities', 'records', kind, name],
      args: [kind, name],
      configFrom: (config) => config,
    }
  },
  { maxSize: 1000 },
)

/** The config of the records that an address names; undefined while it is not known. */
export function configIn(
  state: StateWithConfig,
  { kind, name, configFrom }: RecordLocation,
): EntityConfig | undefined {
  const known = selectEntityConfig(state, kind, name)
  return known && configFrom(known)
}

/** A query about these records, taken apart: see `queryOf`. */
export function queryAt(
  state: StateWithEntities,
  { kind, name, configFrom }: RecordLocation,
  query: QueryInput,
): NormalizedQuery {
  const config = selectAssumedConfig(state, kind, name)
  return queryOf(state, config && configFrom(config), query)
}
