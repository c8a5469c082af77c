import { noLocks } from '../../locks/reducer'
import type { EntityState } from '../rootReducer'

/** A state that an earlier version of this package has written, as this one keeps it; the same where it is one of its own. */
export function ofThisVersion<State extends Partial<EntityState>>(state: State): State {
  const { locks } = state
  // Locks were waited for in one list. Nobody waits for those of another page.
  return locks && Array.isArray(locks.pending) ? { ...state, locks: noLocks } : state
}
