import * as copydesk from 'copydesk'
import {
  addEntities,
  createEntityStore,
  createRestFetcher,
  defineEntity,
  editEntityRecord,
  EntityStoreError,
  fetchEntityRecord,
  fetchEntityRecords,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectEditedEntityRecord,
  selectEntityRecord,
  selectEntityRecords,
  type EntityState,
  type EntityStore,
} from 'copydesk'
import * as actions from 'copydesk/actions'
import * as durable from 'copydesk/durable'
import { createDurability } from 'copydesk/durable'
import { EntityStoreProvider, recordHooks, useEntityRecord } from 'copydesk/react'
import {
  ajaxWebrtcTransport,
  createSync,
  pollingTransport,
  socketWebrtcTransport,
  webSocketTransport,
} from 'copydesk/sync'
import { createMockSite, createTestStore } from 'copydesk/testing'
import { combineReducers, createStore } from 'redux'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { cleanup, render } from '@testing-library/react'
import { takeComplaints } from '../support/screen'

// What JavaScript lets through: each slip is written as a person writes it who has no types.
const loose = <Value,>(value: Value) => value as Value & ((...given: unknown[]) => never)
const site = createMockSite({ posts: [{ id: 1, title: 'Tides' }] })
const makeStore = () => createEntityStore({ fetcher: site.fetcher, devTools: false })
const read = ({ dispatch }: EntityStore) => dispatch(fetchEntityRecord('postType', 'post', 1))
const whole = { counter: 1, copydesk: {} } as unknown as EntityState

/** A store whose site answers so, or does not. */
function before(answer: () => Response | Promise<Response>, options: object = {}): EntityStore {
  const fetch = () => Promise.resolve().then(answer)
  const fetcher = createRestFetcher({ root: 'https://example.org/wp-json/', retry: false, fetch, ...options })
  return createEntityStore({ devTools: false, fetcher })
}
const answering = (status: number, body: string, options?: object) =>
  before(() => new Response(body, { status }), options)
const refusing = (status: number, code: string, options?: object) =>
  answering(status, JSON.stringify({ code, message: 'Sorry.', data: { status } }), options)
const saveComment = saveEntityRecord('root', 'comment', { content: 'Hm.' }, { throwOnError: true })

/** A store with notes on a server of one's own, which answers each list so. */
function notes(data: unknown): EntityStore {
  const fetcher = () => Promise.resolve({ status: 200, headers: new Headers(), data })
  const store = createEntityStore({ fetcher, devTools: false })
  store.dispatch(addEntities([defineEntity({ kind: 'notes', name: 'note', baseURL: '/notes' })]))
  return store
}
const listOf = ({ dispatch }: EntityStore) =>
  dispatch(fetchEntityRecords('notes', 'note', {}, { throwOnError: true }))

const Post = () => <p>{useEntityRecord('postType', 'post', 1).status}</p>
function screen(element: ReactNode): void {
  try {
    render(element)
  } finally {
    takeComplaints()
    cleanup()
  }
}

/** What is edited and saved though the server has no such field: what the console says. */
async function saved(edits: object): Promise<void> {
  const told = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const store = makeStore()
  await read(store)
  store.dispatch(editEntityRecord<string, string>('postType', 'post', 1, { ...edits }))
  await store.dispatch(saveEditedEntityRecord('postType', 'post', 1))
  const [[sentence] = []] = told.mock.calls
  told.mockRestore()
  throw new Error(String(sentence))
}

const makers = {
  ...{ createEntityStore, createRestFetcher, createDurability, createSync, createMockSite, createTestStore },
  ...{ pollingTransport, webSocketTransport, ajaxWebrtcTransport, socketWebrtcTransport, recordHooks },
}

