import { receivedIn, type EntitiesAction } from '../entities/actions'
import { resourceKey, type ResourceKey } from '../core/keys'
import { reuse } from '../core/reuse'
import type { PermissionSet } from '../rest/allow'
import { changeRows, deleteRows, emptyTable, type Table } from '../core/recordTable'
import type { PermissionsReceived } from './actions'

/** What is known about one resource; an absent action is not known. */
export interface StoredPermissions extends Partial<PermissionSet> {
  /** The sequence number of the answer that said it. */
  readonly seq: number
}

/** What the user may do, by resource: `kind/name`, `kind/name/id` or a REST base. */
export type PermissionsState = Table<StoredPermissions>

/** The part of the state that it stands in. */
export interface PermissionsSliceState {
  readonly permissions: PermissionsState
}

export function permissionsReducer(
  state: PermissionsState = emptyTable(),
  action: PermissionsReceived | EntitiesAction,
): PermissionsState {
  const { entity, keys, allow, seq } = receivedIn(action) ?? {}
  if (entity && keys?.[0] !== undefined && allow && seq)
    return learn(state, [resourceKey(entity, keys[0])], [allow], seq)
  switch (action.type) {
    case 'permissions/received':
      return learn(
        state,
        Object.keys(action.permissions) as ResourceKey[],
        Object.values(action.permissions),
        action.seq,
      )
    case 'entities/recordsRemoved':
      return deleteRows(
        state,
        action.keys.map((key) => resourceKey(action.entity, key)),
      )
    default:
      return state
  }
}

function learn(
  state: PermissionsState,
  resources: readonly ResourceKey[],
  sets: readonly Partial<PermissionSet>[],
  seq: number,
): PermissionsState {
  return changeRows(state, resources, (before, resource, at) => {
    const set = sets[at]
    // Of an older answer only what is not known yet counts.
    if (before === undefined) return { ...set, seq }
    return reuse(before, before.seq > seq ? { ...set, ...before } : { ...before, ...set, seq })
  })
}
