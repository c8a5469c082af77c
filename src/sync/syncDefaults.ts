import type { EntityConfig } from '../config/entityConfig'
import type { EntityStore } from '../store/createEntityStore'
import { plainCodec } from './document/plainCodec'
import { indexedDbPersistence } from './persistence/persistence'
import type { SyncOptions } from './syncOptions'

/** Options that say how records are written, which of them are shared, and as whose. */
export type CompleteSyncOptions = SyncOptions & Required<Pick<SyncOptions, 'codec' | 'isShared' | 'site'>>

/** The options of a store with what holds where nobody says otherwise. */
export function withDefaults(store: EntityStore, given: SyncOptions): CompleteSyncOptions {
  const isKeptHere = given.persistence === undefined && typeof indexedDB !== 'undefined'
  return {
    ...given,
    codec: given.codec ?? plainCodec,
    isShared: given.isShared ?? isSharedByDefault,
    site: given.site ?? siteOf(store),
    ...(isKeptHere && { persistence: indexedDbPersistence() }),
  }
}

/** The REST root, by which sites that share an origin are distinguished. */
function siteOf(store: EntityStore): string {
  const { root } = store.dispatch((dispatch, getState, { fetcher }) => fetcher) as { readonly root?: unknown }
  if (typeof root === 'string') return root
  const { wpApiSettings } = globalThis as { wpApiSettings?: { root?: unknown } }
  return typeof wpApiSettings?.root === 'string' ? wpApiSettings.root : ''
}

/**
 * What is shared when nobody says otherwise: what the server has of posts, as far as WordPress's relay knows rooms for
 * it, which are named by numbers, and the room of the site in which all tell where they are. Settings are not: who may
 * not change them would change them by somebody who may.
 */
function isSharedByDefault({ kind, name, syncConfig }: EntityConfig, id: string): boolean {
  if (syncConfig) return true
  return kind === 'postType' ? /^\d+$/.test(id) : kind === 'root' && name === '__unstableBase'
}
