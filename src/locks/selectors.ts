import { conflicts, isGiven, type Lock } from './conflicts'
import type { LocksSliceState, LocksState } from './reducer'

const parted = new WeakMap<
  LocksState,
  { readonly held: readonly Lock[]; readonly pending: readonly Lock[] }
>()

/** Locks asked for and not yet given, oldest first. (spec.md, section 4) */
export function selectPendingLocks(state: LocksSliceState): readonly Lock[] {
  return part(state.locks).pending
}

/** Locks held now, oldest first. (spec.md, section 4) */
export function selectHeldLocks(state: LocksSliceState): readonly Lock[] {
  return part(state.locks).held
}

/**
 * Whether a lock could be held beside those that are: an exclusive one conflicts with any lock on the same or a
 * nested path, a shared one only with exclusive ones. Who waits is not considered. (spec.md, section 4)
 */
export function selectIsLockAvailable(
  state: LocksSliceState,
  path: readonly (string | number)[],
  { exclusive }: { exclusive: boolean },
): boolean {
  const wanted = { path: path.map(String), exclusive }
  return !selectHeldLocks(state).some((held) => conflicts(held, wanted))
}

/** The keys below a path that the store itself writes to at this time. */
export function selectKeysBeingWritten(state: LocksSliceState, path: readonly string[]): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const lock of selectHeldLocks(state)) {
    const key = lock.path[path.length]
    const isBelow = key !== undefined && path.every((step, i) => step === lock.path[i])
    if (lock.isReadable && isBelow) keys.add(key)
  }
  return keys
}

function part(locks: LocksState) {
  let known = parted.get(locks)
  if (known === undefined) {
    const isHeld = (lock: Lock) => !lock.passing && isGiven(locks, lock)
    known = { held: locks.filter(isHeld), pending: locks.filter((lock) => !isHeld(lock)) }
    parted.set(locks, known)
  }
  return known
}