/** A slip, how it is made, and what is said of it: what to do. */
const slips: readonly [slip: string, make: () => unknown, sentence: RegExp][] = [
  ['no provider', () => screen(<Post />), /Wrap it in <EntityStoreProvider store=\{store\}>/],
  [
    'a store that is undefined',
    () => screen(loose(EntityStoreProvider)({ store: undefined })),
    /was given undefined as its store\. Pass what createEntityStore gives/,
  ],
  [
    'the store of Redux in the provider',
    () => screen(loose(EntityStoreProvider)({ store: createStore(() => 0) })),
    /Pass what createEntityStore\(\{ store, reducerPath \}\) gives for it/,
  ],
  ['no fetcher', () => loose(createEntityStore)({}), /Pass createRestFetcher\(\{ root \}\)/],
  ...(
    [
      ['createEntityStore', { fetcher: site.fetcher, plugin: [] }, 'Did you mean plugins\\?'],
      ['createEntityStore', { fetcher: site.fetcher, dispatch: 1 }, 'There are fetcher, entities, '],
      [
        'createEntityStore',
        { fetcher: site.fetcher, defaults: { staletime: 5 } },
        'Did you mean staleTime\\?',
      ],
      ['createRestFetcher', { root: '/wp-json/', authorisation: '' }, 'Did you mean authorization\\?'],
      ['createRestFetcher', { root: '/wp-json/', auth: '' }, 'There are root, nonce, authorization, '],
      ['createDurability', { owner: { site: 'a', user: 1 }, offline: true }, 'There are owner, storage, '],
      ['createSync', { transports: [], code: {} }, 'Did you mean codec\\?'],
      ['createMockSite', { post: [] }, 'Did you mean posts\\?'],
      ['createTestStore', { sites: 1 }, 'Did you mean site\\?'],
    ] as const
  ).map(([maker, options, advice]): (typeof slips)[number] => [
    `an option that ${maker} does not have (${Object.keys(options).join(', ')})`,
    () => loose(makers[maker])(options),
    new RegExp(`is no option of (?:${maker}|defaults)\\. ${advice}`),
  ]),
  ...(
    [
      ['createEntityStore', 'The store needs a fetcher, but got undefined\\. Pass createRestFetcher'],
      ['createRestFetcher', 'root is undefined\\. Give the address .* https://example\\.org/wp-json/'],
      ['createDurability', 'owner is undefined\\. Pass \\{ site, user \\}'],
      ['createSync', 'transports is undefined\\. Pass an array of transports'],
      ['pollingTransport', 'needs fetcher, a function, .* Pass pollingTransport\\(\\{ fetcher \\}\\)'],
      ['webSocketTransport', 'needs url, a string, .* Pass webSocketTransport\\(\\{ url \\}\\)'],
      ['ajaxWebrtcTransport', 'needs ajaxUrl, a string, but got undefined'],
      ['socketWebrtcTransport', 'needs signalingUrl, a string, but got undefined'],
      ['recordHooks', '\\(undefined, ""\\) names no entity\\. Pass two texts'],
    ] as const
  ).map(([maker, advice]): (typeof slips)[number] => [
    `${maker} without what it needs`,
    () => {
      try {
        loose(makers[maker])()
      } catch (error) {
        expect(error).toBeInstanceOf(EntityStoreError)
        throw error
      }
    },
    new RegExp(advice),
  ]),
  ['a kind without its name', () => loose(recordHooks)('post'), /\("post", ""\) names no entity/],
  ['no root', () => loose(createRestFetcher)({}), /Give the address of the REST interface/],
  [
    'a root without scheme',
    () => createRestFetcher({ root: 'undefined/wp-json/' }),
    /root is undefined\/wp-json\/, without https:\/\//,
  ],
  [
    'a root with a namespace',
    () => createRestFetcher({ root: 'https://example.org/wp-json/wp/v2' }),
    /Leave \/wp\/v2 out/,
  ],
  ...(
    [
      [404, '<!doctype html>'],
      [200, '<!doctype html>'],
      [404, '{}'],
    ] as const
  ).map(([status, body]): (typeof slips)[number] => [
    `a root without wp-json (${status} ${body})`,
    () => read(answering(status, body, { root: 'https://example.org/' })),
    /Is https:\/\/example\.org\/ the root of the REST interface\? That of WordPress ends in \/wp-json\//,
  ]),
  ...(
    [
      ['posttype', 'post', '("postType", "post")'],
      ['postType', 'posts', '("postType", "post")'],
      ['root', 'usr', '("root", "user")'],
      ['taxonomy', 'categroy', '("taxonomy", "category")'],
    ] as const
  ).map(([kind, name, meant]): (typeof slips)[number] => [
    `a name that is one letter off (${kind}, ${name})`,
    async () => {
      const { dispatch } = makeStore()
      await dispatch(fetchEntityRecord('postType', 'post', 1))
      await dispatch(fetchEntityRecord('taxonomy', 'category', 1)).catch(() => undefined)
      const write = saveEntityRecord<string, string>(kind, name, {}, { result: true })
      return (await dispatch(write)).error
    },
    new RegExp(`Did you mean ${meant.replace(/[()]/g, '\\$&')}\\?`),
  ]),
  [
    'a name that is one letter off, of the first record that is read',
    () =>
      makeStore().dispatch(
        fetchEntityRecord<string, string>('postType', 'posts', 1, undefined, { throwOnError: true }),
      ),
    /Did you mean \("postType", "post"\)\?/,
  ],
  [
    'NaN as an id',
    () => makeStore().dispatch(fetchEntityRecord('postType', 'post', NaN)),
    /NaN is not an id/,
  ],
  [
    'an edit without an id',
    () => makeStore().dispatch(editEntityRecord('postType', 'post', undefined, { title: 'Ebb' })),
    /undefined is not the id .* make a new record with useNewEntityRecord/,
  ],
  [
    'a recipe that waits',
    async () => {
      const store = makeStore()
      await read(store)
      const recipe: unknown = () => Promise.resolve(1)
      store.dispatch(editEntityRecord('postType', 'post', 1, recipe as () => void))
    },
    /Await first, and edit then/,
  ],
  [
    'page 0',
    () => makeStore().dispatch(fetchEntityRecords('postType', 'post', { page: 0 })),
    /page is 0\. Pass a whole number from 1 up/,
  ],
  [
    'an entity without baseURL',
    () => loose(defineEntity)({ kind: 'notes', name: 'note' }),
    /has the baseURL undefined\. Give the path of its collection/,
  ],
  ['rows without their key', () => listOf(notes([{ _id: 1 }])), /with its key 'id'\. Check .* key/],
  [
    'an envelope',
    () => listOf(notes({ items: [{ id: 1 }] })),
    /not a list\. .* say how to read it with readList/,
  ],
  [
    'a Redux store without reducerPath',
    () => loose(createEntityStore)({ fetcher: site.fetcher, store: createStore(() => 0) }),
    /Pass both store, .* store is a Redux store, reducerPath is undefined/,
  ],
  [
    'the whole state for a selector',
    () => selectEntityRecord(whole, 'postType', 'post', 1),
    /it has counter, copydesk\. .* pass selectors state\[reducerPath\]/,
  ],
  [
    'the whole state for a selector of a list',
    () => selectEntityRecords(whole, 'postType', 'post'),
    /pass selectors state\[reducerPath\]/,
  ],
  [
    'the whole state for a selector of edits',
    () => selectEditedEntityRecord(whole, 'postType', 'post', 1),
    /pass selectors state\[reducerPath\]/,
  ],
  ...[editEntityRecord('postType', 'post', 1, {}), fetchEntityRecord('postType', 'post', 1)].map(
    (thunk): (typeof slips)[number] => [
      'a thunk in a store of your own',
      () =>
        loose(thunk)(
          () => undefined,
          () => whole,
          undefined,
        ),
      /dispatch thunks with the dispatch of the entity store/,
    ],
  ),
  [
    'a site that is not reached, or does not let the page ask',
    () => read(before(() => Promise.reject(new TypeError('Failed to fetch')))),
    /was not answered\. Check the connection and the CORS settings/,
  ],
  [
    'PHP that prints a warning',
    () => read(answering(200, '<b>Warning</b>: {}')),
    /not with JSON\. Check the root and what the site prints/,
  ],
  ['a site that fails', () => read(answering(500, '')), /status 500, .* look at its error log/],
  ['a site that has enough', () => read(answering(429, 'Slow down')), /status 429, .* Ask less often/],
  [
    'nobody signed in',
    () => read(refusing(401, 'rest_forbidden_context')),
    /^Sorry\. Nobody is signed in: pass nonce or authorization to createRestFetcher, or read with/,
  ],
  [
    'a visitor who writes, with nothing about how to read',
    () => refusing(401, 'rest_cannot_create').dispatch(saveComment),
    /^Sorry\. Nobody is signed in: pass nonce or authorization to createRestFetcher\.$/,
  ],
  [
    'a password that is wrong, or does not reach the site',
    () =>
      read(
        refusing(401, 'rest_forbidden_context', { authorization: { username: 'ann', password: 'wrong' } }),
      ),
    /^Sorry\. The site did not accept the authorization: check the user name and the password/,
  ],
  [
    'a nonce that is too old, without a way to another one',
    () => read(refusing(403, 'rest_cookie_invalid_nonce', { nonce: 'f00ba4' })),
    /^Sorry\. The nonce is too old, .* pass nonce: \{ initial, refresh \}/,
  ],
  [
    "the site's cookie beside an application password",
    () => read(refusing(403, 'rest_cookie_invalid_nonce', { authorization: 'Basic YW5uOmhpIGhv' })),
    /^Sorry\. A cookie of the site went along without a nonce: pass credentials: 'omit'/,
  ],
  [
    'the address of the site for its root, which another page may not ask',
    () =>
      read(before(() => Promise.reject(new TypeError('Failed to fetch')), { root: 'https://example.org/' })),
    /Is https:\/\/example\.org\/ the root of the REST interface\?/,
  ],
  [
    'a refused create, which the result tells',
    async () => {
      const write = saveEntityRecord('root', 'comment', { content: 'Hm.' }, { result: true })
      return (await refusing(403, 'rest_cannot_create').dispatch(write)).error
    },
    /^Sorry\./,
  ],
  [
    'a field that no server knows',
    () => saved({ titel: 'Ebb' }),
    /sent titel, .* has no such field: what was set there is not kept\. Did you mean title\?/,
  ],
  [
    'meta that is not registered',
    () => saved({ meta: { subtitle: 'Ebb' } }),
    /sent meta\.subtitle, .* Register it on the server, with show_in_rest/,
  ],
]

