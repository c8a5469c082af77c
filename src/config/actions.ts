import type { ResourceKey } from '../core/keys'
import type { PermissionSet } from '../rest/allow'
import { storeConfig, type EntityConfig, type StoredEntityConfig } from './entityConfig'

/** Entities became known. */
export interface EntitiesAdded {
  readonly type: 'config/entitiesAdded'
  readonly configs: readonly StoredEntityConfig[]
  /** Whether an earlier page has kept them on the device: the server is asked for them before they are read. */
  readonly isKept?: true
  /** Whether the server has described them: they are described anew once that went stale. */
  readonly isListed?: true
  /** What the same answer said about what the user may do with one of them. */
  readonly learned?: {
    readonly permissions: Readonly<Record<ResourceKey, PermissionSet>>
    readonly seq: number
  }
}

export type ConfigAction = EntitiesAdded

/**
 * Makes entities known; one with the same kind and name is replaced.
 * @throws EntityStoreError `invalid_config` when a config is not usable.
 */
export function addEntities(configs: readonly EntityConfig[]): EntitiesAdded {
  return { type: 'config/entitiesAdded', configs: configs.map(storeConfig) }
}
