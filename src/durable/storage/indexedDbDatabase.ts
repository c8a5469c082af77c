import {
  storeNames,
  type DatabaseEvents,
  type DurableDatabase,
  type DurableTransaction,
} from './durableStorage'

/** Grows with each store that is added. */
const version = 2

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
  await answerOf(factory.deleteDatabase(name))
}

function request(factory: IDBFactory, name: string, wanted?: number): Promise<IDBDatabase> {
  const opening = factory.open(name, wanted)
  opening.addEventListener('upgradeneeded', () => {
    const there = opening.result.objectStoreNames
    for (const store of storeNames) if (!there.contains(store)) opening.result.createObjectStore(store)
  })
  return answerOf(opening)
}

function connect(database: IDBDatabase, events: DatabaseEvents): DurableDatabase {
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
      })
      const done = endOf(transaction)
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

function operations(transaction: IDBTransaction): DurableTransaction {
  return {
    get: (store, key) => answerOf(transaction.objectStore(store).get(key)),
    rows: async (store, prefix) => {
      const source = transaction.objectStore(store)
      const range = rangeOf(prefix)
      const [keys, values] = await Promise.all([
        answerOf(source.getAllKeys(range)),
        answerOf<unknown[]>(source.getAll(range)),
      ])
      return keys.map((key, at) => ({ key: key as string, value: values[at] }))
    },
    // Whether these were done is said by the end of the transaction.
    put: (store, key, value) => void transaction.objectStore(store).put(value, key),
    delete: (store, key) => void transaction.objectStore(store).delete(key),
    deleteAll: (store, prefix) => {
      const source = transaction.objectStore(store)
      const range = rangeOf(prefix)
      if (range) source.delete(range)
      else source.clear()
    },
    commit: () => transaction.commit(),
    abort: () => abort(transaction),
  }
}

function answerOf<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new DOMException('The request failed.', 'UnknownError'))
  })
}

function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () =>
      reject(transaction.error ?? new DOMException('The transaction was aborted.', 'AbortError'))
  })
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It has ended by itself.
  }
}

function rangeOf(prefix: string | undefined): IDBKeyRange | undefined {
  return prefix ? IDBKeyRange.bound(prefix, `${prefix}\uffff`) : undefined
}
