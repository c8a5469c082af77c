// What the sources of core-data find when they import their own index.
export * from '../src/wordpress-data/index.ts'
