import type { LocksAction } from './actions'
import type { Lock } from './conflicts'

/** Locks asked for and not given back, oldest first. Which of them are held follows from their order: see `isGiven`. */
export type LocksState = readonly Lock[]

/** The part of the state that this room owns. */
export interface LocksSliceState {
  readonly locks: LocksState
}

export function locksReducer(state: LocksState = [], action: LocksAction): LocksState {
  switch (action.type) {
    case 'locks/lockRequested':
      return [...state, action.lock]
    case 'locks/lockReleased':
      return state.filter(({ id }) => id !== action.id)
    default:
      return state
  }
}
