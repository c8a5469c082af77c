import type { EntitiesAction } from '../entities/actions'
import type { StoredError } from '../errors'
import type { EntityKey, RecordKey } from '../keys'
import { editTable, emptyTable, type Table } from '../table'
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
  const editor = editTable(state)
  switch (action.type) {
    case 'deleting/deleteStarted':
      editor.set(deletionName(action.entity, action.key), { pending: true })
      break
    case 'deleting/deleteFinished': {
      const { entity, key, error } = action
      if (error) editor.set(deletionName(entity, key), { pending: false, error })
      else editor.delete(deletionName(entity, key))
      break
    }
    case 'entities/recordsRemoved':
      for (const key of action.keys) editor.delete(deletionName(action.entity, key))
      break
    default:
      return state
  }
  return editor.done()
}

/** Names a deletion in {@link DeletingState}. */
export function deletionName(entity: EntityKey, key: RecordKey): string {
  return `${entity} ${key}`
}
