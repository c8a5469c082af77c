import { createEntityStore, type EntityStoreOptions } from 'copydesk'
import { createDurability, type DurabilityOptions } from 'copydesk/durable'

/** What of durability a test leaves off, so that only one capability works: nothing is kept, checked, patched or queued. */
const alone = { storage: false, conflicts: 'overwrite', lists: false, queue: false } as const

/** A store with just those capabilities of durability that a test names. */
export function durableStore(options: EntityStoreOptions, durability: Partial<DurabilityOptions>) {
  const owner = { site: 'https://example.org/wp-json/', user: 1 }
  return createEntityStore({
    devTools: false,
    ...options,
    plugins: [createDurability({ owner, ...alone, ...durability })],
  })
}
