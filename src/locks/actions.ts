import { scope } from '../core/keys'
import type { Touch } from '../core/thunk'
import type { Lock } from './conflicts'

/** A lock was asked for. It is given as soon as none that was asked for earlier conflicts with it. */
export interface LockRequested {
  readonly type: 'locks/lockRequested'
  readonly lock: Lock
  readonly touches: readonly Touch[]
}

/** A lock was given back, or its holder no longer waits for it. */
export interface LockReleased {
  readonly type: 'locks/lockReleased'
  readonly id: string
  readonly touches: readonly Touch[]
}

export type LocksAction = LockRequested | LockReleased

const touches: readonly Touch[] = [{ scope: scope.locks }]

export const lockRequested = (lock: Lock): LockRequested => ({ type: 'locks/lockRequested', lock, touches })
export const lockReleased = (id: string): LockReleased => ({ type: 'locks/lockReleased', id, touches })
