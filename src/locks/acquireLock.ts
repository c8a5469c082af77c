import { EntityStoreError, show } from '../errors'
import type { Thunk } from '../thunk'
import { lockGranted, lockQueued, lockReleased } from './actions'
import type { Lock } from './conflicts'
import type { LocksPart } from './reducer'
import { selectIsLockNext } from './selectors'

/** Options of a lock. */
export interface LockOptions {
  /** Whether nobody else may hold a lock on the path, above it or below it. */
  readonly exclusive: boolean
  /** Gives up waiting when it aborts: the promise rejects with the abort's reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Gives a lock on a path as soon as no conflicting one is held, first come, first served. Always give it back with
 * `releaseLock`. Saves hold `['entities', 'records', kind, name, id]`; to save or read under a lock of your own, pass
 * it as the `lock` option, or the call waits for you.
 * @throws EntityStoreError `invalid_lock` for a path that is not an array of texts. (spec.md, section 4)
 */
export function acquireLock(
  path: readonly (string | number)[],
  options: LockOptions,
): Thunk<LocksPart, Promise<Lock>> {
  return (dispatch) =>
    dispatch(requestLock({ path: readPath(path), exclusive: options.exclusive }, options.signal))
}

/** Waits until nobody writes on the path; takes nothing, so that reads never hold up a write. */
export function waitUntilReadable(
  path: readonly string[],
  signal: AbortSignal,
): Thunk<LocksPart, Promise<unknown> | undefined> {
  return (dispatch, getState) => {
    const lock: Lock = { id: '', path, exclusive: false, passing: true }
    return selectIsLockNext(getState(), lock) ? undefined : dispatch(requestLock(lock, signal))
  }
}

/** Gives a lock back, and gives every lock that now fits to who waits for it. A lock given back twice is no error. */
export function releaseLock(lock: Pick<Lock, 'id'>): Thunk<LocksPart, void> {
  return (dispatch, getState, { lockWaiters }) => {
    dispatch(lockReleased(lock.id))
    for (const waiting of getState().locks.pending) {
      if (!selectIsLockNext(getState(), waiting)) continue
      dispatch(lockGranted(waiting))
      const grant = lockWaiters.get(waiting.id)
      lockWaiters.delete(waiting.id)
      grant?.()
    }
  }
}

function requestLock(
  wanted: Omit<Lock, 'id'>,
  signal: AbortSignal | undefined,
): Thunk<LocksPart, Promise<Lock>> {
  return (dispatch, getState, { nextTurn, lockWaiters }) => {
    const lock: Lock = { ...wanted, id: `lock-${nextTurn()}` }
    if (signal?.aborted) return Promise.reject(signal.reason as Error)
    if (selectIsLockNext(getState(), lock)) {
      dispatch(lockGranted(lock))
      return Promise.resolve(lock)
    }
    dispatch(lockQueued(lock))
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        lockWaiters.delete(lock.id)
        dispatch(releaseLock(lock))
        reject(signal?.reason as Error)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      lockWaiters.set(lock.id, () => {
        signal?.removeEventListener('abort', giveUp)
        resolve(lock)
      })
    })
  }
}

function readPath(path: readonly (string | number)[]): string[] {
  if (!Array.isArray(path) || path.some((step) => typeof step !== 'string' && typeof step !== 'number')) {
    throw new EntityStoreError(
      'invalid_lock',
      `${show(path)} is not the path of a lock. Pass an array of texts, such as ['entities', 'records', 'postType', 'post'].`,
    )
  }
  return path.map(String)
}
