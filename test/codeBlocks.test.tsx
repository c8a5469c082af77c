import 'fake-indexeddb/auto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createEntityStore, createRestFetcher } from 'copydesk'
import { createDurability } from 'copydesk/durable'
import { createMockSite } from 'copydesk/testing'
import { createStore } from 'redux'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { findBlocks } from './support/markdown'
import { runBlock, writeBlock } from './support/runBlock'

const root = process.cwd()
const folder = join(root, '.tmp', 'blocks')
const pages = ['docs', 'skills'].flatMap((part) =>
  readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !/node_modules|\.vitepress|^(?:api|public)[\\/]/.test(path))
    .map((path) => `${part}/${path}`),
)
const blocks = ['README.md', ...pages].flatMap((path) =>
  // Those with a title are run, and what they print compared, in documentation.test.ts.
  findBlocks(readFileSync(join(root, path), 'utf8')).flatMap((block) =>
    block.title === '' ? [[`${path}:${block.line}`, path, block] as const] : [],
  ),
)

const api = 'https://example.org/wp-json/'

beforeEach(() => {
  const site = createMockSite({
    root: api,
    postTypes: { event: { name: 'Events' } },
    posts: [1, 2, 3].map((id) => ({ id, title: `Post ${id}`, status: 'publish', author: 'author' })),
  })
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
    site.respond(new Request(input, init)),
  )
  vi.stubGlobal('caches', { open: () => Promise.resolve(emptyCache) })
  Object.assign(window, { siteNonce: 'nonce', editor: { root: api, nonce: 'nonce', renew: `${api}nonce` } })
  vi.stubEnv('VITE_WORDPRESS_ROOT', api)
  vi.stubEnv('VITE_WORDPRESS_USER', 'editor')
  vi.stubEnv('VITE_WORDPRESS_PASSWORD', 'password')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
rmSync(folder, { recursive: true, force: true })
const written = blocks.map(
  ([title, path, block]) => [title, writeBlock(join(folder, path.replace(/\W+/g, '-')), block)] as const,
)

/** The Cache interface, which the page of the tests lacks, with nothing in it. */
const emptyCache = { match: () => Promise.resolve(undefined), put: () => Promise.resolve() }

/** AsyncStorage that has nothing. */
const texts = {
  getAllKeys: () => Promise.resolve([]),
  multiGet: () => Promise.resolve([]),
  multiSet: () => Promise.resolve(),
  multiRemove: () => Promise.resolve(),
}

it.each(written)('%s runs', async (_, file) => {
  const owner = { site: api, user: 2 }
  const plugins = [createDurability({ owner, storage: false })]
  const store = createEntityStore({ fetcher: createRestFetcher({ root: api }), devTools: false, plugins })
  const { shown, errors } = await runBlock(file, {
    ...{ store, id: 1, userId: 1, kind: 'postType', name: 'post', field: 'title', text: 'post' },
    ...{ capability: 'edit_posts', user: 1, root: api, search: '', children: 'Children' },
    ...{
      list: 'List',
      document: 'Document',
      onOpen: () => undefined,
      onDelete: () => undefined,
      onClose: () => undefined,
    },
    ...{ file: new File(['boat'], 'boat.png', { type: 'image/png' }), makeStore: () => store },
    ...{ request: new Request(`${location.origin}/api/wp/wp/v2/types`), state: store.getState() },
    ...{ site: 'https://example.org', username: 'editor', password: 'password' },
    ...{
      texts,
      observe: () => () => undefined,
      value: 1,
      json: '1',
      message: 'No.',
    },
    ...{
      redux: createStore(() => ({ screen: {}, copydesk: store.getState() })),
      data: {},
      attributes: {},
      type: 'books',
    },
  })
  expect(shown).not.toMatch(
    /Loading…|Waiting…|not signed in|could not be|went wrong|has a problem|makes no sense/,
  )
  expect(errors.map((error) => (error instanceof Error ? error.stack : error))).toEqual([])
})
