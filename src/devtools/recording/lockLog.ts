import type { Lock } from '../../locks/conflicts'
import { selectHeldLocks, selectPendingLocks } from '../../locks/selectors'
import type { EntityStore } from '../../store/createEntityStore'
import { createObservable, type Observable } from './observable'

/** A lock that was released. */
interface PastLock {
  readonly lock: Lock
  /** How long it was held, in milliseconds. */
  readonly duration: number
}

/** The locks of a store, now and before. */
export interface Locks {
  readonly held: readonly Lock[]
  readonly pending: readonly Lock[]
  /** The newest twenty, newest first. */
  readonly past: readonly PastLock[]
}

/** The log of a store's locks. */
export interface LockLog extends Observable<Locks> {
  /** Begins to follow a store; gives what ends it. */
  readonly follow: (store: EntityStore) => () => void
}

/** Locks come and go in the blink of an eye: this remembers those that were held while it followed the store. */
export function createLockLog(): LockLog {
  const locks = createObservable<Locks>({ held: [], pending: [], past: [] })
  const since = new Map<string, number>()

  function look(store: EntityStore): void {
    const state = store.getState()
    const held = selectHeldLocks(state)
    const pending = selectPendingLocks(state)
    const before = locks.read()
    if (held === before.held && pending === before.pending) return
    const now = performance.now()
    for (const { id } of held) if (!since.has(id)) since.set(id, now)
    const released = before.held.filter(({ id }) => !held.some((lock) => lock.id === id))
    const past = released.map((lock) => ({ lock, duration: Math.round(now - (since.get(lock.id) ?? now)) }))
    for (const { id } of released) since.delete(id)
    locks.set({ held, pending, past: [...past, ...before.past].slice(0, 20) })
  }

  function follow(store: EntityStore): () => void {
    const onChange = () => look(store)
    onChange()
    return store.subscribe(onChange)
  }

  return { ...locks, follow }
}
