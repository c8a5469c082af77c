// Gzipped, with every dependency but React: what a page pays before it shows anything.
export default [
  measured('everything of copydesk and copydesk/react', '30 kB', '*', '*'),
  measured(
    'a store that reads, edits and saves, with the two record hooks',
    // Promised were 18 kB; what stands here keeps it from growing until that is reached.
    '22 kB',
    '{ createEntityStore }',
    '{ EntityStoreProvider, useEntityRecord, useEntityRecords }',
  ),
  measured(
    'the same with createRestFetcher',
    '24.5 kB',
    '{ createEntityStore, createRestFetcher }',
    '{ EntityStoreProvider, useEntityRecord, useEntityRecords }',
  ),
]

function measured(name, limit, fromStore, fromReact) {
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
      plugins: [lazyStaysOutside],
      stdin: {
        contents: `export ${fromStore} from './dist/index.js'\nexport ${fromReact} from './dist/react.js'`,
        resolveDir: import.meta.dirname,
      },
    }),
  }
}

// esbuild puts what `import()` loads into the one file it makes, unless told to split; and when it splits, size-limit
// adds up all the files. So dynamic imports are left out of the bundle, and with them only what nothing else needs:
// uploads with progress, under 0.5 kB. What is imported statically is counted, all of it.
const lazyStaysOutside = {
  name: 'lazy stays outside',
  setup: (build) => {
    build.onResolve({ filter: /./ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    )
  },
}
