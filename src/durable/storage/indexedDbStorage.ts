import { claimsOf } from './claims'
import type { DurableStorage, PageEvent } from './durableStorage'
import { openChannel, webLocks } from './webPage'

/** The parts of a page that a storage uses, as `globalThis` has them. What it lacks is done without. */
export interface Page {
  readonly indexedDB?: IDBFactory | undefined
  readonly navigator?: { readonly locks?: LockManager | undefined; readonly onLine?: boolean } | undefined
  readonly BroadcastChannel?: typeof BroadcastChannel | undefined
  readonly sessionStorage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
  readonly document?:
    | Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
    | undefined
  readonly addEventListener?: ((type: string, listener: (event: Event) => void) => void) | undefined
  readonly removeEventListener?: ((type: string, listener: (event: Event) => void) => void) | undefined
}

/**
 * Keeps things in the browser's IndexedDB. What a browser
 * lacks or forbids is done without: where there is no IndexedDB, `open` rejects.
 * @param page What to use of the page. Default `globalThis`, looked up when it is needed.
 */
export function indexedDbStorage(page: Page = globalThis): DurableStorage {
  return {
    open: async (name, events) => {
      const { openDatabase } = await loadDatabase()
      return openDatabase(factoryOf(page), name, events)
    },
    remove: async (name) => {
      const { removeDatabase } = await loadDatabase()
      await removeDatabase(factoryOf(page), name)
    },
    get locks() {
      return webLocks(page.navigator?.locks)
    },
    channel: (name) => openChannel(page.BroadcastChannel, name),
    recall: (name) => allowed(() => page.sessionStorage?.getItem(name)) ?? undefined,
    remember: (name, value) =>
      allowed(() => {
        if (value === undefined) page.sessionStorage?.removeItem(name)
        else page.sessionStorage?.setItem(name, value)
      }),
    observe: (listener) => observe(page, listener),
    beforeLeaving: (listener) => {
      // On pagehide alone it may be too late, commit() or not: Chromium gives up what a page that is gone has not ended,
      // and the first write after half a minute without any takes it longer. Now the page is there until the next one is.
      page.addEventListener?.('beforeunload', listener)
      return () => page.removeEventListener?.('beforeunload', listener)
    },
    isVisible: () => page.document?.visibilityState !== 'hidden',
    isOnline: () => page.navigator?.onLine !== false,
    claim: (name) => claimsOf(page).claim(name),
    whenFree: (name) => claimsOf(page).whenFree(name),
  }
}

function loadDatabase() {
  return import('./indexedDbDatabase')
}

/** A browser that forbids IndexedDB throws where it is looked at. */
function factoryOf({ indexedDB }: Page): IDBFactory {
  if (indexedDB) return indexedDB
  throw Object.assign(new Error('There is no IndexedDB here.'), { name: 'NotSupportedError' })
}

/** What a browser may forbid by throwing. */
function allowed<Value>(look: () => Value): Value | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}

function observe(page: Page, listener: (event: PageEvent) => void): () => void {
  const visibility = () => listener(page.document?.visibilityState === 'hidden' ? 'hide' : 'show')
  const leave = () => {
    listener('hide')
    listener('leave')
  }
  const handlers: readonly (readonly [type: string, handler: (event: Event) => void])[] = [
    ['pagehide', leave],
    // The first showing is no return.
    ['pageshow', (event) => (event as PageTransitionEvent).persisted && listener('show')],
    ['online', () => listener('online')],
    ['offline', () => listener('offline')],
  ]
  const ofDocument: typeof handlers = [
    ['visibilitychange', visibility],
    ['freeze', () => listener('hide')],
    ['resume', () => listener('show')],
  ]
  for (const [type, handler] of handlers) page.addEventListener?.(type, handler)
  for (const [type, handler] of ofDocument) page.document?.addEventListener(type, handler)
  return () => {
    for (const [type, handler] of handlers) page.removeEventListener?.(type, handler)
    for (const [type, handler] of ofDocument) page.document?.removeEventListener(type, handler)
  }
}
