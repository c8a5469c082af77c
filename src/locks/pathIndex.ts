import { getRow, setRow, type Table } from '../core/recordTable'
import { letsListPass, type Lock } from './conflicts'

/** How many locks are held on a path, and below it. */
export interface LockCounts {
  readonly exclusive: number
  readonly shared: number
  readonly exclusiveBelow: number
  readonly sharedBelow: number
  /** How many of the exclusive ones below are the store's own writes, past which lists are read. */
  readonly passedBelow: number
}

/**
 * Held locks by path, so that a conflict is found by the length of a path, however many locks there are. A table and no
 * dictionary: saving thousands of records would copy one with thousands of entries for each of them.
 */
export type PathIndex = Table<LockCounts>

const none: LockCounts = { exclusive: 0, shared: 0, exclusiveBelow: 0, sharedBelow: 0, passedBelow: 0 }

/** The index with one lock more, or with one less. */
export function countLock(index: PathIndex, lock: Lock, change: 1 | -1): PathIndex {
  let next = index
  for (let length = 0; length <= lock.path.length; length++) {
    const name = pathName(lock.path, length)
    const isBelow = length < lock.path.length
    const field = lock.exclusive
      ? isBelow
        ? 'exclusiveBelow'
        : 'exclusive'
      : isBelow
        ? 'sharedBelow'
        : 'shared'
    const before = getRow(next, name) ?? none
    const after = { ...before, [field]: before[field] + change }
    if (isBelow && lock.letsListsPass) after.passedBelow += change
    const isEmpty = Object.values(after).every((count) => count === 0)
    next = setRow(next, name, isEmpty ? undefined : after)
  }
  return next
}

/** Whether a held lock conflicts with another one. */
export function conflictsWithHeld(index: PathIndex, lock: Omit<Lock, 'id'>): boolean {
  const { path, exclusive } = lock
  for (let length = 0; length <= path.length; length++) {
    const counts = getRow(index, pathName(path, length))
    // Nothing is held here nor below.
    if (counts === undefined) return false
    if (counts.exclusive > 0 || (exclusive && counts.shared > 0)) return true
    if (length < path.length) continue
    const writes = letsListPass({ path: [...path, ''], letsListsPass: true }, lock) ? counts.passedBelow : 0
    return counts.exclusiveBelow > writes || (exclusive && counts.sharedBelow > 0)
  }
  return false
}

/** The steps of a path as one text: no two paths have the same. */
function pathName(path: readonly string[], length: number): string {
  return JSON.stringify(length === path.length ? path : path.slice(0, length))
}
