import type { Owner } from '../durability'
import type { StatusKeeper } from '../statusKeeper'
import { databaseName } from './databaseName'
import type { DurableChannel, DurableDatabase, DurableStorage } from './durableStorage'

/** The database of one owner, opened again where it was lost. */
export interface Connection {
  readonly owner: Owner
  /** Names the owner among all that an origin keeps: for locks and for what a page remembers. */
  readonly name: string
  readonly storage: DurableStorage
  /** As the database's; waits where it is being opened again, and rejects once it is closed. */
  readonly transaction: DurableDatabase['transaction']
  /** To the other pages of this owner; undefined where there is none. */
  readonly channel: DurableChannel | undefined
  /** Calls back when a new database took the place of one that was lost with all that was in it. */
  readonly onLost: (listener: () => void) => void
  /** Calls back right before it is closed for a newer version: what is stored now is still stored. */
  readonly onClosing: (listener: () => void) => void
  /** Whether nothing can be stored any more. */
  readonly isEnded: () => boolean
  /** Deletes the database, and has the other pages of the owner keep nothing more. */
  readonly forget: () => Promise<void>
  readonly close: () => void
}

/** What is posted to the other pages when an owner is forgotten. */
const forgotten = 'forgotten'

/** How long a database that was deleted is left alone, as its owner may just have been forgotten, in milliseconds. */
const forgettingTime = 100

/**
 * How long is waited before a lost database is tried again that could not be opened, in milliseconds: a browser that
 * deletes what a site has kept refuses it until it is done.
 */
const pauses = [250, 1000, 4000]

export async function connect(
  storage: DurableStorage,
  owner: Owner,
  { set, setBytes }: StatusKeeper,
  report: (trouble: { code: 'storage_superseded' | 'storage_unavailable'; message: string }) => void,
): Promise<Connection> {
  const name = databaseName(owner)
  const lost = new Set<() => void>()
  const closing = new Set<() => void>()
  const channel = storage.channel(name)
  let isEnded = false
  let database: DurableDatabase | undefined
  let opening: Promise<DurableDatabase> | undefined

  function end(storageStatus: 'off' | 'superseded', reason?: string): void {
    isEnded = true
    database?.close()
    channel?.close()
    if (reason === forgotten) setBytes({ journal: 0, queue: 0, files: 0, reads: 0 })
    set({ storage: storageStatus, ...(reason !== undefined && { reason }) })
  }

  function open(): Promise<DurableDatabase> {
    opening ??= openOnce().finally(() => (opening = undefined))
    return opening
  }

  async function openOnce(): Promise<DurableDatabase> {
    const opened = await storage.open(name, {
      onSuperseded: () => {
        if (isEnded) return
        for (const listener of closing) listener()
        end('superseded')
        report({
          code: 'storage_superseded',
          message:
            'A newer version of this page has taken the storage over: what is edited here is not kept any more. Reload the page.',
        })
      },
      onDeleted: () => void replace(opened, forgettingTime),
      onTerminated: () => void replace(opened, 0),
    })
    if (isEnded) opened.close()
    database = opened
    return opened
  }

  /** Opens a database anew that was deleted or closed by the browser. */
  async function replace(gone: DurableDatabase, time: number): Promise<void> {
    if (isEnded || database !== gone) return
    database = undefined
    let failure: unknown
    for (const pause of [time, ...pauses]) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      if (isEnded) return
      try {
        // Somebody who has something to store may have opened it by now.
        if (!database) await open()
        for (const listener of lost) listener()
        return
      } catch (error) {
        failure = error
      }
    }
    const { name: reason, message } = failure as Error
    set({ storage: 'unavailable', reason })
    report({ code: 'storage_unavailable', message: `The storage was lost: ${message}` })
  }

  channel?.subscribe((message) => {
    if (message !== forgotten) return
    storage.remember(name, undefined)
    end('off', forgotten)
  })
  await open()
  return {
    owner,
    name,
    storage,
    channel,
    transaction: (stores, mode, work) => {
      if (isEnded) {
        return Promise.reject(
          Object.assign(new Error('The storage is closed.'), { name: 'InvalidStateError' }),
        )
      }
      // Not a moment later where it is open, as a page that is being left has none.
      if (database) return database.transaction(stores, mode, work)
      return open().then((opened) => opened.transaction(stores, mode, work))
    },
    isEnded: () => isEnded,
    onLost: (listener) => void lost.add(listener),
    onClosing: (listener) => void closing.add(listener),
    forget: async () => {
      channel?.post(forgotten)
      end('off', forgotten)
      await storage.remove(name)
    },
    close: () => end('off', 'closed'),
  }
}

/** Deletes a database that could not be opened, and has the other pages of the owner keep nothing more. */
export async function forgetUnopened(storage: DurableStorage, name: string): Promise<void> {
  storage.remember(name, undefined)
  const channel = storage.channel(name)
  channel?.post(forgotten)
  channel?.close()
  await storage.remove(name)
}
