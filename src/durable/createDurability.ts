import { EntityStoreError } from '../core/errors'
import { isDevelopment } from '../core/isDevelopment'
import { reportErrors } from '../core/reportErrors'
import type { Services } from '../core/thunk'
import type { EntityStore, StorePlugin } from '../store/createEntityStore'
import { combineParts } from '../store/plugins'
import type { StoreSync } from '../sync/storeSync'
import type { Capability, DurableContext } from './capability'
import type { Durability, DurabilityTrouble } from './durability'
import { durabilityName } from './durabilityOf'
import { startConflicts } from './conflicts/startConflicts'
import { startJournal, type JournalCapability } from './journal/journalCapability'
import { makePresence } from './presence'
import { startReads } from './reads/startReads'
import { readOptions, type DurabilityOptions, type DurabilitySettings } from './options'
import { makeDraftFiles } from './locals/makeDraftFiles'
import { startLocals } from './locals/startLocals'
import { startListPatching } from './patching/startListPatching'
import { makeServerFeatures } from './serverFeatures'
import { startQueue } from './queue/startQueue'
import type { Queue } from './queue/queue'
import { makeStatusKeeper } from './statusKeeper'
import type { Connection } from './storage/connection'
import { databaseName } from './storage/databaseName'
import { makeLife } from './storage/life'
import { makeTurn, type Turn } from './storage/turn'

/**
 * Keeps unsaved edits and their undo history on this device, so that they survive a crash: a plugin of a store. What it
 * is made of is loaded when it is needed. Nothing that goes wrong with the storage throws into the page.
 * A page has one store with durability of an owner at a time: make it once, outside components. The next one may be made
 * as soon as `close` or `forget` of the one before was called, and begins when that has ended.
 * @throws EntityStoreError `invalid_option` for unusable options, and where another store of the page keeps edits of the
 * same owner. Where the owner is a function that is not thrown: the second store says `unavailable` until the first ends.
 * @example
 * const durability = createDurability({ owner: { site: 'https://example.org/wp-json/', user: 1 } })
 * const store = createEntityStore({ fetcher, plugins: [durability] })
 */
export function createDurability(options: DurabilityOptions): StorePlugin {
  const settings = readOptions(options)
  return (store, services) => {
    const { durability, parts } = startDurability(store, services, settings)
    services.companions.set(durabilityName, durability)
    return parts
  }
}

