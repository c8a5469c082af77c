// Gzipped, with every dependency but React: what a page pays for.
const measured = { gzip: true, ignore: ['react', 'react-dom'] }

export default [
  {
    ...measured,
    name: 'everything of copydesk and copydesk/react',
    path: 'dist/index.js',
    limit: '30 kB',
    modifyEsbuildConfig: (config) => ({
      ...config,
      entryPoints: undefined,
      format: 'esm',
      stdin: everything(),
    }),
  },
  {
    ...measured,
    name: 'a store that reads, edits and saves, with the two record hooks',
    import: {
      'dist/index.js': '{ createEntityStore, createRestFetcher }',
      'dist/react.js': '{ EntityStoreProvider, useEntityRecord, useEntityRecords }',
    },
    limit: '18 kB',
  },
]

function everything() {
  return {
    contents: "export * from './dist/index.js'\nexport * from './dist/react.js'",
    resolveDir: import.meta.dirname,
  }
}
