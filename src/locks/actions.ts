import type { Lock } from './conflicts'

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

export type LocksAction = LockRequested | LockReleased

/** Somebody asks for a lock. */
export const lockRequested = (lock: Lock, seq: number): LockRequested => ({
  type: 'locks/requested',
  lock,
  seq,
})
/** A lock was given back, or its request given up. */
export const lockReleased = (id: string): LockReleased => ({ type: 'locks/released', id })
