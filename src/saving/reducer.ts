import { deleteRows, eachRow, emptyTable, setRow } from '../core/recordTable'
import { removedIn, type EntitiesAction, type WriteTarget } from '../entities/actions'
import type { SavingAction } from './actions'
import { settledWrite, unnamed, withoutRemoved, writeName, type WritesState } from './writes'

/** The slice of the state with saves under way and failed. */
export interface SavingSliceState {
  readonly saving: WritesState
}

export function savingReducer(
  state: WritesState = emptyTable(),
  action: SavingAction | EntitiesAction,
): WritesState {
  switch (action.type) {
    case 'saving/started': {
      const { target } = action
      return setRow(withoutFailedCreates(state, target), writeName(target), { ...target, pending: true })
    }
    case 'saving/failed': {
      const { target, error, conflict } = action
      const failed = error && { ...target, pending: false, error, ...(conflict && { conflict }) }
      return setRow(state, writeName(target), failed)
    }
    case 'saving/settled':
      return settledWrite(state, action)
    case 'saving/autosaved':
    case 'entities/recordSaved':
      return setRow(state, writeName(action.target), undefined)
    default: {
      const removed = removedIn(action)
      return removed ? withoutRemoved(state, removed) : state
    }
  }
}

/** Nobody can ask for a failed create that has no name of its own, other than as the last one. */
function withoutFailedCreates(state: WritesState, target: WriteTarget): WritesState {
  if (target.key !== undefined) return state
  const failed: string[] = []
  eachRow(state, ({ entity, createId, pending }, name) => {
    if (entity === target.entity && createId?.startsWith(unnamed) && !pending) failed.push(name)
  })
  return deleteRows(state, failed)
}
