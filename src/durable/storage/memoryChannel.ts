import type { DurableChannel } from './durableStorage'
import type { ConnectedPage } from './memoryDatabase'

/** Receives the messages of a channel in one page. */
export type MemoryListener = (message: unknown) => void

/** A page's end of a channel among pages in memory. */
export function makeMemoryChannel(
  channels: Map<string, Set<MemoryListener>>,
  name: string,
  page: ConnectedPage,
): DurableChannel {
  const all = channels.get(name) ?? new Set<MemoryListener>()
  channels.set(name, all)
  const listeners = new Set<(message: unknown) => void>()

  const receive: MemoryListener = (message) => {
    const copy: unknown = structuredClone(message)
    // Later, as between pages; a frozen page receives it when it goes on.
    void (page.frozen() ?? Promise.resolve()).then(() => {
      if (!page.isDead()) for (const listener of [...listeners]) listener(copy)
    })
  }
  const close = () => {
    listeners.clear()
    all.delete(receive)
  }
  all.add(receive)
  page.onDeath(close)
  return {
    post: (message) => {
      if (page.isDead()) return
      for (const other of [...all]) if (other !== receive) other(message)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close,
  }
}
