import { emptyTable, getRow, setRow, type Table } from '../core/recordTable'
import type { LockingAction, LocksAction, UnlockingAction } from './actions'
import type { LockEntry, Lock } from './conflicts'
import { conflictsWithHeld, countLock, noneHeld, type PathIndex } from './pathIndex'
import {
  isHeldUp,
  nonePending,
  queuesAround,
  withoutPending,
  withPending,
  type PendingLocks,
} from './pendingLocks'
import type { StateWithResolution } from '../resolution/reducer'

/** Who holds which lock, and who waits for one. */
export interface LocksState {
  /** Locks that are held, by id. */
  readonly held: Table<LockEntry>
  /** How many are held on each path. */
  readonly paths: PathIndex
  /** Locks that are waited for. */
  readonly pending: PendingLocks
}

/** The state as far as it goes up to here, with the locks. */
export interface StateWithLocks extends StateWithResolution {
  readonly locks: LocksState
}

/** No locks at all. */
export const noLocks: LocksState = { held: emptyTable(), paths: noneHeld, pending: nonePending }

export function locksReducer(
  state: LocksState = noLocks,
  action: LocksAction & LockingAction & UnlockingAction,
): LocksState {
  const { locked, unlocked } = action
  if (locked) return requested(state, locked)
  if (unlocked !== undefined) return released(state, unlocked)
  switch (action.type) {
    case 'locks/requested':
      return requested(state, { lock: action.lock, seq: action.seq })
    case 'locks/released':
      return released(state, action.id)
    default:
      return state
  }
}

function requested(state: LocksState, waiting: LockEntry): LocksState {
  return isFree(state, waiting.lock)
    ? given(state, waiting)
    : { ...state, pending: withPending(state.pending, waiting) }
}

/** Whether a lock would be given at once. */
export function isFree(state: LocksState, lock: Omit<Lock, 'id'>): boolean {
  return !isTaken(state, lock) && (isUnderHeld(state, lock) || !conflictsWithHeld(state.pending.paths, lock))
}

function isUnderHeld({ held }: LocksState, { under }: Omit<Lock, 'id'>): boolean {
  return under !== undefined && getRow(held, under) !== undefined
}

function isTaken({ held, paths }: LocksState, lock: Omit<Lock, 'id'>): boolean {
  const above = lock.under === undefined ? undefined : getRow(held, lock.under)
  return conflictsWithHeld(above ? countLock(paths, above.lock, -1) : paths, lock)
}

function released(state: LocksState, id: string): LocksState {
  const held = getRow(state.held, id)
  if (held) {
    const left = setRow(state.held, id, undefined)
    return settle({ ...state, held: left, paths: countLock(state.paths, held.lock, -1) }, held)
  }
  const waiting = getRow(state.pending.byId, id)
  return waiting ? settle({ ...state, pending: withoutPending(state.pending, waiting) }, waiting) : state
}

/**
 * Gives what is waited for where a lock was, unless a held one or an earlier one conflicts with it. In which order the queues
 * are looked at does not matter: an earlier one that conflicts holds up a later one, whether it waits or is held by now.
 */
function settle(state: LocksState, { lock: gone }: LockEntry): LocksState {
  let next = state
  for (const queue of queuesAround(state.pending, gone.path)) {
    for (const waiting of queue) {
      if (isTaken(next, waiting.lock)) break
      if (!isUnderHeld(next, waiting.lock) && isHeldUp(next.pending, waiting)) break
      next = given({ ...next, pending: withoutPending(next.pending, waiting) }, waiting)
    }
  }
  return next
}

function given(state: LocksState, waiting: LockEntry): LocksState {
  const { lock } = waiting
  // One that only waits takes nothing.
  if (lock.onlyWaits) return state
  return { ...state, held: setRow(state.held, lock.id, waiting), paths: countLock(state.paths, lock, 1) }
}
