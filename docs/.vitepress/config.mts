import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { readApiPages } from '../generate/apiPages.mjs'
import { writeForModels } from '../generate/llms'

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
  {
    text: 'Guides',
    items: [
      { text: 'Lists', link: '/guide/lists' },
      { text: 'Editing and undo', link: '/guide/editing' },
      { text: 'Creating records', link: '/guide/new-records' },
      { text: 'Saving', link: '/guide/saving' },
      { text: 'Authentication and 401, default options', link: '/guide/authentication' },
      { text: 'Blocks and footnotes', link: '/guide/blocks' },
      { text: 'Links and media', link: '/guide/links-and-media' },
      { text: 'Revisions, user and theme', link: '/guide/revisions-user-theme' },
      { text: 'Lookups and the site', link: '/guide/lookups' },
      { text: 'Entities of your own', link: '/guide/entities' },
      { text: 'Working together', link: '/guide/collaboration' },
      { text: 'Edits that survive', link: '/guide/durable' },
      { text: 'Local records', link: '/guide/local-records' },
      { text: 'Working offline', link: '/guide/offline' },
      { text: 'What a server can add', link: '/guide/durable-server' },
      { text: 'Patched lists', link: '/guide/patched-lists' },
      { text: 'Saves that notice others', link: '/guide/conflicts' },
      { text: 'Devtools', link: '/guide/devtools' },
      { text: 'Testing your editor', link: '/guide/testing' },
      { text: 'Recipes', link: '/guide/recipes' },
    ],
  },
  {
    text: 'Fitting in',
    items: [
      { text: 'Inside your Redux store', link: '/guide/redux' },
      { text: 'Under the block editor', link: '/guide/block-editor' },
      { text: 'On your own REST server', link: '/guide/rest-servers' },
      { text: 'Deployment', link: '/guide/deployment' },
      { text: 'Frameworks and test runners', link: '/guide/frameworks' },
      { text: 'From core-data', link: '/guide/from-core-data' },
      { text: 'Questions about core-data', link: '/guide/questions' },
      { text: 'From a query library', link: '/guide/from-query-libraries' },
    ],
  },
]

const reference = [
  {
    text: 'Reference',
    items: [
      { text: 'Everything there is', link: '/reference/overview' },
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
    writeForModels([...guide, ...reference, ...api], {
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
      { text: 'Reference', link: '/reference/overview' },
      { text: 'API', link: '/api/index' },
    ],
    sidebar: { '/': [...guide, ...reference, ...api] },
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          // A guide answers more than the list of a function's parameters does.
          searchOptions: { boostDocument: (id: string) => (id.includes('/api/') ? 0.3 : 1) },
        },
      },
    },
    outline: [2, 3],
  },
})
