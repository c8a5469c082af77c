import type * as Yjs from 'yjs'
import type { RecordData } from '../../core/plain'

/** Keeps a document on this device. */
export interface SyncPersistence {
  /** Puts what was kept under a name into the document, and keeps what is added from then on. */
  readonly open: (name: string, doc: Yjs.Doc) => Promise<PersistedDocument>
}

/** A document that is kept. */
export interface PersistedDocument {
  /** The fields of the server's record that the document was kept with; undefined where none were. */
  readonly base: RecordData | undefined
  readonly keepBase: (base: RecordData) => void
  /** Forgets what was kept. */
  readonly clear: () => Promise<void>
  readonly destroy: () => Promise<void>
}

/** Options of {@link indexedDbPersistence}. */
export interface IndexedDbOptions {
  /** Begins the names of the databases: one for each site and user who share an origin and a browser. Default `copydesk/`. */
  readonly prefix?: string
}

/**
 * Keeps documents in IndexedDB, each in a database of its own: at 500 changes they are compacted after a second.
 */
export function indexedDbPersistence({ prefix = 'copydesk/' }: IndexedDbOptions = {}): SyncPersistence {
  return {
    open: async (name, doc) => {
      const { IndexeddbPersistence, storeState } = await importLibrary()
      const kept = new IndexeddbPersistence(`${prefix}${name}`, doc)
      await kept.whenSynced
      // Its count of changes is known only after that: what is written before would never be compacted.
      await storeState(kept, false)
      const base = (await kept.get('base')) as unknown
      return {
        base: typeof base === 'string' ? (JSON.parse(base) as RecordData) : undefined,
        keepBase: (record) => void kept.set('base', JSON.stringify(record)).catch(() => undefined),
        clear: () => kept.clearData(),
        destroy: async () => {
          await kept.destroy()
        },
      }
    },
  }
}

/** Tried, so that bundlers take it for what may be absent: without it nothing is kept. */
async function importLibrary(): Promise<typeof import('y-indexeddb')> {
  try {
    return await import('y-indexeddb')
  } catch (cause) {
    throw new Error('The package y-indexeddb is not installed. Add it to the application.', { cause })
  }
}
