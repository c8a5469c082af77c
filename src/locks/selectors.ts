import { conflicts, type Lock } from './conflicts'
import type { LocksPart } from './reducer'

/** Locks asked for and not yet given, oldest first. */
export function selectPendingLocks(state: LocksPart): readonly Lock[] {
  return state.locks.pending
}

/** Locks held now, oldest first. */
export function selectHeldLocks(state: LocksPart): readonly Lock[] {
  return state.locks.held
}

/**
 * Whether a lock could be held beside those that are: an exclusive one conflicts with any lock on the same or a
 * nested path, a shared one only with exclusive ones. Who waits is not considered. (spec.md, section 4)
 */
export function selectIsLockAvailable(
  state: LocksPart,
  path: readonly (string | number)[],
  { exclusive }: { exclusive: boolean },
): boolean {
  const wanted = { path: path.map(String), exclusive }
  return !state.locks.held.some((held) => conflicts(held, wanted))
}

/**
 * Whether a lock can be given now without overtaking an earlier one that it conflicts with. A passing one may be
 * overtaken: writes don't wait for reads.
 */
export function selectIsLockNext(state: LocksPart, lock: Lock): boolean {
  for (const earlier of state.locks.pending) {
    if (earlier.id === lock.id) break
    if (!earlier.passing && conflicts(earlier, lock)) return false
  }
  return selectIsLockAvailable(state, lock.path, lock)
}
