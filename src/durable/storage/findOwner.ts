import type { EntityStore } from '../../store/createEntityStore'
import type { Owner } from '../durability'
import type { DurableStorage } from './durableStorage'
import { checkOwner, type DurabilitySettings } from '../options'
import type { Life } from './life'

/** How long an owner who is not known is not asked for again, however much the store changes, in milliseconds. */
const askingPause = 250
/** How long is waited before an owner is asked for again who could not be found, in milliseconds: first and at most. */
const [shortestPause, longestPause] = [1000, 60_000]
/** How long an owner may take to be known whose edits are to be forgotten, in milliseconds. */
const forgettingPause = 3000

interface FindOptions {
  readonly store: EntityStore
  readonly settings: DurabilitySettings
  readonly storage: DurableStorage
  readonly life: Life
  /** Calls back once, when somebody waits for what is edited to be kept: the owner may be known by now. */
  readonly onWanted: (listener: () => void) => void
  readonly unavailable: (reason: string, message: string) => void
}

/** The owner, once known; undefined where the durability is closed before, or nothing is to be kept by then. */
export async function findOwner(options: FindOptions): Promise<Owner | undefined> {
  const { store, settings, life, onWanted, unavailable } = options
  const { owner } = settings
  if (typeof owner !== 'function') return owner
  let pause = shortestPause
  const tooLate = life.forgotten.then(() => waited(forgettingPause))
  while (!life.isClosing()) {
    const before = store.getState()
    const wanted = new Promise<void>(onWanted)
    try {
      const found: unknown = await Promise.race([owner(), life.closing, tooLate])
      if (life.isClosing()) return undefined
      if (found !== undefined && found !== null) return checkOwner(found)
      if (life.isForgotten()) return undefined
      pause = shortestPause
      await Promise.race([wanted, life.closing, changedSince(store, before).then(() => waited(askingPause))])
    } catch (error) {
      if (life.isForgotten()) return undefined
      // Whoever asks a server has no answer without a network, which is when what was kept is needed most.
      if (pause === shortestPause) unavailable(...reasonOf(error))
      await Promise.race([wanted, life.closing, mayBeThere(options.storage, pause)])
      pause = Math.min(2 * pause, longestPause)
    }
  }
  return undefined
}

function waited(time: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, time)
  })
}

/** Resolves after a while, and before when the page is online or shown again. */
function mayBeThere(storage: DurableStorage, time: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      unobserve()
      resolve()
    }
    const timer = setTimeout(end, time)
    // Where it is a Node process, it is not what keeps it running.
    ;(timer as { unref?: () => void }).unref?.()
    const unobserve = storage.observe((event) => {
      if (event === 'online' || event === 'show') end()
    })
  })
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

/** The name and the message of what was thrown. */
export function reasonOf(error: unknown): [reason: string, message: string] {
  const { name, message } = Object(error) as { readonly name?: string; readonly message?: string }
  return [name ?? 'Error', message ?? String(error)]
}
