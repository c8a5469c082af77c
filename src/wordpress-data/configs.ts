import { weakMapMemoize } from 'reselect'
import { isKeyless, type EntityConfig } from '../config/entityConfig'
import { isRecord, type RecordData } from '../core/plain'

/** The config of an entity in the words of WordPress's store; the same object for the same config. */
export const peerConfig = /* @__PURE__ */ weakMapMemoize((config: EntityConfig): RecordData => {
  const {
    prePersist,
    syncConfig,
    syncObjectType,
    hasNumericIds,
    isSingleton,
    invalidates,
    batchReads,
    updateMethod,
    keepsRowsBack,
    ...rest
  } = config
  const restBase = config.baseURL.split('/').at(-1)
  return Object.freeze({
    ...rest,
    key: isKeyless(config) ? false : config.key,
    ...(config.transientEdits && {
      transientEdits: Object.fromEntries(Object.keys(config.transientEdits).map((name) => [name, true])),
    }),
    ...(prePersist && { __unstablePrePersist: prePersist }),
    ...((config.kind === 'postType' || config.kind === 'taxonomy') && { __unstable_rest_base: restBase }),
  })
})

/** A config under the name by which it was asked for: attachments have two. The same object for the same config. */
export const namedAs = /* @__PURE__ */ weakMapMemoize(
  (config: EntityConfig, kind: string, name: string): EntityConfig =>
    config.kind === kind && config.name === name ? config : { ...config, kind, name },
)

/** Configs with another one behind them; the same array for the same ones. */
export const withOne = /* @__PURE__ */ weakMapMemoize(
  (configs: readonly EntityConfig[], one: EntityConfig) => [...configs, one],
)

const listOf = /* @__PURE__ */ weakMapMemoize((...configs: RecordData[]): readonly RecordData[] => configs)

/** Several configs likewise, in an array that stays the same for the same ones. */
export const peerConfigs = /* @__PURE__ */ weakMapMemoize((configs: readonly EntityConfig[]) =>
  listOf(...configs.map(peerConfig)),
)

/** A config in the words of WordPress's store as one of ours. */
export function ownConfig(given: unknown): EntityConfig {
  if (!isRecord(given)) return given as never
  const { __unstablePrePersist: peerHook, __unstable_rest_base: restBase, transientEdits, ...rest } = given
  const prePersist = peerHook ?? given.prePersist
  return {
    // Where a config says nothing of pages, WordPress's store has none.
    supportsPagination: false,
    ...withUpdateMethod(rest as unknown as EntityConfig),
    ...(isRecord(transientEdits) && {
      transientEdits: Object.fromEntries(Object.keys(transientEdits).map((name) => [name, true])),
    }),
    ...(typeof prePersist === 'function' && { prePersist }),
  } as unknown as EntityConfig
}

/** Whatever the server of an entity is, WordPress's store updates a record by PUT. */
export function withUpdateMethod(config: EntityConfig): EntityConfig {
  return isKeyless(config) || config.server ? config : { updateMethod: 'PUT', ...config }
}
