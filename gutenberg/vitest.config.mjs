import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const here = dirname(fileURLToPath(import.meta.url))
const coreData = join(here, 'node_modules', '@wordpress', 'core-data')
const sources = join(coreData, 'src') + sep
const ours = join(here, 'instead.mjs')

/** The tests of core-data that speak to the store through a registry: they pass unchanged on Copydesk. */
const throughARegistry = [
  'test/deprecated-entity-logging',
  'hooks/test/use-resource-permissions',
  'test/can-user',
  'test/store',
  'test/private-actions',
  'test/entity-provider',
  'hooks/test/use-entity-records',
  'hooks/test/use-entity-record',
  'test/keyless-entities',
]

/** Whatever of core-data's own sources imports its index gets Copydesk's store instead. */
const insteadOfIndex = {
  name: 'instead-of-core-data',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (process.env.PEER_ITSELF) return null
    if (!importer?.startsWith(sources) || !source.startsWith('.')) return null
    const resolved = await this.resolve(source, importer, { skipSelf: true })
    const path = resolved?.id.split('?')[0] ?? ''
    return /^index\.[jt]sx?$/.test(path.slice(sources.length)) && path.startsWith(sources) ? ours : null
  },
}

export default defineConfig({
  root: here,
  plugins: [insteadOfIndex],
  oxc: { jsx: { runtime: 'automatic' } },
  resolve: {
    // One copy of each, whoever imports it.
    alias: [
      { find: /^(@wordpress\/[^/]+)$/, replacement: join(here, 'node_modules', '$1') },
      { find: /^(react|react-dom)$/, replacement: join(here, 'node_modules', '$1') },
    ],
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost/' } },
    globals: true,
    setupFiles: ['./setup.mjs'],
    include: [
      'twins.test.mjs',
      'differences.test.mjs',
      ...throughARegistry.map(
        (file) => `node_modules/@wordpress/core-data/src/${file}.jsdom.test.{js,jsx,ts,tsx}`,
      ),
    ],
    exclude: [],
    server: { deps: { inline: [/core-data\/src/, /copydesk/] } },
    testTimeout: 60_000,
  },
})
