import type { MemoryDatabase } from './memoryDatabase'
import type { Fault, OpenFault, TransactionLog } from './memoryDatabase'
import type { DurableStorage, StoreName } from './durableStorage'
import { makeMemoryPage, type MemoryOrigin, type MemoryTab } from './memoryPage'

/** A storage in memory, and what tests do to it. The storage itself is the first page of its origin. */
export interface MemoryStorage extends DurableStorage {
  /** One more page of the same origin: rows, locks and channels are in common. */
  tab(): MemoryTab
  /** How many writing transactions there were so far, without those that keep what was read. */
  readonly commits: number
  /**
   * What happens at a writing transaction, counted from 1: the page dies before it has begun, within it, so that nothing
   * of it is kept, or right after it was stored; there is no room for it; or it fails otherwise.
   */
  at(commit: number, what: Fault): void
  /**
   * What the next database that is opened does: `blocked` by an older page and `silent` never answer, `throws` is refused,
   * `newer` has been made by a later version.
   */
  onOpen(what: OpenFault): void
  /** Whether the browser of all these pages believes that there is a network, which they hear of. Default true. */
  setOnline(isOnline: boolean): void
  /** All rows of all databases. */
  rows(): readonly { readonly store: StoreName; readonly key: string; readonly value: unknown }[]
}

/**
 * A storage in memory, for tests: nothing outlives it. Every page of its origin is a page of its own, so that one process
 * plays several tabs, their crashes and reloads.
 * @example
 * const storage = memoryStorage()
 * const tab = storage.tab()
 * createEntityStore({ fetcher, plugins: [createDurability({ owner, storage: tab })] })
 * tab.kill()
 * const again = tab.reload()
 */
export function memoryStorage(): MemoryStorage {
  const faults = new Map<number, Fault>()
  const log: TransactionLog = {
    count: 0,
    next: () => {
      log.count++
      return faults.get(log.count)
    },
  }
  const openFaults: OpenFault[] = []
  const origin: MemoryOrigin = {
    databases: new Map<string, MemoryDatabase>(),
    locks: new Map(),
    channels: new Map(),
    log,
    openFaults,
    network: { isOnline: true, pages: new Set() },
  }
  return {
    ...makeMemoryPage(origin, new Map()),
    tab: () => makeMemoryPage(origin, new Map()),
    get commits() {
      return log.count
    },
    at: (commit, what) => void faults.set(commit, what),
    onOpen: (what) => void openFaults.push(what),
    setOnline: (isOnline) => {
      origin.network.isOnline = isOnline
      for (const happen of [...origin.network.pages]) happen(isOnline ? 'online' : 'offline')
    },
    rows: () => [...origin.databases.values()].flatMap((database) => database.allRows()),
  }
}
