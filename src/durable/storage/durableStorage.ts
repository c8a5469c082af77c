import type { Claim } from './claims'

/** The stores of a database. There may be more with time, and never fewer: an older page finds what it knows. */
export const storeNames = [
  'sessions',
  'edits',
  'undo',
  'aliases',
  'queue',
  'files',
  'leases',
  'reads',
] as const

/** A store of rows within a database. */
export type StoreName = (typeof storeNames)[number]

/** A row of a store: texts, bytes, or what else the structured clone of a browser takes, such as a file. */
export interface StoredRow {
  readonly key: string
  readonly value: unknown
}

/**
 * Whether a transaction counts as done once the operating system has it (`relaxed`), or only once the disk has it
 * (`strict`), which takes a few milliseconds and survives a power cut.
 */
export type DurabilityMode = 'relaxed' | 'strict'

/** Reads and writes that happen whole or not at all. */
export interface DurableTransaction {
  /** The value of a row; undefined where there is none. */
  get(store: StoreName, key: string): Promise<unknown>
  /** The rows whose keys begin with `prefix`, in the order of their keys; all where it is absent. */
  rows(store: StoreName, prefix?: string): Promise<readonly StoredRow[]>
  put(store: StoreName, key: string, value: unknown): void
  delete(store: StoreName, key: string): void
  /** Deletes the rows whose keys begin with `prefix`. */
  deleteAll(store: StoreName, prefix?: string): void
  /**
   * Says that there is nothing more to come, so that the transaction ends also where the page dies now. Without it a
   * dying page loses what it wrote last.
   */
  commit(): void
  /** Gives up all that was written. */
  abort(): void
}

/** How a database tells that it can't be used any longer. */
export interface DatabaseEvents {
  /** Somebody wants a newer version of it: the connection is closed when this returns, after what was begun. */
  readonly onSuperseded: () => void
  /** It was deleted, by hand or because somebody has signed out. */
  readonly onDeleted: () => void
  /** The browser has closed the connection. */
  readonly onTerminated: () => void
}

/** An open database. */
export interface DurableDatabase {
  /**
   * Runs `work` in a transaction, at once and before this returns, as a page that is being left has no later. Within
   * `work` only what the transaction gives may be waited for. Resolves when all of it is stored; rejects with the
   * error of the storage, such as a `QuotaExceededError`, and then nothing of it is.
   */
  transaction<Result>(
    stores: readonly StoreName[],
    mode: 'read' | DurabilityMode,
    work: (transaction: DurableTransaction) => Promise<Result> | Result,
  ): Promise<Result>
  /** Ends the connection after what was begun. */
  close(): void
}

/** A lock that is held. */
export interface HeldLock {
  release(): void
  /** Resolves when it is held no longer: released, or taken over by somebody. */
  readonly ended: Promise<void>
}

/** How a lock is asked for. */
export interface LockRequest {
  /** Whether others may hold it at the same time who ask for the same. Default false. */
  readonly shared?: boolean
  /** Whether to give up at once where somebody has it. Default false. */
  readonly ifAvailable?: boolean
  /** Whether to take it from whoever has it. Default false. */
  readonly steal?: boolean
  /** Gives up the place in line. */
  readonly signal?: AbortSignal
}

/** Locks among all pages of an origin; a page that is gone holds none. */
export interface DurableLocks {
  /** The lock, once it is free; undefined where it was not to be had at once, or waiting was given up. */
  acquire(name: string, request?: LockRequest): Promise<HeldLock | undefined>
  /** The names of the locks that somebody holds. */
  held(): Promise<ReadonlySet<string>>
}

/** Carries messages to the other pages of an origin, as plain data. */
export interface DurableChannel {
  post(message: unknown): void
  /** Calls back with each message of another page. */
  subscribe(listener: (message: unknown) => void): () => void
  close(): void
}

/** What a page may come to know about itself. */
export type PageEvent =
  /** It is hidden, left, about to be left, or frozen: there may be no later. */
  | 'hide'
  /** It is left or closed, after which it may come back from the back/forward cache. */
  | 'leave'
  /** It is there again: shown, thawed, or back from the back/forward cache. */
  | 'show'
  | 'online'
  | 'offline'

/**
 * Where a durability keeps things, and what it knows of its page: `indexedDbStorage()` in browsers, `memoryStorage()` in
 * tests.
 */
export interface DurableStorage {
  /** Opens a database, made where there is none. Rejects with the storage's error. */
  open(name: string, events: DatabaseEvents): Promise<DurableDatabase>
  /** Deletes a database with all that is in it. */
  remove(name: string): Promise<void>
  /** Undefined where the browser has none, as without https. */
  readonly locks: DurableLocks | undefined
  /** Undefined where the browser has none. */
  channel(name: string): DurableChannel | undefined
  /** What this page kept for its reload. A duplicated page has a copy. */
  recall(name: string): string | undefined
  /** Keeps a text for the reload of this page, as far as the browser lets it. */
  remember(name: string, value: string | undefined): void
  /** Calls back with what happens to the page. */
  observe(listener: (event: PageEvent) => void): () => void
  /**
   * Calls back when the page is about to be left and is still there. For as long as somebody listens, some browsers do not
   * keep the page for their back button. Absent where nothing tells it.
   */
  beforeLeaving?(listener: () => void): () => void
  /** Whether somebody may be looking at the page. */
  isVisible(): boolean
  /** Whether the browser believes that there is a network. */
  isOnline(): boolean
  /**
   * Takes a name that one store of the page may have at a time; gives the way to hand it back, or undefined where it
   * is taken.
   */
  claim(name: string): Claim | undefined
  /** Resolves when a name that is taken is handed back. Absent where nobody tells it. */
  whenFree?(name: string): Promise<void>
}
