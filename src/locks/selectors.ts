import { createEntitySelector } from '../core/createEntitySelector'
import { eachRow, getRow } from '../core/recordTable'
import { sliceOf } from '../core/sliceOf'
import type { LockEntry, Lock } from './conflicts'
import { lockPath } from './lockPath'
import { conflictsWithHeld } from './pathIndex'
import { allPending } from './pendingLocks'
import type { StateWithLocks } from './reducer'

/** Locks asked for and not yet given, oldest first. */
export const selectPendingLocks: (state: StateWithLocks) => readonly Lock[] =
  /* @__PURE__ */ createEntitySelector(
    [(state: StateWithLocks) => sliceOf(state?.locks, state).pending],
    (pending) => allPending(pending).map(({ lock }) => lock),
  )

/** Locks held now, oldest first. */
export const selectHeldLocks: (state: StateWithLocks) => readonly Lock[] =
  /* @__PURE__ */ createEntitySelector(
    [(state: StateWithLocks) => sliceOf(state?.locks, state).held],
    (held) => {
      const rows: LockEntry[] = []
      eachRow(held, (row) => rows.push(row))
      return rows.sort((one, other) => one.seq - other.seq).map(({ lock }) => lock)
    },
  )

/** Whether any lock is held or waited for. */
export function selectHasLocks({ locks }: StateWithLocks): boolean {
  return locks.held.size + locks.pending.byId.size > 0
}

/** Whether a lock is held. */
export function selectIsHeld({ locks }: StateWithLocks, id: string): boolean {
  return getRow(locks.held, id) !== undefined
}

/** Whether a lock is still waited for. */
export function selectIsPending({ locks }: StateWithLocks, id: string): boolean {
  return getRow(locks.pending.byId, id) !== undefined
}

/**
 * Whether a lock could be held beside those that are: an exclusive one conflicts with any lock on the same or a
 * nested path, a shared one only with exclusive ones. Who waits is not considered.
 */
export function selectIsLockAvailable(
  state: StateWithLocks,
  path: readonly (string | number)[],
  { exclusive }: { exclusive: boolean },
): boolean {
  return !conflictsWithHeld(sliceOf(state?.locks, state).paths, { path: lockPath(path), exclusive })
}

/** The keys below a path that the store itself writes to at this time. */
export function selectKeysBeingWritten(
  { locks }: StateWithLocks,
  path: readonly string[],
): ReadonlySet<string> {
  const keys = new Set<string>()
  eachRow(locks.held, ({ lock }) => {
    const key = lock.path[path.length]
    const isBelow = key !== undefined && path.every((step, i) => step === lock.path[i])
    if (lock.letsListsPass && isBelow) keys.add(key)
  })
  return keys
}
