import type { StoreAction } from '../core/thunk'
import type { AnsweringAction } from '../resolution/actions'
import type { ResourceKey } from '../core/keys'
import type { PermissionSet } from '../rest/allow'

/** What was learned about what the user may do. */
export interface LearnedPermissions {
  /** What is known now, by resource; actions that are not named stay as they were. */
  readonly permissions: Readonly<Record<ResourceKey, Partial<PermissionSet>>>
  readonly seq: number
}

/** Something was learned about what the user may do. */
export interface PermissionsReceived extends LearnedPermissions, AnsweringAction {
  readonly type: 'permissions/received'
}

/** An action from which something is learned about what the user may do, whatever else it says. */
export interface TeachingAction extends StoreAction {
  readonly learned?: LearnedPermissions | undefined
}

/** It is known what the user may do with resources. */
export function permissionsReceived(
  permissions: PermissionsReceived['permissions'],
  seq: number,
): PermissionsReceived {
  return { type: 'permissions/received', permissions, seq }
}
