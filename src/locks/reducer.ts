import { emptyTable, getRow, setRow, type Table } from '../core/recordTable'
import type { LocksAction } from './actions'
import { holdsUp, type Lock } from './conflicts'
import { conflictsWithHeld, countLock, type PathIndex } from './pathIndex'

/** A lock that is held, and when it was asked for. */
export interface HeldLock {
  readonly lock: Lock
  readonly seq: number
}

/** Who holds which lock, and who waits for one. */
export interface LocksState {
  /** Locks that are held, by id. */
  readonly held: Table<HeldLock>
  /** How many are held on each path. */
  readonly paths: PathIndex
  /** Locks that are waited for, oldest first. */
  readonly pending: readonly HeldLock[]
}

/** The slice of the state with the locks. */
export interface LocksSliceState {
  readonly locks: LocksState
}

/** No locks at all. */
export const noLocks: LocksState = { held: emptyTable(), paths: emptyTable(), pending: [] }

export function locksReducer(state: LocksState = noLocks, action: LocksAction): LocksState {
  switch (action.type) {
    case 'locks/requested': {
      const { lock, seq } = action
      return settle({ ...state, pending: [...state.pending, { lock, seq }] }, state.pending.length)
    }
    case 'locks/released': {
      const held = getRow(state.held, action.id)
      if (held === undefined) {
        const pending = state.pending.filter(({ lock }) => lock.id !== action.id)
        return pending.length === state.pending.length ? state : settle({ ...state, pending }, 0)
      }
      const left = setRow(state.held, action.id, undefined)
      return settle({ ...state, held: left, paths: countLock(state.paths, held.lock, -1) }, 0)
    }
    default:
      return state
  }
}

/** Gives each lock that is waited for, from one of them on, unless a held one or an earlier one conflicts with it. */
function settle(state: LocksState, from: number): LocksState {
  let { held, paths } = state
  const pending = state.pending.slice(0, from)
  for (const waiting of state.pending.slice(from)) {
    const { lock } = waiting
    const isHeldUp = pending.some(({ lock: earlier }) => holdsUp(earlier, lock))
    if (isHeldUp || conflictsWithHeld(paths, lock)) pending.push(waiting)
    // A passing one takes nothing: it has waited, and that is all.
    else if (!lock.passing) {
      held = setRow(held, lock.id, waiting)
      paths = countLock(paths, lock, 1)
    }
  }
  return { held, paths, pending }
}
