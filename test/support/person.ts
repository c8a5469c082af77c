import type { Fetcher } from 'copydesk'
import {
  createDurability,
  durabilityOf,
  type Durability,
  type DurabilityOptions,
  type DurabilityTrouble,
} from 'copydesk/durable'
import { createSync, syncOf, type StoreSync, type SyncOptions } from 'copydesk/sync'
import { createMockSite, createTestStore, type TestStore, type TestStoreOptions } from 'copydesk/testing'

/** Whose things are kept, where a test does not say. */
export const owner = { site: 'https://example.org/wp-json/', user: 1 }

export interface PersonOptions extends TestStoreOptions {
  /** What of durability is not as by default. Default: the store has none at all. */
  durability?: Partial<DurabilityOptions> | undefined
  /** Default: nobody works together. */
  sync?: SyncOptions
  /** What stands between the person and the site, or leads to another server. Default: nothing. */
  network?: { readonly fetcher: Fetcher }
}

/** A person at a store: the test store of the package, with what they keep on the device and share with others. */
export interface Person extends TestStore {
  readonly dispatch: TestStore['store']['dispatch']
  readonly getState: TestStore['store']['getState']
  /** Empty where the store has none. */
  readonly durability: Durability
  /** What durability has said of itself. */
  readonly troubles: DurabilityTrouble[]
  /** Empty where nobody works together. */
  readonly sync: StoreSync
}

/** The site of all who ask another server: to make one takes longer than to make a store. */
const unasked = createMockSite()

export function person({ durability, sync, network, store, ...options }: PersonOptions = {}): Person {
  const troubles: DurabilityTrouble[] = []
  const onTrouble = (one: DurabilityTrouble) => void troubles.push(one)
  const made = createTestStore({
    ...(network && { site: unasked }),
    ...options,
    store: {
      ...store,
      ...(network && { fetcher: network.fetcher }),
      ...(durability && { plugins: [createDurability({ owner, onTrouble, ...durability })] }),
      ...(sync && { experimentalSync: createSync(sync) }),
    },
  })
  return {
    ...made,
    dispatch: made.store.dispatch,
    getState: made.store.getState,
    durability: (durabilityOf(made.store) ?? {}) as Durability,
    troubles,
    sync: (syncOf(made.store) ?? {}) as StoreSync,
  }
}

/** Saves are checked, and nothing else is kept, patched or queued. */
export const checked = { storage: false, lists: false, queue: false } as const

/** Just those capabilities of durability that a test names: nothing else is kept, checked, patched or queued. */
export function only(options: Partial<DurabilityOptions>): Partial<DurabilityOptions> {
  return { ...checked, conflicts: 'overwrite', ...options }
}
