import { acquireWriteLock, releaseLock, type OnWaiting } from '../locks/acquireLock'
import type { Lock } from '../locks/conflicts'
import type { LocksSliceState } from '../locks/reducer'
import type { Fetcher } from '../core/fetchContract'
import type { Thunk } from '../core/thunk'
import type { SentFile } from '../core/writeGate'
import { failedWrite, type WriteResult } from './writeOutcome'

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
   * The file that `fetcher` sends with it: for who keeps the write for later.
   * @internal Default: none.
   */
  readonly file?: SentFile
  /** A lock you hold on the record or above it; without it the write takes its own and waits for yours. */
  readonly lock?: Lock
}

/**
 * Writes to a record while nobody else does. The lock is given back whatever happens.
 * @returns What the write comes to: also where it was given up while it waited.
 */
export function whileLocked<Written>(
  path: readonly string[],
  { lock, signal, onWaiting }: WriteOptions,
  write: () => Promise<WriteResult<Written>>,
): Thunk<LocksSliceState, Promise<WriteResult<Written>>> {
  return async (dispatch) => {
    if (lock?.exclusive && lock.path.every((step, i) => step === path[i])) return write()
    let own: Lock
    try {
      own = await dispatch(acquireWriteLock(path, signal, onWaiting))
    } catch (error) {
      return failedWrite(error)
    }
    try {
      return await write()
    } finally {
      dispatch(releaseLock(own))
    }
  }
}
