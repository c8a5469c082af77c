import { changeRows, emptyTable, setRow, type Table } from '../table'
import type { ResolutionAction } from './actions'
import type { StoredResolution } from './storedResolution'

/** What was asked and how it ended. */
export interface ResolutionState {
  /** Questions by their key. */
  readonly entries: Table<StoredResolution>
  /** The turn before which the answers of a set no longer hold, by set. */
  readonly staled: Table<number>
}

/** The part of the state that this room owns. */
export interface ResolutionPart {
  readonly resolution: ResolutionState
}

const initialResolution: ResolutionState = { entries: emptyTable(), staled: emptyTable() }

export function resolutionReducer(
  state: ResolutionState = initialResolution,
  action: ResolutionAction,
): ResolutionState {
  switch (action.type) {
    case 'resolution/readMoved':
      return { entries: setRow(state.entries, action.key, action.entry), staled: state.staled }
    case 'resolution/answersStaled': {
      const { scopes, turn } = action
      return { ...state, staled: changeRows(state.staled, scopes, (before = 0) => Math.max(before, turn)) }
    }
    default:
      return state
  }
}
