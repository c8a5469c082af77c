/** A registry of `@wordpress/data` that can be extended. */
interface OpenRegistry {
  readonly stores: { readonly [name: string]: object }
  readonly register: (store: { readonly name: string }) => unknown
  readonly use: (plugin: (registry: OpenRegistry) => object) => unknown
}

/**
 * Lets a registry leave out a second store of a name without complaint. It keeps the first one anyway, and core-data,
 * which registers its own when it is loaded, gets an error for that.
 */
export function keepName(registry: object, name: string): void {
  ;(registry as Partial<OpenRegistry>).use?.(({ register, stores }) => ({
    register: (store: { readonly name: string }) =>
      store.name === name && name in stores ? undefined : register(store),
  }))
}
