import { emptyTable, setRow } from '../core/recordTable'
import { removedIn, type EntitiesAction } from '../entities/actions'
import { settledWrite, storedWrite, withoutRemoved, writeAddress, type WritesState } from '../saving/writes'
import type { DeletingAction } from './actions'
import type { StateWithSaving } from '../saving/reducer'

/** The state as far as it goes up to here, with deletions under way and failed. */
export interface StateWithDeleting extends StateWithSaving {
  readonly deleting: WritesState
}

export function deletingReducer(
  state: WritesState = emptyTable(),
  action: DeletingAction | EntitiesAction,
): WritesState {
  switch (action.type) {
    case 'deleting/started':
      return setRow(state, writeAddress(action.target), storedWrite(action.target, { pending: true }))
    case 'deleting/failed': {
      const { target, error, conflict } = action
      const failed = error && storedWrite(target, { pending: false, error, ...(conflict && { conflict }) })
      return setRow(state, writeAddress(target), failed)
    }
    case 'deleting/settled':
      return settledWrite(state, action)
    case 'entities/recordDeleted':
      return setRow(state, writeAddress(action.target), undefined)
    default: {
      const removed = removedIn(action)
      return removed ? withoutRemoved(state, removed) : state
    }
  }
}
