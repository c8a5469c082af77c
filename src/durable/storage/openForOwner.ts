import type { EntityStore } from '../../store/createEntityStore'
import type { DurabilityTrouble } from '../durability'
import type { DurabilitySettings } from '../options'
import type { StatusKeeper } from '../statusKeeper'
import { databaseName } from './databaseName'
import { connect, forgetUnopened, type Connection } from './connection'
import type { DurableStorage } from './durableStorage'
import { findOwner, reasonOf } from './findOwner'
import { indexedDbStorage } from './indexedDbStorage'
import type { Life } from './life'
import type { Turn } from './turn'

/** How long a database may take to open before it counts as unavailable, in milliseconds. */
const openingLimit = 3000

interface OpenOptions {
  readonly store: EntityStore
  readonly settings: DurabilitySettings
  /** Default: the browser's. */
  readonly storage: DurableStorage | undefined
  readonly keeper: StatusKeeper
  readonly report: (trouble: DurabilityTrouble) => void
  /** The store's turn among those of the page that keep edits of the same owner. */
  readonly turn: Turn
  readonly life: Life
  /** Calls back once, when somebody waits for what is edited to be kept: the owner may be known by now. */
  readonly onWanted: (listener: () => void) => void
}

/**
 * Opens the database of the owner once it is known who that is and no other store of the page keeps their edits. Where it
 * takes too long it counts as unavailable until it is there. Never rejects; resolves with undefined where there is none to
 * be had.
 */
export async function openForOwner(options: OpenOptions): Promise<Connection | undefined> {
  const { storage = indexedDbStorage(), keeper, report, turn, life } = options
  let timer: ReturnType<typeof setTimeout> | undefined
  const unavailable = (reason: string, message: string) => {
    if (life.isClosed()) return
    keeper.set({ storage: 'unavailable', reason })
    report({ code: 'storage_unavailable', message: `What is edited is not kept on this device: ${message}` })
  }
  let name: string | undefined
  try {
    const owner = await findOwner({ ...options, storage, unavailable })
    if (owner === undefined || !(await takeTurn(databaseName(owner), options, unavailable))) {
      if (life.isForgotten() && !life.isClosing()) keeper.set({ storage: 'off', reason: 'forgotten' })
      return undefined
    }
    if (!life.isClosed()) keeper.set({ storage: 'opening' })
    timer = setTimeout(() => {
      unavailable('TimeoutError', 'the storage of the browser does not answer.')
    }, openingLimit)
    await turn.whenBegun()
    name = databaseName(owner)
    const connection = await connect(storage, owner, keeper, report)
    if (life.isClosed()) {
      connection.close()
      return undefined
    }
    if (life.isForgotten() && keeper.status().storage === 'unavailable') {
      // Whoever asked for that could not wait for it.
      storage.remember(connection.name, undefined)
      await connection.forget()
      return undefined
    }
    keeper.set({ storage: 'on' })
    return connection
  } catch (error) {
    const [reason, message] = reasonOf(error)
    const unopened = name
    // What earlier pages have kept goes all the same, as far as the browser lets it.
    if (unopened !== undefined) life.whenForgotten(() => forgetUnopened(storage, unopened))
    unavailable(reason, message)
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** Waits until no other store of the page keeps edits of the owner; false where this one is closed or forgotten before. */
async function takeTurn(
  name: string,
  { turn, life }: OpenOptions,
  unavailable: (reason: string, message: string) => void,
): Promise<boolean> {
  let isSaid = false
  while (!turn.take(name)) {
    if (life.isClosing() || life.isForgotten()) return false
    if (!isSaid) {
      unavailable(
        'other_store',
        `another store of this page keeps the edits of ${name}. Use that one, or close its durability: this one goes on then.`,
      )
    }
    isSaid = true
    await Promise.race([turn.whenFree(name), life.closing, life.forgotten])
  }
  return true
}
