import { changeRows, emptyTable, setRow, type Table } from '../core/recordTable'
import type { ResolutionAction } from './actions'
import type { StoredResolution } from './storedResolution'

/** What was asked and how it ended. */
export interface ResolutionState {
  /** Questions by their key. */
  readonly entries: Table<StoredResolution>
  /** The turn before which the answers of a set no longer hold, by set. */
  readonly invalidatedSeqs: Table<number>
}

/** The part of the state that this room owns. */
export interface ResolutionSliceState {
  readonly resolution: ResolutionState
}

const initialResolution: ResolutionState = { entries: emptyTable(), invalidatedSeqs: emptyTable() }

export function resolutionReducer(
  state: ResolutionState = initialResolution,
  action: ResolutionAction,
): ResolutionState {
  switch (action.type) {
    case 'resolution/readMoved':
      return {
        entries: setRow(state.entries, action.key, action.entry),
        invalidatedSeqs: state.invalidatedSeqs,
      }
    case 'resolution/answersStaled': {
      const { scopes, seq } = action
      return {
        ...state,
        invalidatedSeqs: changeRows(state.invalidatedSeqs, scopes, (before = 0) => Math.max(before, seq)),
      }
    }
    default:
      return state
  }
}
