import { selectHeldLocks, selectPendingLocks, type EntityStore, type Lock } from 'copydesk'

/** A lock that was given back. */
interface PastLock {
  lock: Lock
  /** How long it was held, in milliseconds. */
  duration: number
}

interface Locks {
  held: readonly Lock[]
  pending: readonly Lock[]
  /** The newest twenty, newest first. */
  past: readonly PastLock[]
}

/** Locks come and go in the blink of an eye: this keeps those that were held while it was started. */
export function createLockLog(store: EntityStore) {
  let locks: Locks = { held: [], pending: [], past: [] }
  const since = new Map<string, number>()
  const listeners = new Set<() => void>()

  function look(): void {
    const state = store.getState()
    const held = selectHeldLocks(state)
    const pending = selectPendingLocks(state)
    if (held === locks.held && pending === locks.pending) return
    const now = performance.now()
    for (const { id } of held) if (!since.has(id)) since.set(id, now)
    const released = locks.held.filter(({ id }) => !held.some((lock) => lock.id === id))
    const past = released.map((lock) => ({ lock, duration: Math.round(now - (since.get(lock.id) ?? now)) }))
    for (const { id } of released) since.delete(id)
    locks = { held, pending, past: [...past, ...locks.past].slice(0, 20) }
    for (const listener of listeners) listener()
  }

  return {
    read: () => locks,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Begins to look; gives what ends it. */
    start(): () => void {
      look()
      return store.subscribe(look)
    },
  }
}
