import type { TransportConnection, TransportStatus } from './transport'

/** The status of one connection, and who wants to hear of it. */
export interface StatusFeed {
  readonly on: TransportConnection['on']
  /** Tells a new status; the same one again is no news. */
  readonly set: (status: TransportStatus) => void
}

/** Begins with `connecting`. */
export function createStatusFeed(): StatusFeed {
  const listeners = new Set<(status: TransportStatus) => void>()
  let current: TransportStatus = { status: 'connecting' }
  return {
    on(event, listener) {
      // Each call its own entry, so that one way out does not close another.
      const entry = (status: TransportStatus) => listener(status)
      listeners.add(entry)
      listener(current)
      return () => void listeners.delete(entry)
    },
    set(status) {
      if (JSON.stringify(status) === JSON.stringify(current)) return
      current = status
      for (const listener of [...listeners]) listener(status)
    },
  }
}
