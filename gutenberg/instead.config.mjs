// The tests of core-data on what stands in place of its exports: its hooks, its provider, its requests and its helpers
// are ours here, too, whoever among its sources imports them.
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mergeConfig } from 'vitest/config'
import beside from './vitest.config.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const sources = join(here, 'node_modules', '@wordpress', 'core-data', 'src') + sep
const ours = (path) => join(here, '..', 'src', path)
const inOurs = (path) => JSON.stringify(ours(`wordpress-data/${path}`))

/** What we have in place of a module of core-data, by the path of that module. */
const modules = {
  index: `export * from ${inOurs('index.ts')}`,
  'entity-provider': `export { EntityProvider as default } from ${inOurs('hooks/EntityProvider.tsx')}`,
  'hooks/use-entity-record': `export { useEntityRecord as default, useDeprecatedEntityRecord } from ${inOurs('hooks/useEntityRecord.ts')}`,
  'hooks/use-entity-records': `
    export { useEntityRecords as default, useDeprecatedEntityRecords } from ${inOurs('hooks/useEntityRecords.ts')}
    export { useEntityRecordsWithPermissions } from ${inOurs('hooks/useEntityRecordsWithPermissions.ts')}`,
  'hooks/use-resource-permissions': `export { useResourcePermissions as default, useDeprecatedResourcePermissions } from ${inOurs('hooks/useResourcePermissions.ts')}`,
  'hooks/use-entity-prop': `export { useEntityProp as default } from ${inOurs('hooks/useEntityProp.ts')}`,
  'hooks/use-entity-id': `export { useEntityId as default } from ${inOurs('hooks/useEntityId.ts')}`,
  'hooks/use-entity-block-editor': `export { useEntityBlockEditor as default } from ${inOurs('hooks/useEntityBlockEditor.ts')}`,
  'fetch/__experimental-fetch-link-suggestions': `
    export { fetchLinkSuggestions as default } from ${inOurs('siteRequests.ts')}
    export { rank as sortResults, wordsOf as tokenize } from ${JSON.stringify(ours('wordpress/linkSearch/rank.ts'))}`,
  'fetch/__experimental-fetch-url-data': `export { fetchUrlData as default } from ${inOurs('siteRequests.ts')}`,
  'utils/get-template-info': `export { getTemplateInfo, getTemplatePartIcon } from ${inOurs('templateInfo.ts')}`,
  'components/entities-saved-states/hooks/use-is-dirty': `export { useEntitiesSavedStatesIsDirty as useIsDirty } from ${inOurs('panel/useEntitiesSavedStatesIsDirty.ts')}`,
}

/** Tests of public functions that need no store. */
const withoutAStore = [
  'fetch/test/__experimental-fetch-link-suggestions.js',
  'fetch/test/__experimental-fetch-url-data.js',
  'utils/test/get-template-info.js',
  'components/entities-saved-states/test/use-is-dirty.jsdom.test.js',
]

const prefix = '\0instead-of:'
const insteadOfModules = {
  name: 'instead-of-modules',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (process.env.PEER_ITSELF) return null
    if (!importer?.startsWith(sources) || !source.startsWith('.')) return null
    const resolved = await this.resolve(source, importer, { skipSelf: true })
    const path = (resolved?.id.split('?')[0] ?? '').slice(sources.length).replace(/\.[jt]sx?$/, '')
    return Object.hasOwn(modules, path) ? `${prefix}${path}` : null
  },
  load: (id) => (id.startsWith(prefix) ? modules[id.slice(prefix.length)] : null),
}

const { plugins, ...rest } = beside
export default {
  ...mergeConfig(rest, {
    test: {
      // These have run already.
      exclude: ['{twins,differences}*'],
      include: withoutAStore.map((path) => `node_modules/@wordpress/core-data/src/${path}`),
    },
  }),
  plugins: [insteadOfModules],
}
