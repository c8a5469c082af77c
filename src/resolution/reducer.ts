import { changeRows, emptyTable, type Table } from '../core/recordTable'
import type { ResolutionAction } from './actions'
import type { Question } from './question'
import type { StoredResolution } from './storedResolution'

/** What was asked and how it ended. */
export interface ResolutionState {
  /** Questions by their key. */
  readonly entries: Table<StoredResolution>
  /** The seq before which the answers of a set no longer hold, by set. */
  readonly invalidatedSeqs: Table<number>
}

/** The part of the state that resolutions stand in. */
export interface ResolutionSliceState {
  readonly resolution: ResolutionState
}

const initialResolution: ResolutionState = { entries: emptyTable(), invalidatedSeqs: emptyTable() }

export function resolutionReducer(
  state: ResolutionState = initialResolution,
  action: ResolutionAction,
): ResolutionState {
  switch (action.type) {
    case 'resolution/started':
      return withEntry(state, action, (before) => ({
        ...(before ?? notAnswered(action)),
        status: 'resolving',
      }))
    case 'resolution/succeeded':
      return withEntry(state, action, () => ({
        operation: action.operation,
        args: action.args,
        status: 'success',
        answeredSeq: action.seq,
        answeredAt: action.at,
      }))
    case 'resolution/failed':
      return withEntry(state, action, (before) => ({
        ...(before ?? notAnswered(action)),
        status: 'error',
        error: action.error,
      }))
    case 'resolution/aborted':
      return withEntry(state, action, (before) => {
        if (before?.error) return { ...before, status: 'error' }
        return before?.answeredSeq ? { ...before, status: 'success' } : undefined
      })
    case 'resolution/invalidated': {
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

function withEntry(
  state: ResolutionState,
  { key }: Question,
  change: (before: StoredResolution | undefined) => StoredResolution | undefined,
): ResolutionState {
  const entries = changeRows(state.entries, [key], change)
  return entries === state.entries ? state : { ...state, entries }
}

function notAnswered({ operation, args }: Question): Omit<StoredResolution, 'status'> {
  return { operation, args, answeredSeq: 0, answeredAt: 0 }
}
