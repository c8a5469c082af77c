// Gzipped, with every dependency but React: what a page pays before it shows anything. Promised were 30 kB for
// everything and 18 kB for the store with the two record hooks; neither is reached, and the limits below keep what is
// measured from growing.
const everything = { fromStore: '*', fromReact: '*' }
const core = {
  fromStore: '{ createEntityStore }',
  fromReact: '{ EntityStoreProvider, useEntityRecord, useEntityRecords }',
}

export default [
  measured('everything of copydesk and copydesk/react', '40.9 kB', everything),
  measured('the same with what is loaded when it is needed', '46.3 kB', { ...everything, withLazy: true }),
  measured('a store that reads, edits and saves, with the two record hooks', '23.1 kB', core),
  measured('the same with createRestFetcher', '25.7 kB', {
    ...core,
    fromStore: '{ createEntityStore, createRestFetcher }',
  }),
]

function measured(name, limit, { fromStore, fromReact, withLazy = false }) {
  return {
    name,
    limit,
    gzip: true,
    path: 'dist/index.js',
    ignore: ['react', 'react-dom'],
    modifyEsbuildConfig: (config) => ({
      ...config,
      entryPoints: undefined,
      format: 'esm',
      plugins: withLazy ? [] : [lazyStaysOutside],
      stdin: {
        contents: `export ${fromStore} from './dist/index.js'\nexport ${fromReact} from './dist/react.js'`,
        resolveDir: import.meta.dirname,
      },
    }),
  }
}

// esbuild puts what `import()` loads into the one file it makes, unless told to split; and when it splits, size-limit
// adds up all the files. So dynamic imports are left out of the bundle, and with them only what nothing else needs:
// uploads, the sender of batches, autosaves, deletions and others. What is imported statically is counted, all of it.
const lazyStaysOutside = {
  name: 'lazy stays outside',
  setup: (build) => {
    build.onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    )
  },
}
