import type { ResourceKey } from '../core/keys'
import type { PermissionSet } from '../rest/allow'

/** Something was learned about what the user may do. */
export interface PermissionsReceived {
  readonly type: 'permissions/permissionsReceived'
  /** What is known now, by resource; actions that are not named stay as they were. */
  readonly permissions: { readonly [resource: ResourceKey]: Partial<PermissionSet> }
  readonly seq: number
}

export function permissionsReceived(
  permissions: PermissionsReceived['permissions'],
  seq: number,
): PermissionsReceived {
  return { type: 'permissions/permissionsReceived', permissions, seq }
}