function startDurability(store: EntityStore, services: Services, settings: DurabilitySettings) {
  const { storage, owner } = settings
  const keeper = makeStatusKeeper(storage === false ? 'off' : 'opening', (error) => reportErrors([error]))
  const report = (trouble: DurabilityTrouble) => {
    try {
      if (settings.onTrouble) settings.onTrouble(trouble)
      else if (isDevelopment()) console.warn(trouble.message)
    } catch (error) {
      reportErrors([error])
    }
  }
  const life = makeLife()
  const turn = makeTurn(storage || undefined)
  // At once where that is possible, so that the mistake is thrown where it was made.
  if (storage !== false && typeof owner !== 'function') takeTurn(turn, databaseName(owner))
  keeper.subscribe(() => {
    if (keeper.status().storage === 'off') turn.end(life.ending())
  })

  let wanted: () => void = () => undefined
  const onWanted = (listener: () => void) => {
    wanted = listener
  }
  const connection =
    storage === false
      ? Promise.resolve(undefined)
      : import('./storage/openForOwner').then(({ openForOwner }) =>
          openForOwner({
            store,
            settings,
            storage,
            keeper,
            report,
            turn,
            life,
            onWanted,
          }),
        )
  let opened: Connection | undefined
  const presence = makePresence({
    store,
    services,
    report,
    owner: () => (typeof owner === 'function' ? opened?.owner : owner),
  })
  let unobserve: () => void = () => undefined
  void connection.then((found) => {
    opened = found
    unobserve = found?.storage.observe((event) => event === 'show' && presence.shown()) ?? unobserve
  })
  const sync = () => services.companions.get('sync') as StoreSync | undefined
  const makeRoom = () => reads.makeRoom()
  const context: DurableContext = {
    store,
    services,
    settings,
    connection,
    want: () => wanted(),
    keepNothing: () => {
      const done = life.forget()
      wanted()
      return done
    },
    report,
    changed: keeper.changed,
    subscribe: keeper.subscribe,
    isShared: (kind, name, id) => {
      const status = sync()?.documentStatus(kind, name, id)
      return status !== undefined && status !== 'failed'
    },
    isOpenDocument: (kind, name, id) => sync()?.documentStatus(kind, name, id) === 'open',
    documentState: (kind, name, id) => sync()?.documentState(kind, name, id),
    takeInServer: (kind, name, id) => sync()?.takeInServer(kind, name, id),
    isKeptByDocument: (kind, name, id) => sync()?.documentStatus(kind, name, id) === 'kept',
    onDocuments: (listener) => sync()?.subscribe(listener) ?? (() => undefined),
    setBytes: keeper.setBytes,
    presence,
    keepEdits: sharedByTurn(() => journal.keepEdits()),
    keepMark: sharedByTurn(() => journal.keepNow().catch(() => undefined)),
    makeRoom,
    files: makeDraftFiles({
      settings,
      makeRoom,
      connection,
      report,
      onSize: (size) => keeper.setBytes({ files: size }),
    }),
    receivers: new Set(),
    tags: [],
    features: makeServerFeatures(services),
    uncompared: new Map(),
    checking: new Set(),
    firstSentAt: new Map(),
  }
  const journal: JournalCapability = startJournal(context, keeper)
  const reads = startReads(context, keeper)
  const queue = startQueue(context, keeper)
  // A write is kept for later as it was asked for, before others look at it. The lists are patched by what the others have
  // made of an answer.
  const { gate: journalGate, ...keeping } = journal
  const capabilities: readonly Capability[] = [
    queue,
    keeping,
    startLocals(context),
    startConflicts(context),
    startListPatching(context),
    // When all that is asked before a write was asked, and it was merged with what others have written.
    { gate: journalGate },
    { gate: presence.gate, close: presence.close },
    reads,
  ]

  async function end(): Promise<void> {
    await context.files.settled()
    for (const capability of capabilities) await capability.close?.()
    unobserve()
    life.closed()
    // It may never have been opened.
    void connection.then((opened) => opened?.close())
    keeper.set({ storage: 'off', reason: 'closed' })
  }
  let closing: Promise<void> | undefined
  function close(): Promise<void> {
    closing ??= life.close(end)
    // At once, so that a store may be made right after: nobody has to wait for the promise.
    turn.end(closing)
    return closing
  }
  const forget = () => life.endWith(journal.forget)
  return {
    durability: durabilityMade(
      {
        ...journal,
        ready: Promise.all([journal.ready, reads.ready]).then(() => undefined),
        flush: () =>
          Promise.all([journal.flush(), reads.flush(), context.files.settled()]).then(() => undefined),
        forget,
      },
      queue.queue,
      keeper,
      close,
    ),
    parts: combineParts(capabilities),
  }
}

function takeTurn(turn: Turn, name: string): void {
  if (turn.take(name)) return
  throw new EntityStoreError(
    'invalid_option',
    `There is a store with durability for ${name} in this page already: each of the two would take the other's edits for its own. Use that store, or close its durability first. Make stores outside components, or in an effect that closes what it has made: React makes the state of a component twice under StrictMode.`,
  )
}

function durabilityMade(
  { ready, flush, recovered, check, restore, discard, forget }: JournalCapability,
  queue: Queue,
  { status, subscribe }: ReturnType<typeof makeStatusKeeper>,
  close: () => Promise<void>,
): Durability {
  return { ready, status, flush, recovered, check, restore, discard, forget, queue, subscribe, close }
}

/** Work that is done once for all who ask for it before it begins. */
function sharedByTurn(work: () => Promise<void>): () => Promise<void> {
  let next: Promise<void> | undefined
  return () =>
    (next ??= Promise.resolve().then(() => {
      next = undefined
      return work()
    }))
}
