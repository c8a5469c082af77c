import { receivedIn, removedIn, type EntitiesAction } from '../entities/actions'
import { resourceKey, type ResourceKey } from '../core/keys'
import { reuse } from '../core/reuse'
import type { PermissionSet } from '../rest/allow'
import { changeRows, deleteRows, emptyTable, type Table } from '../core/recordTable'
import type { StoreAction } from '../core/thunk'
import type { LearnedPermissions, PermissionsReceived, TeachingAction } from './actions'
import type { StateWithQueries } from '../queries/storedQuery'

/** What is known about one resource; an absent action is not known. */
export interface StoredPermissions extends Partial<PermissionSet> {
  /** The sequence number of the answer that said it. */
  readonly seq: number
}

/** What the user may do, by resource: `kind/name`, `kind/name/id` or a REST base. */
export type PermissionsState = Table<StoredPermissions>

/** The state as far as it goes up to here, with what the user may do. */
export interface StateWithPermissions extends StateWithQueries {
  readonly permissions: PermissionsState
}

export function permissionsReducer(
  state: PermissionsState = emptyTable(),
  action: PermissionsReceived | EntitiesAction | TeachingAction,
): PermissionsState {
  const removed = removedIn(action)
  const known = withBrought(withLearned(state, action), action)
  if (!removed) return known
  return deleteRows(
    known,
    removed.keys.map((key) => resourceKey(removed.entity, key)),
  )
}

/** What an action says about permissions, by itself or along with something else. */
function withLearned(
  state: PermissionsState,
  action: PermissionsReceived | EntitiesAction | TeachingAction,
): PermissionsState {
  const learned = action.type === 'permissions/received' ? (action as PermissionsReceived) : learnedIn(action)
  if (!learned) return state
  const { permissions, seq } = learned
  const resources = Object.keys(permissions) as ResourceKey[]
  return changeRows(state, resources, (before, resource) => learn(before, permissions[resource], seq))
}

/** What the answer for the only record that an action brings says of it. */
function withBrought(
  state: PermissionsState,
  action: PermissionsReceived | EntitiesAction | TeachingAction,
): PermissionsState {
  const received = receivedIn(action)
  if (!received?.allow) return state
  const { entity, keys, allow, seq } = received
  return changeRows(state, [resourceKey(entity, keys[0])], (before) => learn(before, allow, seq))
}

function learnedIn(action: StoreAction): LearnedPermissions | undefined {
  return (action as TeachingAction).learned
}

function learn(
  before: StoredPermissions | undefined,
  set: Partial<PermissionSet> | undefined,
  seq: number,
): StoredPermissions {
  // Of an older answer only what is not known yet counts.
  if (before === undefined) return { seq, ...set }
  return reuse(before, before.seq > seq ? { ...set, ...before } : { ...before, ...set, seq })
}
