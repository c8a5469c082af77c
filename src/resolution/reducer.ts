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

const initialResolution: ResolutionState = { entries: emptyTable(), staled: emptyTable() }

const unanswered = { answered: 0, at: 0 }

export function resolutionReducer(
  state: ResolutionState = initialResolution,
  action: ResolutionAction,
): ResolutionState {
  if (action.type === 'resolution/answersStaled') {
    const staled = editTable(state.staled)
    for (const scope of action.scopes) staled.set(scope, Math.max(action.turn, staled.get(scope) ?? 0))
    return { ...state, staled: staled.done() }
  }
  // Facts of other rooms have no key to look up.
  if (!action.type.startsWith('resolution/')) return state
  const entries = entriesAfter(state.entries, action)
  return entries === state.entries ? state : { ...state, entries }
}

function entriesAfter(
  entries: ResolutionState['entries'],
  action: Exclude<ResolutionAction, { scopes: unknown }>,
): ResolutionState['entries'] {
  const before = getRow(entries, action.key) ?? unanswered
  switch (action.type) {
    case 'resolution/readStarted':
      return setRow(entries, action.key, { ...before, status: 'resolving' })
    case 'resolution/readFinished':
      return setRow(entries, action.key, { status: 'success', answered: action.turn, at: action.at })
    case 'resolution/readFailed':
      return setRow(entries, action.key, { ...before, status: 'error', error: action.error })
    // As it was before the read began.
    case 'resolution/readAborted':
      if ('error' in before) return setRow(entries, action.key, { ...before, status: 'error' })
      if (before.answered > 0) return setRow(entries, action.key, { ...before, status: 'success' })
      return deleteRow(entries, action.key)
    default:
      return entries
  }
}
