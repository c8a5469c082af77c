import type { AnsweringAction } from '../resolution/actions'
import type { ResourceKey } from '../core/keys'
import type { PermissionSet } from '../rest/allow'

/** Something was learned about what the user may do. */
export interface PermissionsReceived extends AnsweringAction {
  readonly type: 'permissions/received'
  /** What is known now, by resource; actions that are not named stay as they were. */
  readonly permissions: { readonly [resource: ResourceKey]: Partial<PermissionSet> }
  readonly seq: number
}

/** It is known what the user may do with resources. */
export function permissionsReceived(
  permissions: PermissionsReceived['permissions'],
  seq: number,
): PermissionsReceived {
  return { type: 'permissions/received', permissions, seq }
}
