import type { DatabaseEvents, DurableDatabase, DurableTransaction } from './durableStorage'
import { makeMemoryTransaction, type MemoryRows, type MemoryTransaction } from './memoryTransaction'

/** What may happen at a writing transaction. */
export type Fault = 'dieBefore' | 'dieWithin' | 'dieAfter' | 'quota' | 'fail'

/** What may happen when a database is opened. */
export type OpenFault = 'blocked' | 'silent' | 'throws' | 'newer'

/** Counts the writing transactions of an origin. */
export interface TransactionLog {
  count: number
  /** Counts one more, and gives what happens at it. */
  next(): Fault | undefined
}

/** The page that a connection belongs to. */
export interface ConnectedPage {
  isDead(): boolean
  die(): void
  onDeath(listener: () => void): void
  /** Undefined for a page that runs; for a frozen one what resolves when it does. */
  frozen(): Promise<void> | undefined
}

type Work<Result> = (transaction: DurableTransaction) => Promise<Result> | Result

/** What a page that is gone is answered: a promise of its own each time, as who waits for one is kept as long as it is. */
export const never = () => new Promise<never>(() => undefined)

/** A database in memory, with those who are connected to it. */
export class MemoryDatabase {
  private stored: MemoryRows = new Map()
  private readonly connections = new Set<DatabaseEvents>()
  /** Transactions come one after the other; the first is active. */
  private readonly line: { readonly begin: () => void }[] = []

  constructor(private readonly log: TransactionLog) {}

  allRows() {
    return [...this.stored].flatMap(([store, rows]) =>
      [...rows].map(([key, value]) => ({ store, key, value })),
    )
  }

  connect(page: ConnectedPage, events: DatabaseEvents): DurableDatabase {
    const disconnect = () => void this.connections.delete(events)
    this.connections.add(events)
    page.onDeath(disconnect)
    return {
      transaction: (stores, mode, work) => {
        if (page.isDead()) return never()
        if (!this.connections.has(events)) {
          return Promise.reject(failure('InvalidStateError', 'The connection is closed.'))
        }
        // What was read is no work: its writes come when the page has time, and no fault is counted by them.
        const isCounted = mode !== 'read' && stores.some((store) => store !== 'reads')
        const begin = () => this.run(page, mode === 'read', isCounted, work)
        return page.frozen()?.then(begin) ?? begin()
      },
      close: disconnect,
    }
  }

  /** Calls all who are connected, who then are not any more. */
  disconnect(what: keyof DatabaseEvents): void {
    const connected = [...this.connections]
    for (const events of connected) events[what]()
    this.connections.clear()
  }

  private run<Result>(
    page: ConnectedPage,
    isRead: boolean,
    isCounted: boolean,
    work: Work<Result>,
  ): Promise<Result> {
    const fault = isCounted ? this.log.next() : undefined
    if (fault === 'dieBefore') page.die()
    if (page.isDead()) return never()
    return new Promise<Result>((resolve, reject) => {
      const memory = makeMemoryTransaction()
      const { finish } = this.queue(memory)
      let result: Promise<Result> | Result
      try {
        result = work(memory.transaction)
      } catch (error) {
        memory.transaction.abort()
        result = Promise.reject(error)
      }
      if (result instanceof Promise) {
        result.then(memory.end, (error: unknown) => {
          reject(error)
          memory.transaction.abort()
        })
      } else memory.end()
      page.onDeath(() => {
        // What was committed is the browser's business, the rest goes with the page.
        if (!memory.isCommitted()) memory.transaction.abort()
      })
      memory.onEnd((rows) => {
        if (fault === 'dieWithin') page.die()
        const failed = failures[fault ?? '']
        if (rows && !failed && fault !== 'dieWithin' && !isRead) this.stored = rows
        if (fault === 'dieAfter') page.die()
        finish()
        if (page.isDead()) return
        if (failed) reject(failed())
        else if (rows) void Promise.resolve(result).then(resolve, reject)
        else reject(failure('AbortError', 'The transaction was aborted.'))
      })
    })
  }

  private queue(memory: MemoryTransaction): { readonly finish: () => void } {
    const entry = { begin: () => memory.activate(this.stored) }
    this.line.push(entry)
    if (this.line[0] === entry) entry.begin()
    return {
      finish: () => {
        this.line.splice(this.line.indexOf(entry), 1)
        this.line[0]?.begin()
      },
    }
  }
}

const failures: { readonly [fault: string]: (() => Error) | undefined } = {
  quota: () => failure('QuotaExceededError', 'There is no room.'),
  fail: () => failure('UnknownError', 'The disk can not be written.'),
}

export function failure(name: string, message: string): Error {
  return Object.assign(new Error(message), { name })
}
