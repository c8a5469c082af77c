import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { readApiPages } from '../generate/apiPages.mjs'
import { writeForModels } from '../generate/llms'

/** A page for each hook. */
const hooks = readdirSync(new URL('../hooks', import.meta.url))
  .filter((file) => file.endsWith('.md') && file !== 'index.md')
  .map((file) => file.slice(0, -'.md'.length))
  .sort()

const guide = [
  {
    text: 'Start here',
    items: [
      { text: 'Why, and when not', link: '/guide/why' },
      { text: 'Five minutes', link: '/guide/five-minutes' },
      { text: 'Concepts', link: '/guide/concepts' },
      { text: 'Examples', link: '/guide/examples' },
      { text: 'The playground', link: '/guide/playground' },
    ],
  },
  { text: 'Hooks', items: [{ text: 'All hooks', link: '/hooks/index' }] },
  {
    text: 'Guides',
    items: [
      { text: 'Loading and errors', link: '/guide/loading-and-errors' },
      { text: 'Lists', link: '/guide/lists' },
      { text: 'Pagination', link: '/guide/pagination' },
      { text: 'Editing and undo', link: '/guide/editing' },
      { text: 'Forms', link: '/guide/forms' },
      { text: 'Creating and deleting', link: '/guide/new-records' },
      { text: 'Saving and autosave', link: '/guide/saving' },
      { text: 'Default options', link: '/guide/default-options' },
      { text: 'Authentication and 401', link: '/guide/authentication' },
      { text: 'TypeScript', link: '/guide/typescript' },
      { text: 'Testing your editor', link: '/guide/testing' },
      { text: 'Devtools', link: '/guide/devtools' },
      { text: 'Recipes', link: '/guide/recipes' },
    ],
  },
  {
    text: 'Persistence and teamwork',
    items: [
      { text: 'Persisting edits', link: '/guide/durable' },
      { text: 'Offline', link: '/guide/offline' },
      { text: 'Conflict detection', link: '/guide/conflicts' },
      { text: 'Optimistic lists', link: '/guide/patched-lists' },
      { text: 'Local records', link: '/guide/local-records' },
      { text: 'Server support', link: '/guide/durable-server' },
      { text: 'Collaboration', link: '/guide/collaboration' },
    ],
  },
  {
    text: 'WordPress',
    items: [
      { text: 'Blocks and footnotes', link: '/guide/blocks' },
      { text: 'The block editor', link: '/guide/block-editor' },
      { text: 'Links and media', link: '/guide/links-and-media' },
      { text: 'Revisions, user and theme', link: '/guide/revisions-user-theme' },
      { text: 'Lookups and the site', link: '/guide/lookups' },
      { text: 'From core-data', link: '/guide/from-core-data' },
      { text: 'Questions about core-data', link: '/guide/questions' },
    ],
  },
  {
    text: 'Fitting in',
    items: [
      { text: 'Entities of your own', link: '/guide/entities' },
      { text: 'On your own REST server', link: '/guide/rest-servers' },
      { text: 'Inside your Redux store', link: '/guide/redux' },
      { text: 'Plugins', link: '/guide/plugins' },
      { text: 'Deployment', link: '/guide/deployment' },
      { text: 'Frameworks and test runners', link: '/guide/frameworks' },
      { text: 'React Native', link: '/guide/react-native' },
      { text: 'From a query library', link: '/guide/from-query-libraries' },
      { text: 'Migration between versions', link: '/guide/migration' },
    ],
  },
]

/** Beside the pages of hooks: a group that can be folded is a button in a button, which no reader of screens understands. */
const eachHook = [{ text: 'Each hook', items: hooks.map((hook) => ({ text: hook, link: `/hooks/${hook}` })) }]

const reference = [
  {
    text: 'Reference',
    items: [
      { text: 'Everything there is', link: '/reference/overview' },
      { text: 'Selectors by example', link: '/reference/by-example' },
      { text: 'Actions and state', link: '/reference/actions-and-state' },
      { text: 'Errors', link: '/reference/errors' },
      { text: 'Endpoints', link: '/reference/endpoints' },
      { text: 'WordPress versions', link: '/reference/wordpress-versions' },
      { text: 'Size and speed', link: '/reference/performance' },
      { text: 'How it is known to be right', link: '/reference/correctness' },
      { text: 'Security', link: '/reference/security' },
    ],
  },
  {
    text: 'Contributing',
    items: [{ text: 'Working on Copydesk', link: '/contributing' }],
  },
]

const api = [{ text: 'API', items: readApiPages() }]

interface Token {
  type: string
  tag: string
  children: Token[] | null
  attrGet(name: string): string | null
  attrs: [string, string][] | null
}

/** The pages are read in the repository too, where they lead to files outside of this folder: here those are texts. */
function unlinkRepositoryFiles({ tokens, env }: { tokens: Token[]; env: { relativePath?: string } }): void {
  const depth = (env.relativePath ?? '').split('/').length - 1
  for (const { children } of tokens) {
    let isOutside = false
    for (const token of children ?? []) {
      if (token.type === 'link_open') {
        const href = token.attrGet('href') ?? ''
        isOutside = (/^(\.\.\/)*/.exec(href)?.[0].length ?? 0) / 3 > depth
        if (isOutside) token.attrs = null
      }
      if (isOutside && token.type.startsWith('link_')) token.tag = 'span'
      if (token.type === 'link_close') isOutside = false
    }
  }
}

export default defineConfig({
  title: 'Copydesk',
  description: 'The data layer for site editors in React, on the WordPress REST interface',
  lang: 'en',
  cleanUrls: false,
  buildEnd: ({ srcDir, outDir }) =>
    writeForModels([...guide, ...eachHook, ...reference, ...api], {
      read: (path) => readFileSync(join(srcDir, path), 'utf8'),
      write: (path, text) => writeFileSync(join(outDir, path), text),
    }),
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => void md.core.ruler.push('files of the repository', unlinkRepositoryFiles),
  },
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/guide/five-minutes' },
      { text: 'Hooks', link: '/hooks/index' },
      { text: 'Reference', link: '/reference/overview' },
      { text: 'API', link: '/api/index' },
    ],
    sidebar: {
      '/hooks/': [...eachHook, ...guide],
      '/': [...guide, ...reference, ...api],
    },
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          // A guide answers more than the list of a function's parameters does.
          searchOptions: {
            boostDocument: (id: string) => (id.includes('/api/') ? 0.3 : id.includes('/hooks/') ? 0.6 : 1),
          },
        },
      },
    },
    outline: [2, 3],
  },
})
