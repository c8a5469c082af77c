import { isRecord } from '../../core/plain'
import type { DurableTransaction, StoredRow, StoreName } from './durableStorage'

export type MemoryRows = ReadonlyMap<StoreName, ReadonlyMap<string, unknown>>

/** A transaction in memory, from what was asked of it to what it comes to. */
export interface MemoryTransaction {
  readonly transaction: DurableTransaction
  /** Begins to work on these rows, with what was asked of it so far. */
  readonly activate: (rows: MemoryRows) => void
  /** Whether nothing more may come: it ends also where its page is gone. */
  readonly isCommitted: () => boolean
  /** Calls back when it is active and nothing more may come, with the rows as they are then; undefined when given up. */
  readonly onEnd: (listener: (rows: MemoryRows | undefined) => void) => void
  /** Says that the work on it is done. */
  readonly end: () => void
}

/** Takes down what is asked of it, as a browser does, and does it in that order once its turn has come. */
export function makeMemoryTransaction(): MemoryTransaction {
  const waiting: (() => void)[] = []
  let stores: Map<StoreName, Map<string, unknown>> | undefined
  let state: 'open' | 'committed' | 'aborted' | 'ended' = 'open'
  let listener: ((rows: MemoryRows | undefined) => void) | undefined

  const ask = (operation: () => void) => {
    if (stores) operation()
    else waiting.push(operation)
  }
  const rowsOf = (store: StoreName) => {
    const rows = stores?.get(store) ?? new Map<string, unknown>()
    stores?.set(store, rows)
    return rows
  }
  const beginning = (store: StoreName, prefix = ''): readonly StoredRow[] =>
    [...rowsOf(store)]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, value]) => ({ key, value }))
      .sort((one, other) => (one.key < other.key ? -1 : 1))
  const settle = () => {
    if (state === 'open' || state === 'ended' || stores === undefined || listener === undefined) return
    const rows = state === 'committed' ? stores : undefined
    state = 'ended'
    listener(rows)
  }

  const transaction: DurableTransaction = {
    get: (store, key) => new Promise((resolve) => ask(() => resolve(rowsOf(store).get(key)))),
    rows: (store, prefix) => new Promise((resolve) => ask(() => resolve(beginning(store, prefix)))),
    put: (store, key, value) => {
      const copy = cloneOf(value)
      ask(() => void rowsOf(store).set(key, copy))
    },
    delete: (store, key) => ask(() => void rowsOf(store).delete(key)),
    deleteAll: (store, prefix) =>
      ask(() => {
        for (const { key } of beginning(store, prefix)) rowsOf(store).delete(key)
      }),
    commit: () => {
      if (state === 'open') state = 'committed'
      settle()
    },
    abort: () => {
      if (state === 'open' || state === 'committed') state = 'aborted'
      settle()
    },
  }
  return {
    transaction,
    activate: (rows) => {
      stores = new Map([...rows].map(([store, values]) => [store, new Map(values)]))
      for (const operation of waiting.splice(0)) operation()
      settle()
    },
    isCommitted: () => state === 'committed',
    onEnd: (given) => {
      listener = given
      settle()
    },
    end: transaction.commit,
  }
}

/** A copy as a database makes one. Files, which nobody can change, are themselves: those of jsdom can't be cloned. */
function cloneOf(value: unknown): unknown {
  if (!isRecord(value) || !Object.values(value).some(isFile)) return structuredClone(value)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isFile(inner) ? inner : structuredClone(inner)]),
  )
}

function isFile(value: unknown): boolean {
  return typeof (Object(value) as { readonly arrayBuffer?: unknown }).arrayBuffer === 'function'
}
