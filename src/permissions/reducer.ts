import type { EntitiesAction } from '../entities/actions'
import { resourceKey } from '../keys'
import { share } from '../plain'
import type { PermissionSet } from '../rest/allow'
import { deleteRows, editTable, emptyTable, type Table, type TableEditor } from '../table'
import type { PermissionsReceived } from './actions'

/** What is known about one resource; an absent action is not known. */
export interface StoredPermissions extends Partial<PermissionSet> {
  /** The turn of the answer that told it. */
  readonly turn: number
}

/** What the user may do, by resource: `kind/name`, `kind/name/id` or a REST base. */
export type PermissionsState = Table<StoredPermissions>

/** The part of the state that this room owns. */
export interface PermissionsPart {
  readonly permissions: PermissionsState
}

export function permissionsReducer(
  state: PermissionsState = emptyTable(),
  action: PermissionsReceived | EntitiesAction,
): PermissionsState {
  switch (action.type) {
    case 'permissions/permissionsReceived': {
      const editor = editTable(state)
      for (const [resource, set] of Object.entries(action.permissions))
        learn(editor, resource, set, action.turn)
      return editor.done()
    }
    case 'entities/recordsReceived': {
      const key = action.keys[0]
      if (action.allow === undefined || key === undefined) return state
      const editor = editTable(state)
      learn(editor, resourceKey(action.entity, key), action.allow, action.turn)
      return editor.done()
    }
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
  editor: TableEditor<StoredPermissions>,
  resource: string,
  set: Partial<PermissionSet>,
  turn: number,
): void {
  const before = editor.get(resource)
  // Of an older answer only what is not known yet counts.
  const isOlder = before !== undefined && before.turn > turn
  editor.set(resource, share(before, isOlder ? { ...set, ...before } : { ...before, ...set, turn }))
}
