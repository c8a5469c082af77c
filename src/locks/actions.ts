import type { Lock } from './conflicts'

/** A lock was asked for. It is given as soon as none that was asked for earlier conflicts with it. */
export interface LockRequested {
  readonly type: 'locks/lockRequested'
  readonly lock: Lock
}

/** A lock was given back, or its holder no longer waits for it. */
export interface LockReleased {
  readonly type: 'locks/lockReleased'
  readonly id: string
}

export type LocksAction = LockRequested | LockReleased

export const lockRequested = (lock: Lock): LockRequested => ({ type: 'locks/lockRequested', lock })
export const lockReleased = (id: string): LockReleased => ({ type: 'locks/lockReleased', id })
