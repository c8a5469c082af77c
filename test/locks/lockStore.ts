import { createEntityStore, type EntityStore, type Lock } from 'copydesk'
import {
  acquireLock,
  type LockOptions,
  releaseLock,
  selectHeldLocks,
  selectPendingLocks,
} from 'copydesk/actions'
import { waitUntilReadable } from '../../src/locks/acquireLock'

/** A store whose fetcher nobody may need, and short words for its locks. */
export function lockStore() {
  const store: EntityStore = createEntityStore({
    fetcher: () => Promise.reject(new Error('Locks need no network.')),
    devTools: false,
  })
  /** Names of locks in the order in which they were granted. */
  const granted: string[] = []
  const errors: unknown[] = []

  function take(name: string, path: readonly (string | number)[], options: LockOptions): Promise<Lock> {
    const taken = store.dispatch(acquireLock(path, options))
    taken.then(
      () => granted.push(name),
      (error: unknown) => errors.push(error),
    )
    return taken
  }

  return {
    store,
    granted,
    errors,
    take,
    exclusive: (name: string, ...path: readonly string[]) => take(name, path, { exclusive: true }),
    shared: (name: string, ...path: readonly string[]) => take(name, path, { exclusive: false }),
    read: (name: string, path: readonly string[], signal = new AbortController().signal) => {
      const waiting = store.dispatch(waitUntilReadable(path, signal))
      if (waiting === undefined) granted.push(name)
      else
        waiting.then(
          () => granted.push(name),
          (error: unknown) => errors.push(error),
        )
      return waiting
    },
    release: (lock: Pick<Lock, 'id'>) => store.dispatch(releaseLock(lock)),
    locks: () => ({
      held: selectHeldLocks(store.getState()),
      pending: selectPendingLocks(store.getState()),
    }),
  }
}
