import { scope } from '../keys'
import type { Touch } from '../thunk'
import type { Lock } from './conflicts'

/** A lock was asked for and has to wait. */
export interface LockQueued {
  readonly type: 'locks/lockQueued'
  readonly lock: Lock
  readonly touches: readonly Touch[]
}

/** A lock was given to who asked for it. */
export interface LockGranted {
  readonly type: 'locks/lockGranted'
  readonly lock: Lock
  readonly touches: readonly Touch[]
}

/** A lock was given back, or its holder no longer waits for it. */
export interface LockReleased {
  readonly type: 'locks/lockReleased'
  readonly id: string
  readonly touches: readonly Touch[]
}

export type LocksAction = LockQueued | LockGranted | LockReleased

const touches: readonly Touch[] = [{ scope: scope.locks }]

export const lockQueued = (lock: Lock): LockQueued => ({ type: 'locks/lockQueued', lock, touches })
export const lockGranted = (lock: Lock): LockGranted => ({ type: 'locks/lockGranted', lock, touches })
export const lockReleased = (id: string): LockReleased => ({ type: 'locks/lockReleased', id, touches })
