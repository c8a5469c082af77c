import type { LockEntry, Lock } from './conflicts'

/** A lock was asked for. It is held as soon as none that was asked for earlier conflicts with it. */
export interface LockRequested {
  readonly type: 'locks/requested'
  readonly lock: Lock
  /** Grows with each lock, so that the oldest comes first. */
  readonly seq: number
}

/** A lock was given back, or nobody waits for it any more. */
export interface LockReleased {
  readonly type: 'locks/released'
  readonly id: string
}

/** Something that began under a lock that was free: the lock is taken with it. */
export interface LockingAction {
  readonly locked?: LockEntry | undefined
}

/** Something that ended, and gives the lock back under which it was done. */
export interface UnlockingAction {
  /** The id of the lock. */
  readonly unlocked?: string | undefined
}

export type LocksAction = LockRequested | LockReleased

/** Somebody asks for a lock. */
export const lockRequested = (lock: Lock, seq: number): LockRequested => ({
  type: 'locks/requested',
  lock,
  seq,
})
/** A lock was given back, or its request given up. */
export const lockReleased = (id: string): LockReleased => ({ type: 'locks/released', id })
