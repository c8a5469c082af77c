import type { StoredError } from '../errors'
import { deleteRow, editTable, emptyTable, getRow, setRow, type Table } from '../table'
import type { ResolutionAction } from './actions'

/** How one question stands. */
export interface StoredResolution {
  readonly status: 'resolving' | 'success' | 'error'
  /** The turn of the request that last succeeded; 0 when none has. */
  readonly answered: number
  /** When that answer came, in milliseconds since 1970; 0 when none has. */
  readonly at: number
  /** Why the last request failed; kept while it is tried again. */
  readonly error?: StoredError
}

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

export const initialResolution: ResolutionState = { entries: emptyTable(), staled: emptyTable() }

export function resolutionReducer(
  state: ResolutionState = initialResolution,
  action: ResolutionAction,
): ResolutionState {
  switch (action.type) {
    case 'resolution/readStarted': {
      const before = getRow(state.entries, action.key)
      return withEntry(state, action.key, {
        status: 'resolving',
        answered: before?.answered ?? 0,
        at: before?.at ?? 0,
        ...(before?.error && { error: before.error }),
      })
    }
    case 'resolution/readFinished':
      return withEntry(state, action.key, { status: 'success', answered: action.turn, at: action.at })
    case 'resolution/readFailed': {
      const { answered, at } = getRow(state.entries, action.key) ?? { answered: 0, at: 0 }
      return withEntry(state, action.key, { status: 'error', answered, at, error: action.error })
    }
    case 'resolution/readAborted': {
      const before = getRow(state.entries, action.key)
      if (before === undefined) return state
      if (before.error) return withEntry(state, action.key, { ...before, status: 'error' })
      if (before.answered > 0) return withEntry(state, action.key, { ...before, status: 'success' })
      return { ...state, entries: deleteRow(state.entries, action.key) }
    }
    case 'resolution/answersStaled': {
      const staled = editTable(state.staled)
      for (const scope of action.scopes) staled.set(scope, Math.max(action.turn, staled.get(scope) ?? 0))
      return { ...state, staled: staled.done() }
    }
    default:
      return state
  }
}

function withEntry(state: ResolutionState, key: string, entry: StoredResolution): ResolutionState {
  return { ...state, entries: setRow(state.entries, key, entry) }
}
