import { register, use } from '@wordpress/data'
import { EntityStoreError } from '../core/errors'
import type { EntityStore } from '../store/createEntityStore'
import { copydeskOf, type CoreStoreDescriptor, type Registry } from './createCoreStore'

/**
 * Registers a store of Copydesk with the default registry of `@wordpress/data`. A registry keeps the first store of a
 * name, so this has to run before `@wordpress/core-data` is loaded, which then finds its name taken.
 * @param descriptor - What `createCoreStore` gave.
 * @returns The entity store inside it, for hooks of `copydesk/react` beside the editor.
 * @throws EntityStoreError `invalid_option` where the name is taken.
 * @example
 * const store = registerCoreStore(createCoreStore({ storeOptions: { blocks: { parse, serialize } } }))
 */
export function registerCoreStore(descriptor: CoreStoreDescriptor): EntityStore {
  const { name } = descriptor
  const registry = withoutSecond(name)
  if (registry.stores && name in registry.stores) {
    throw new EntityStoreError(
      'invalid_option',
      `The registry has a store "${name}" already. Register Copydesk's first: before @wordpress/core-data is loaded.`,
    )
  }
  register(descriptor as never)
  return copydeskOf(registry, name)
}

type OpenRegistry = Registry & { readonly register: (store: { readonly name: string }) => unknown }

/** What `use` is: it extends the default registry. */
const extendRegistry = use as (plugin: (registry: OpenRegistry) => object, options?: object) => unknown

/** The default registry, which leaves out a second store of that name without complaint from then on. */
function withoutSecond(name: string): Registry {
  let own: Registry | undefined
  extendRegistry((registry) => {
    own = registry
    const { register: registerFirst } = registry
    return {
      register: (store: { readonly name: string }) =>
        store.name === name && registry.stores && name in registry.stores ? undefined : registerFirst(store),
    }
  })
  return own as unknown as Registry
}
