import { scope, type ResourceKey } from '../keys'
import type { PermissionSet } from '../rest/allow'
import type { Touch } from '../thunk'

/** Something was learned about what the user may do. */
export interface PermissionsReceived {
  readonly type: 'permissions/permissionsReceived'
  /** What is known now, by resource; actions that are not named stay as they were. */
  readonly permissions: { readonly [resource: ResourceKey]: Partial<PermissionSet> }
  readonly turn: number
  readonly touches: readonly Touch[]
}

export function permissionsReceived(
  permissions: PermissionsReceived['permissions'],
  turn: number,
): PermissionsReceived {
  return {
    type: 'permissions/permissionsReceived',
    permissions,
    turn,
    touches: [{ scope: scope.permissions, keys: Object.keys(permissions) }],
  }
}
