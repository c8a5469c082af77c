import { receivedIn, removedIn, type EntitiesAction } from '../entities/actions'
import { resourceKey, type ResourceKey } from '../core/keys'
import { reuse } from '../core/reuse'
import type { PermissionSet } from '../rest/allow'
import { changeRows, deleteRows, emptyTable, type Table } from '../core/recordTable'
import type { LearnedPermissions, PermissionsReceived, TeachingAction } from './actions'

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
  action: PermissionsReceived | EntitiesAction | TeachingAction,
): PermissionsState {
  const removed = removedIn(action)
  const learned = learnedIn(action)
  const known = learned ? learn(state, learned) : state
  if (!removed) return known
  return deleteRows(
    known,
    removed.keys.map((key) => resourceKey(removed.entity, key)),
  )
}

/** What an action says about permissions: by itself, along with something else, or by the only record it brings. */
function learnedIn(action: PermissionsReceived | EntitiesAction | TeachingAction) {
  if (action.type === 'permissions/received') return action as PermissionsReceived
  const { learned } = action as TeachingAction
  const { entity, keys, allow, seq } = receivedIn(action) ?? {}
  if (learned || !entity || keys?.[0] === undefined || !allow || !seq) return learned
  return { permissions: { [resourceKey(entity, keys[0])]: allow }, seq }
}

function learn(state: PermissionsState, { permissions, seq }: LearnedPermissions): PermissionsState {
  const resources = Object.keys(permissions) as ResourceKey[]
  return changeRows(state, resources, (before, resource) => {
    const set = permissions[resource]
    // Of an older answer only what is not known yet counts.
    if (before === undefined) return { ...set, seq }
    return reuse(before, before.seq > seq ? { ...set, ...before } : { ...before, ...set, seq })
  })
}
