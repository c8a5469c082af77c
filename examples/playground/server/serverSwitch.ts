/** How the server behaves, as far as this page can tell. */
export type ServerMode = 'normal' | 'slow' | 'failing writes' | 'failing reads' | 'offline'

/** Which mode is on, for `useSyncExternalStore`. */
export interface ServerSwitch {
  read(): ServerMode
  subscribe(listener: () => void): () => void
  choose(mode: ServerMode): void
}

/** A switch on `normal`. */
export function createServerSwitch(): ServerSwitch {
  let mode: ServerMode = 'normal'
  const listeners = new Set<() => void>()
  return {
    read: () => mode,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    choose(next) {
      mode = next
      for (const listener of listeners) listener()
    },
  }
}
