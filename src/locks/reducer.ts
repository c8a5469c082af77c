import type { LocksAction } from './actions'
import type { Lock } from './conflicts'

/** Which locks are held, and who waits. */
export interface LocksState {
  /** Locks held now, oldest first. */
  readonly held: readonly Lock[]
  /** Locks asked for and not yet given, oldest first. */
  readonly pending: readonly Lock[]
}

/** The part of the state that this room owns. */
export interface LocksPart {
  readonly locks: LocksState
}

const initialLocks: LocksState = { held: [], pending: [] }

export function locksReducer(state: LocksState = initialLocks, action: LocksAction): LocksState {
  switch (action.type) {
    case 'locks/lockQueued':
      return { ...state, pending: [...state.pending, action.lock] }
    case 'locks/lockGranted': {
      const { held, pending } = without(state, action.lock.id)
      return { held: action.lock.passing ? held : [...held, action.lock], pending }
    }
    case 'locks/lockReleased':
      return without(state, action.id)
    default:
      return state
  }
}

function without({ held, pending }: LocksState, id: string): LocksState {
  const isOther = (lock: Lock) => lock.id !== id
  return { held: held.filter(isOther), pending: pending.filter(isOther) }
}
