import { wrap, type IDBPDatabase, type IDBPTransaction } from 'idb'
import {
  storeNames,
  type DatabaseEvents,
  type DurableDatabase,
  type DurableTransaction,
  type StoreName,
} from './durableStorage'

/** Grows with each store that is added. */
const version = 2

type Database = IDBPDatabase<{ [Name in StoreName]: { key: string; value: unknown } }>
type Transaction = IDBPTransaction<
  { [Name in StoreName]: { key: string; value: unknown } },
  StoreName[],
  'readonly' | 'readwrite'
>

/** Opens a database of IndexedDB, whatever version of this package has made it. */
export async function openDatabase(
  factory: IDBFactory,
  name: string,
  events: DatabaseEvents,
): Promise<DurableDatabase> {
  try {
    return connect(await request(factory, name, version), events)
  } catch (error) {
    if ((error as Error).name !== 'VersionError') throw error
    // Made by a later version: stores are only ever added, so all that are known here are there.
    return connect(await request(factory, name), events)
  }
}

/** Deletes a database; whoever is connected is asked to leave. */
export async function removeDatabase(factory: IDBFactory, name: string): Promise<void> {
  await wrap(factory.deleteDatabase(name))
}

function request(factory: IDBFactory, name: string, wanted?: number): Promise<Database> {
  const opening = factory.open(name, wanted)
  opening.addEventListener('upgradeneeded', () => {
    const there = opening.result.objectStoreNames
    for (const store of storeNames) if (!there.contains(store)) opening.result.createObjectStore(store)
  })
  return wrap(opening) as unknown as Promise<Database>
}

function connect(database: Database, events: DatabaseEvents): DurableDatabase {
  database.addEventListener('versionchange', (event) => {
    if (event.newVersion === null) events.onDeleted()
    else events.onSuperseded()
    database.close()
  })
  database.addEventListener('close', events.onTerminated)
  return {
    transaction: async (stores, mode, work) => {
      const transaction = database.transaction([...stores], mode === 'read' ? 'readonly' : 'readwrite', {
        durability: mode === 'read' ? 'default' : mode,
      }) as Transaction
      const done = transaction.done
      // Also where `work` fails, and nobody asks how it ended.
      done.catch(() => undefined)
      try {
        const result = await work(operations(transaction))
        await done
        return result
      } catch (error) {
        // What went wrong below says more than that the transaction was aborted for it.
        abort(transaction)
        throw transaction.error ?? error
      }
    },
    close: () => database.close(),
  }
}

function operations(transaction: Transaction): DurableTransaction {
  const writing = (store: StoreName) => transaction.objectStore(store) as unknown as WritingStore
  return {
    get: (store, key) => transaction.objectStore(store).get(key),
    rows: async (store, prefix) => {
      const source = transaction.objectStore(store)
      const range = rangeOf(prefix)
      const [keys, values] = await Promise.all([source.getAllKeys(range), source.getAll(range)])
      return keys.map((key, at) => ({ key, value: values[at] }))
    },
    put: (store, key, value) => unheard(writing(store).put(value, key)),
    delete: (store, key) => unheard(writing(store).delete(key)),
    deleteAll: (store, prefix) => {
      const range = rangeOf(prefix)
      unheard(range ? writing(store).delete(range) : writing(store).clear())
    },
    commit: () => transaction.commit(),
    abort: () => abort(transaction),
  }
}

interface WritingStore {
  put(value: unknown, key: string): Promise<unknown>
  delete(key: string | IDBKeyRange): Promise<void>
  clear(): Promise<void>
}

/** The transaction says whether it failed. */
function unheard(done: Promise<unknown>): void {
  done.catch(() => undefined)
}

function abort(transaction: Transaction): void {
  try {
    transaction.abort()
  } catch {
    // It has ended by itself.
  }
}

function rangeOf(prefix: string | undefined): IDBKeyRange | undefined {
  return prefix ? IDBKeyRange.bound(prefix, `${prefix}\uffff`) : undefined
}
