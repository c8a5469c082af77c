// What the sources of core-data find when they import their own index: the store, without our hooks.
export * from '../src/wordpress-data/store.ts'
