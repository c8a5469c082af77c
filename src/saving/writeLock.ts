import { acquireWriteLock, freeWriteLock, releaseLock, type OnWaiting } from '../locks/acquireLock'
import type { LockEntry, Lock } from '../locks/conflicts'
import type { StateWithLocks } from '../locks/reducer'
import { selectIsHeld } from '../locks/selectors'
import type { Fetcher } from '../core/fetchContract'
import type { Thunk } from '../core/thunk'
import type { Delivered } from '../core/writeGate'

/** Options of every write. */
export interface WriteOptions {
  /** Whether the promise rejects with the error, beside the error standing on the record. Default false. */
  readonly throwOnError?: boolean
  /** Gives the write up when it aborts; what was edited stays. Without one, nothing gives it up. */
  readonly signal?: AbortSignal
  /**
   * Whether the request goes on when its page ends: for a save as somebody leaves. Browsers let 64 kB go so; more than that
   * is sent without it. Default false.
   */
  readonly keepalive?: boolean
  /** Sends this one write instead of the store's fetcher. Default: the store's. */
  readonly fetcher?: Fetcher
  /**
   * Called when the write begins to wait for its lock, and when that has ended: for who sends several writes as a batch.
   * @internal Default: none.
   */
  readonly onWaiting?: OnWaiting
  /**
   * What a queue delivers by this write, for the gate that has kept it: of what other pages have saved, nothing is edited
   * here.
   * @internal Default: none.
   */
  readonly delivery?: Delivered
  /**
   * Names what it sends of the record's edits, where a save has sent the same before.
   * @internal Default: a name of its own.
   */
  readonly mutation?: string
  /** A lock you hold on the record or above it: without it the write waits until you give it back. */
  readonly lock?: Lock
}

/** The lock of one write, which it gives back as it ends. */
export interface OwnLock {
  readonly id: string
  /** To be taken as it begins; absent where it was waited for, and is held. */
  readonly taken?: LockEntry
}

/**
 * Writes to a record while nobody else does, nor another write under the same lock of the caller: which of two requests the
 * server does last nobody could tell. A lock that is free is taken by the action that the write begins with; it is given back
 * by the one that it ends with, and whatever happens.
 * @param write - Begins to write before it awaits anything, with its own lock.
 * @param onGivenUp - What it comes to where it was given up while it waited.
 */
export function whileLocked<Outcome>(
  path: readonly string[],
  { lock, signal, onWaiting }: WriteOptions,
  write: (own: OwnLock) => Promise<Outcome>,
  onGivenUp: (error: unknown) => Outcome,
): Thunk<StateWithLocks, Promise<Outcome>> {
  return async (dispatch, getState) => {
    const under = lock?.exclusive && lock.path.every((step, i) => step === path[i]) ? lock.id : undefined
    const taken = signal?.aborted ? undefined : dispatch(freeWriteLock(path, under))
    let own: OwnLock
    try {
      own = taken
        ? { id: taken.lock.id, taken }
        : { id: (await dispatch(acquireWriteLock(path, under, signal, onWaiting))).id }
    } catch (error) {
      return onGivenUp(error)
    }
    try {
      return await write(own)
    } finally {
      if (selectIsHeld(getState(), own.id)) dispatch(releaseLock(own))
    }
  }
}
