import { register, use } from '@wordpress/data'
import { EntityStoreError } from '../core/errors'
import type { EntityStore } from '../store/createEntityStore'
import { copydeskOf, type CoreStoreDescriptor, type Registry } from './createCoreStore'
import type { CoreStore } from './defaultStore'

/**
 * Registers a store of Copydesk with the default registry of `@wordpress/data`. A registry keeps the first store of a
 * name, so this has to run before `@wordpress/core-data` is loaded, which then finds its name taken.
 * @param descriptor - What `createCoreStore` gave.
 * @returns The entity store inside it, for hooks of `copydesk/react` beside the editor.
 * @throws EntityStoreError `invalid_option` where the name is taken.
 * @example
 * const store = registerCoreStore(createCoreStore({ storeOptions: { blocks: { parse, serialize } } }))
 */
export function registerCoreStore(descriptor: Named): EntityStore {
  const { name } = descriptor
  const registry = defaultRegistry()
  if (registry.stores && name in registry.stores) {
    throw new EntityStoreError(
      'invalid_option',
      `The registry has a store "${name}" already. Register Copydesk's first: before @wordpress/core-data is loaded.`,
    )
  }
  register(descriptor as never)
  return copydeskOf(registry, name)
}

/** Registers a store unless its name is taken: by a store of one's own, which came first. */
export function registerUnlessThere(descriptor: Named): void {
  const { name } = descriptor
  const registry = defaultRegistry()
  if (!(registry.stores && name in registry.stores)) {
    register(descriptor as never)
    return
  }
  if (isCopydesk(registry, name)) return
  console.warn(
    `The registry has a store "${name}" that is not Copydesk's, and keeps it. Load copydesk/wordpress-data before @wordpress/core-data, or instead of it.`,
  )
}

function isCopydesk(registry: Registry, name: string): boolean {
  try {
    return Boolean(copydeskOf(registry, name))
  } catch {
    return false
  }
}

/** What `createCoreStore` gave, or the default `store` as `@wordpress/data` types it. */
type Named = CoreStoreDescriptor | CoreStore

/** What `use` is: it extends the default registry. */
const extendRegistry = use as (plugin: (registry: Registry) => object) => unknown

function defaultRegistry(): Registry {
  let own: Registry | undefined
  extendRegistry((registry) => {
    own = registry
    return {}
  })
  return own as unknown as Registry
}
