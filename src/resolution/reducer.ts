import { addresses } from '../core/address'
import { changeRows, emptyTable, type Table } from '../core/recordTable'
import type { StoreAction } from '../core/thunk'
import type {
  Answered,
  AnsweringAction,
  AskedQuestion,
  Invalidation,
  InvalidatingAction,
  ResolutionAction,
} from './actions'
import type { Question } from './question'
import type { StoredResolution } from './storedResolution'

/** What was asked and how it ended. */
export interface ResolutionState {
  /** Questions by their key. */
  readonly entries: Table<StoredResolution>
  /** The seq before which answers no longer hold, by the address that went stale with all that is below it. */
  readonly invalidatedSeqs: Table<number>
}

/** The state with how reads stand. */
export interface StateWithResolution {
  readonly resolution: ResolutionState
}

const initialResolution: ResolutionState = { entries: emptyTable(), invalidatedSeqs: emptyTable() }

export function resolutionReducer(
  state: ResolutionState = initialResolution,
  action: ResolutionAction | (AnsweringAction & InvalidatingAction),
): ResolutionState {
  const { answers, invalidates } = action as AnsweringAction & InvalidatingAction
  const answered = answers ? withAnswer(state, answers) : state
  const current = invalidates ? withoutAnswers(answered, invalidates) : answered
  return isOwn(action) ? ownReducer(current, action) : current
}

function isOwn(action: StoreAction): action is ResolutionAction {
  return action.type.startsWith('resolution/')
}

function ownReducer(state: ResolutionState, action: ResolutionAction): ResolutionState {
  switch (action.type) {
    case 'resolution/started':
      return withEntry(state, action, (before = notAnswered(action)) => ({ ...before, status: 'resolving' }))
    case 'resolution/failed':
      return withEntry(state, action, ({ isKept, ...before } = notAnswered(action)) => ({
        ...before,
        status: 'error',
        error: action.error,
        ...(action.isKept && { isKept: true }),
      }))
    case 'resolution/aborted':
      return withEntry(state, action, (before) => {
        if (before?.error) return { ...before, status: 'error' }
        return before?.answeredSeq ? { ...before, status: 'success' } : undefined
      })
    case 'resolution/invalidated':
      return withoutAnswers(state, action)
    default:
      return state
  }
}

function withAnswer(state: ResolutionState, answers: Answered): ResolutionState {
  const { operation, args, about = addresses.everything, seq, at } = answers
  return withEntry(state, answers, () => ({
    operation,
    args,
    about,
    status: 'success',
    answeredSeq: seq,
    answeredAt: at,
  }))
}

function withoutAnswers(state: ResolutionState, { scopes, seq }: Invalidation): ResolutionState {
  return {
    ...state,
    invalidatedSeqs: changeRows(state.invalidatedSeqs, scopes, (before = 0) => Math.max(before, seq)),
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

function notAnswered({ operation, args, about = addresses.everything }: AskedQuestion): StoredResolution {
  return { operation, args, about, status: 'resolving', answeredSeq: 0, answeredAt: 0 }
}
