import type { EntitiesAction } from '../entities/actions'
import type { StoredError } from '../errors'
import type { EntityKey, RecordKey } from '../keys'
import { deleteRow, deleteRows, emptyTable, setRow, type Table } from '../table'
import type { DeletingAction } from './actions'

/** A deletion that is under way, or the last one where it failed. */
export interface StoredDeletion {
  readonly pending: boolean
  /** Why the last deletion failed; cleared when the next one starts. */
  readonly error?: StoredError
}

/** Deletions under way and failed, by record; a record that is not in it was never being deleted. */
export type DeletingState = Table<StoredDeletion>

/** The part of the state that this room owns. */
export interface DeletingPart {
  readonly deleting: DeletingState
}

export function deletingReducer(
  state: DeletingState = emptyTable(),
  action: DeletingAction | EntitiesAction,
): DeletingState {
  switch (action.type) {
    case 'deleting/deleteStarted':
      return setRow(state, deletionName(action.entity, action.key), { pending: true })
    case 'deleting/deleteFinished': {
      const { entity, key, error } = action
      const name = deletionName(entity, key)
      return error ? setRow(state, name, { pending: false, error }) : deleteRow(state, name)
    }
    case 'entities/recordsRemoved':
      return deleteRows(
        state,
        action.keys.map((key) => deletionName(action.entity, key)),
      )
    default:
      return state
  }
}

/** Names a deletion in {@link DeletingState}. */
export function deletionName(entity: EntityKey, key: RecordKey): string {
  return `${entity} ${key}`
}
