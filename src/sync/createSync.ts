import { checkOptionNames } from '../core/checkOptionNames'
import { EntityStoreError, show } from '../core/errors'
import { isDevelopment } from '../core/isDevelopment'
import type { EntityStore, StorePlugin } from '../store/createEntityStore'
import { startSync } from './startSync'
import type { StoreSync } from './storeSync'
import type { SyncOptions } from './syncOptions'

/** The name of a store's {@link StoreSync} among its companions. */
const syncName = 'sync'

/**
 * Real-time collaboration for a store: give it as `experimentalSync`. Several people who read the same record see what
 * each of them edits, while they edit. What it is made of is loaded with the first record that is shared.
 * @throws EntityStoreError `invalid_option` when there are no transports, and in development for an option that does not exist.
 * @example
 * const experimentalSync = createSync({ transports: [pollingTransport({ fetcher })], codec: structuredCodec() })
 * const store = createEntityStore({ fetcher, experimentalSync })
 */
export function createSync(options: SyncOptions): StorePlugin {
  const { transports } = (options as Partial<SyncOptions> | undefined) ?? {}
  if (!Array.isArray(transports) || !transports.every((transport) => typeof transport === 'function')) {
    throw new EntityStoreError(
      'invalid_option',
      `transports is ${show(transports)}. Pass an array of transports; an empty one keeps edits on this device.`,
    )
  }
  if (isDevelopment()) checkOptionNames(options, knownOptions, 'createSync')
  return (store, { companions }) => {
    const { sync, prepare } = startSync(store, options)
    companions.set(syncName, sync)
    return {
      prepare,
      // A record that is shared is needed, whether or not it is on screen here.
      keep: (kind, name, id) => id !== undefined && sync.status(kind, name, id) !== undefined,
    }
  }
}

const knownOptions: { readonly [Option in keyof Required<SyncOptions>]: true } = {
  transports: true,
  codec: true,
  persistence: true,
  user: true,
  isShared: true,
  trust: true,
  site: true,
  readyTimeout: true,
}

/** What is shared of a store; undefined for one that shares nothing. */
export function syncOf(store: EntityStore): StoreSync | undefined {
  return store.dispatch((dispatch, getState, { companions }) => companions.get(syncName)) as
    | StoreSync
    | undefined
}
