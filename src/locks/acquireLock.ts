import { EntityStoreError, show } from '../core/errors'
import { changedKeys, getRow } from '../core/recordTable'
import type { StoreAction, Thunk } from '../core/thunk'
import { lockReleased, lockRequested } from './actions'
import type { LockEntry, Lock } from './conflicts'
import { lockPath } from './lockPath'
import { isFree, type StateWithLocks } from './reducer'
import { selectIsPending } from './selectors'

/** Options of a lock. */
export interface LockOptions {
  /** Whether nobody else may hold a lock on the path, above it or below it. */
  readonly exclusive: boolean
  /**
   * Gives up waiting when it aborts: the promise rejects with the abort's reason. Without one, it waits as long as it
   * takes.
   */
  readonly signal?: AbortSignal | undefined
}

/**
 * Gives a lock on a path as soon as no conflicting one is held, first come, first served. Always give it back with
 * `releaseLock`. Saves hold `['entities', 'records', kind, name, id]`; to save or read under a lock of your own, pass
 * it as the `lock` option, or the call waits for you; saves of one record go one after another there, too. Lists are read
 * while one of their records is saved.
 * @throws EntityStoreError `invalid_lock` for a path that is not an array of texts.
 */
export function acquireLock(
  path: readonly (string | number)[],
  options: LockOptions,
): Thunk<StateWithLocks, Promise<Lock>> {
  return async (dispatch) =>
    dispatch(requestLock({ path: checkPath(path), exclusive: options.exclusive }, options.signal))
}

/** Called when somebody begins to wait for a lock, and when that has ended. */
export type OnWaiting = (isWaiting: boolean) => void

/** The lock of a write of the store itself. */
function writeLock(path: readonly string[], under: string | undefined): Omit<Lock, 'id'> {
  return { path, exclusive: true, letsListsPass: true, ...(under !== undefined && { under }) }
}

/**
 * Gives a lock for a write of the store itself, which holds up other writes of the record and single reads of it.
 * @param under The id of a lock of the caller, which it does not wait for.
 */
export function acquireWriteLock(
  path: readonly string[],
  under: string | undefined,
  signal: AbortSignal | undefined,
  onWaiting?: OnWaiting,
): Thunk<StateWithLocks, Promise<Lock>> {
  return requestLock(writeLock(path, under), signal, onWaiting)
}

/** The same where it is free, to be taken with the action that the write begins with; undefined where it is not. */
export function freeWriteLock(
  path: readonly string[],
  under: string | undefined,
): Thunk<StateWithLocks, LockEntry | undefined> {
  return (dispatch, getState, { nextSeq }) => {
    const lock = writeLock(path, under)
    if (!isFree(getState().locks, lock)) return undefined
    const seq = nextSeq()
    return { lock: { ...lock, id: `lock-${seq}` }, seq }
  }
}

/**
 * Waits until nobody writes on the path. Nothing is taken, so that reads never hold up a write; and a list does not wait
 * for writes of its records.
 * @param own A lock of the caller, which covers the path where it is exclusive.
 */
export function waitUntilReadable(
  path: readonly string[],
  signal: AbortSignal | undefined,
  own?: Pick<Lock, 'path' | 'exclusive'>,
): Thunk<StateWithLocks, Promise<unknown> | undefined> {
  return (dispatch, getState) => {
    // Nobody writes there but who asks.
    if (own?.exclusive && own.path.every((step, i) => step === path[i])) return undefined
    const read = { path, exclusive: false, onlyWaits: true }
    return isFree(getState().locks, read) ? undefined : dispatch(requestLock(read, signal))
  }
}

/** Waits until the store itself writes to nothing below a path, but no longer than some milliseconds. */
export function waitForWrites(
  path: readonly string[],
  signal: AbortSignal | undefined,
  limit: number,
): Thunk<StateWithLocks, Promise<void>> {
  return async (dispatch, getState) => {
    const read = { path, exclusive: false, onlyWaits: true, waitsForWrites: true }
    if (isFree(getState().locks, read)) return
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), limit)
    const giveUp = () => controller.abort()
    signal?.addEventListener('abort', giveUp)
    try {
      await dispatch(requestLock(read, controller.signal))
    } catch {
      signal?.throwIfAborted()
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    }
  }
}

/** Gives a lock back, and gives every lock that now fits to who waits for it. A lock given back twice is no error. */
export function releaseLock(lock: Pick<Lock, 'id'>): Thunk<StateWithLocks, void> {
  return dispatchReleasing(lockReleased(lock.id))
}

/** Dispatches what gives locks back, and gives every lock that now fits to who waits for it. */
export function dispatchReleasing(action: StoreAction): Thunk<StateWithLocks, void> {
  return (dispatch, getState, { lockWaiters }) => {
    const { byId } = getState().locks.pending
    dispatch(action)
    const left = getState().locks.pending.byId
    const given = changedKeys(byId, left).flatMap((id) => getRow(byId, id) ?? [])
    given.sort((one, other) => one.seq - other.seq)
    for (const one of given) lockWaiters.get(one.lock.id)?.()
    // Another state may have taken the place of the one in which they waited.
    if (lockWaiters.size > left.size) for (const takeIfGiven of lockWaiters.values()) takeIfGiven()
  }
}

function requestLock(
  wanted: Omit<Lock, 'id'>,
  signal: AbortSignal | undefined,
  onWaiting?: OnWaiting,
): Thunk<StateWithLocks, Promise<Lock>> {
  return (dispatch, getState, { nextSeq, lockWaiters }) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const seq = nextSeq()
      const lock: Lock = { ...wanted, id: `lock-${seq}` }
      dispatch(lockRequested(lock, seq))
      if (!selectIsPending(getState(), lock.id)) return resolve(lock)
      const takeIfGiven = () => {
        if (selectIsPending(getState(), lock.id)) return
        // A listener may have taken a lock since: a read waits for that, too, as their answers could cross.
        if (lock.onlyWaits && !isFree(getState().locks, lock)) return dispatch(lockRequested(lock, nextSeq()))
        stopWaiting()
        resolve(lock)
      }
      const giveUp = () => {
        stopWaiting()
        reject(signal?.reason as Error)
        dispatch(releaseLock(lock))
      }
      const stopWaiting = () => {
        lockWaiters.delete(lock.id)
        signal?.removeEventListener('abort', giveUp)
        onWaiting?.(false)
      }
      signal?.addEventListener('abort', giveUp)
      lockWaiters.set(lock.id, takeIfGiven)
      onWaiting?.(true)
    })
}

function checkPath(path: readonly (string | number)[]): readonly string[] {
  if (!Array.isArray(path) || path.some((step) => typeof step !== 'string' && typeof step !== 'number')) {
    throw new EntityStoreError(
      'invalid_lock',
      `${show(path)} is not the path of a lock. Pass an array of texts.`,
    )
  }
  return lockPath(path)
}