describe('A usual slip is told what to do', () => {
  it.each(slips)('%s', async (_, make, sentence) => {
    const told = await Promise.resolve()
      .then(make)
      .catch((error: unknown) => error)
    expect(Object(told).message).toMatch(sentence)
  })

  it('two reducers under one name of a Redux store', () => {
    const store = createStore(combineReducers({ counter: () => 0 }))
    const options = { fetcher: site.fetcher, store, reducerPath: 'copydesk' }
    expect(() => loose(createEntityStore)(options)).toThrow(/The store has no entityReducer under "copydesk"/)
  })
})

describe('The state of the store around is no state for', () => {
  const selectors = Object.entries({ ...copydesk, ...actions, ...durable }).filter(([name]) =>
    /^select/.test(name),
  )

  it.each(selectors)('%s', (name, select) => {
    const asked = /Resolution|Fresh|StaleSince/.test(name) ? ['fetchEntityRecord'] : []
    const given = /CanUser/.test(name) ? ['update', 'media'] : ['postType', 'post', 1]
    const args = /Undo|Redo/.test(name) ? [] : [...asked, ...given]
    expect(() => loose(select)({ counter: 1 }, ...args)).toThrow(/pass selectors state\[reducerPath\]/)
  })
})

describe('Nothing is said where nothing is wrong', () => {
  it('of a name far from all there are', async () => {
    const saved = await makeStore().dispatch(saveEntityRecord('shop', 'order', {}, { result: true }))
    expect(saved.error?.message).not.toContain('Did you mean')
  })

  it('of a password, which no server shows', async () => {
    const told = vi.spyOn(console, 'warn')
    const user = { username: 'ben', email: 'ben@example.org', password: 'hush' }
    await makeStore().dispatch(saveEntityRecord('root', 'user', user, { throwOnError: true }))
    expect(told).not.toHaveBeenCalled()
    told.mockRestore()
  })
})
