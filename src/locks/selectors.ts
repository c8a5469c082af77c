import { eachRow, getRow } from '../table'
import { conflicts, type Lock } from './conflicts'
import { noPathLocks, pathName, type LocksPart } from './reducer'

/** Locks asked for and not yet given, oldest first. */
export function selectPendingLocks(state: LocksPart): readonly Lock[] {
  return state.locks.pending
}

/** Locks held now. */
export function selectHeldLocks(state: LocksPart): readonly Lock[] {
  const held: Lock[] = []
  eachRow(state.locks.held, (lock) => held.push(lock))
  return held
}

/**
 * Whether a lock could be held beside those that are: an exclusive one conflicts with any lock on the same or a
 * nested path, a shared one only with exclusive ones. Who waits is not considered. (spec.md, section 4)
 */
export function selectIsLockAvailable(
  state: LocksPart,
  path: readonly string[],
  { exclusive }: { exclusive: boolean },
): boolean {
  const { paths } = state.locks
  if (paths.size === 0) return true
  for (let length = 0; length <= path.length; length++) {
    const { exclusiveHere, sharedHere } = getRow(paths, pathName(path, length)) ?? noPathLocks
    if (exclusiveHere > 0 || (exclusive && sharedHere > 0)) return false
  }
  const { exclusiveBelow, sharedBelow } = getRow(paths, pathName(path, path.length)) ?? noPathLocks
  return exclusiveBelow === 0 && !(exclusive && sharedBelow > 0)
}

/** Whether a lock can be given now without overtaking an earlier one that it conflicts with. */
export function selectIsLockNext(state: LocksPart, lock: Lock): boolean {
  for (const earlier of state.locks.pending) {
    if (earlier.id === lock.id) break
    if (conflicts(earlier, lock)) return false
  }
  return selectIsLockAvailable(state, lock.path, lock)
}
