import { makeClaims } from './claims'
import type { DurableStorage, PageEvent } from './durableStorage'
import {
  failure,
  MemoryDatabase,
  never,
  type ConnectedPage,
  type OpenFault,
  type TransactionLog,
} from './memoryDatabase'
import { makeMemoryChannel, type MemoryListener } from './memoryChannel'
import { makeMemoryLocks, type LockLine } from './memoryLocks'

/** A page in memory, and what may happen to it. */
export interface MemoryTab extends DurableStorage {
  /** The page dies: what was not committed is lost, its locks are free, and it is answered nothing any more. */
  kill(): void
  /** Leaves the page, unless it is dead, and gives the next page of the same tab. */
  reload(): MemoryTab
  /** A second tab with the same page, as browsers make it: with a copy of what was kept for the reload. */
  duplicate(): MemoryTab
  /**
   * The page stops until `thaw`. It keeps its locks as a frozen tab does; `cached` lets go of them, as a page in the
   * back/forward cache does. Default `frozen`.
   */
  freeze(how?: 'frozen' | 'cached'): void
  thaw(): void
}

/** What the pages of an origin have in common. */
export interface MemoryOrigin {
  readonly databases: Map<string, MemoryDatabase>
  readonly locks: Map<string, LockLine>
  readonly channels: Map<string, Set<MemoryListener>>
  readonly log: TransactionLog
  /** What the next databases that are opened do. */
  readonly openFaults: OpenFault[]
  /** Whether the browser believes that there is a network, and which pages are to hear of it. */
  readonly network: { isOnline: boolean; readonly pages: Set<(event: 'online' | 'offline') => void> }
}

/** Makes a page of an origin, with what the page before it in its tab has kept. */
export function makeMemoryPage(origin: MemoryOrigin, session: Map<string, string>): MemoryTab {
  const listeners = new Set<(event: PageEvent) => void>()
  const claims = makeClaims()
  const deaths = new Set<() => void>()
  let isDead = false
  let frozen: { readonly thawed: Promise<void>; readonly thaw: () => void } | undefined

  const page: ConnectedPage = {
    isDead: () => isDead,
    die: () => {
      if (isDead) return
      isDead = true
      for (const listener of [...deaths]) listener()
      listeners.clear()
    },
    onDeath: (listener) => void deaths.add(listener),
    frozen: () => frozen?.thawed,
  }
  const locks = makeMemoryLocks(origin.locks, page)
  const happen = (event: PageEvent) => {
    for (const listener of [...listeners]) if (!isDead) listener(event)
  }
  origin.network.pages.add(happen)
  deaths.add(() => origin.network.pages.delete(happen))

  return {
    open: (name, events) => {
      if (isDead) return never()
      const fault = origin.openFaults.shift()
      if (fault === 'throws')
        return Promise.reject(failure('SecurityError', 'Access to the database is denied.'))
      if (fault === 'blocked' || fault === 'silent') return never()
      const database = origin.databases.get(name) ?? new MemoryDatabase(origin.log)
      origin.databases.set(name, database)
      // A later version has all the stores that this one knows.
      return Promise.resolve(database.connect(page, events))
    },
    remove: (name) => {
      if (isDead) return never()
      const database = origin.databases.get(name)
      origin.databases.delete(name)
      database?.disconnect('onDeleted')
      return Promise.resolve()
    },
    locks,
    channel: (name) => makeMemoryChannel(origin.channels, name, page),
    recall: (name) => session.get(name),
    remember: (name, value) => {
      if (isDead) return
      if (value === undefined) session.delete(name)
      else session.set(name, value)
    },
    observe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    isVisible: () => !isDead && frozen === undefined,
    isOnline: () => origin.network.isOnline,
    ...claims,
    kill: page.die,
    reload: () => {
      happen('hide')
      happen('leave')
      page.die()
      return makeMemoryPage(origin, session)
    },
    duplicate: () => makeMemoryPage(origin, new Map(session)),
    freeze: (how = 'frozen') => {
      if (isDead || frozen) return
      happen('hide')
      if (how === 'cached') {
        happen('leave')
        locks.releaseAll()
      }
      let thaw: () => void = () => undefined
      const thawed = new Promise<void>((resolve) => (thaw = resolve))
      frozen = { thawed, thaw }
    },
    thaw: () => {
      if (isDead || !frozen) return
      const { thaw } = frozen
      frozen = undefined
      thaw()
      happen('show')
    },
  }
}
