import type { EntityStore } from '../../store/createEntityStore'
import type { DurabilityTrouble, Owner } from '../durability'
import { checkOwner, type DurabilitySettings } from '../options'
import type { StatusKeeper } from '../statusKeeper'
import { databaseName } from './databaseName'
import { connect, type Connection } from './connection'
import type { DurableStorage } from './durableStorage'
import { indexedDbStorage } from './indexedDbStorage'

/** How long a database may take to open before it counts as unavailable, in milliseconds. */
const openingLimit = 3000

/** How long an owner who is not known is not asked for again, however much the store changes, in milliseconds. */
const askingPause = 250

interface OpenOptions {
  readonly store: EntityStore
  readonly settings: DurabilitySettings
  /** Default: the browser's. */
  readonly storage: DurableStorage | undefined
  readonly keeper: StatusKeeper
  readonly report: (trouble: DurabilityTrouble) => void
  /** Takes the owner's name in this page; throws where another store has it. */
  readonly claim: (name: string) => void
  readonly isClosed: () => boolean
  /** Calls back once, when somebody waits for what is edited to be kept: the owner may be known by now. */
  readonly onWanted: (listener: () => void) => void
}

/**
 * Opens the database of the owner once it is known who that is. Where it takes too long it counts as unavailable until
 * it is there. Never rejects; resolves with undefined where there is none to be had.
 */
export async function openForOwner(options: OpenOptions): Promise<Connection | undefined> {
  const { storage = indexedDbStorage(), keeper, report, claim, isClosed } = options
  let timer: ReturnType<typeof setTimeout> | undefined
  const unavailable = (reason: string, message: string) => {
    if (isClosed()) return
    keeper.set({ storage: 'unavailable', reason })
    report({ code: 'storage_unavailable', message: `What is edited is not kept on this device: ${message}` })
  }
  try {
    const owner = await findOwner(options)
    if (owner === undefined) return undefined
    claim(databaseName(owner))
    timer = setTimeout(() => {
      unavailable('TimeoutError', 'the storage of the browser does not answer.')
    }, openingLimit)
    const connection = await connect(storage, owner, keeper, report)
    if (isClosed()) {
      connection.close()
      return undefined
    }
    keeper.set({ storage: 'on' })
    return connection
  } catch (error) {
    const { name, message } = Object(error) as { readonly name?: string; readonly message?: string }
    unavailable(name ?? 'Error', message ?? String(error))
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** The owner, once known; undefined where the durability is closed before. */
async function findOwner({ store, settings, isClosed, onWanted }: OpenOptions): Promise<Owner | undefined> {
  const { owner } = settings
  if (typeof owner !== 'function') return owner
  while (!isClosed()) {
    const before = store.getState()
    const found: unknown = await owner()
    if (found !== undefined && found !== null) return checkOwner(found)
    const wanted = new Promise<void>(onWanted)
    const changed = changedSince(store, before)
    await Promise.race([
      wanted,
      changed.then(() => new Promise((resolve) => setTimeout(resolve, askingPause))),
    ])
  }
  return undefined
}

function changedSince(store: EntityStore, before: unknown): Promise<void> {
  if (store.getState() !== before) return Promise.resolve()
  return new Promise((resolve) => {
    const unsubscribe = store.subscribe(() => {
      unsubscribe()
      resolve()
    })
  })
}
