import {
  createEntityStore,
  fetchAuthors,
  fetchDefaultTemplateId,
  receiveEntityRecords,
  selectAuthors,
  selectDefaultTemplateId,
  selectEntityRecord,
  selectEntityRecords,
  selectRawEntityRecord,
} from 'copydesk'
import { expect, it, vi } from 'vitest'
import { fakeServer, post } from '../support/fakeServer'

/** A query, and how often anybody has looked into it. */
function watchedQuery<Query extends object>(target: Query) {
  const looks = vi.fn()
  const query = new Proxy(target, {
    get: (of, name) => (looks(), Reflect.get(of, name)),
    ownKeys: (of) => (looks(), Reflect.ownKeys(of)),
  })
  return { query, looks }
}

it('authors are selected without taking a query apart at each call', async () => {
  const store = createEntityStore({
    fetcher: fakeServer(() => [{ id: 1, name: 'Ann' }]).fetcher,
    devTools: false,
  })
  const { query, looks } = watchedQuery({ search: 'an' })
  await store.dispatch(fetchAuthors(query))
  selectAuthors(store.getState(), query)
  expect(looks).toHaveBeenCalled()
  looks.mockClear()
  for (let i = 0; i < 10; i++) expect(selectAuthors(store.getState(), query)).toHaveLength(1)
  expect(looks).not.toHaveBeenCalled()
})

it('the default template is selected without taking a query apart at each call', async () => {
  const store = createEntityStore({
    fetcher: fakeServer(() => ({ id: 'theme//home', type: 'wp_template' })).fetcher,
    devTools: false,
  })
  const { query, looks } = watchedQuery({ slug: 'home' })
  await store.dispatch(fetchDefaultTemplateId(query))
  expect(looks).toHaveBeenCalled()
  looks.mockClear()
  for (let i = 0; i < 10; i++) expect(selectDefaultTemplateId(store.getState(), query)).toBe('theme//home')
  expect(looks).not.toHaveBeenCalled()
})

it('a record of an entity that names no raw attributes is its own raw form, and nothing is looked up for it', () => {
  const store = createEntityStore({
    fetcher: fakeServer().fetcher,
    devTools: false,
    entities: [{ kind: 'app', name: 'note', baseURL: '/notes' }],
  })
  let looks = 0
  const note = {
    id: 1,
    get title() {
      looks++
      return { raw: 'One', rendered: '<p>One</p>' }
    },
  }
  store.dispatch(receiveEntityRecords('app', 'note', note))
  const kept = selectEntityRecord(store.getState(), 'app', 'note', 1)
  looks = 0
  expect(selectRawEntityRecord(store.getState(), 'app', 'note', 1)).toBe(kept)
  expect(looks).toBe(0)
})

it('lists of two entities that are asked for by one query object are each remembered', async () => {
  const store = createEntityStore({
    fetcher: fakeServer().fetcher,
    devTools: false,
    entities: [
      { kind: 'app', name: 'note', baseURL: '/notes' },
      { kind: 'app', name: 'task', baseURL: '/tasks' },
    ],
  })
  const query = { per_page: 10 }
  for (const name of ['note', 'task'])
    store.dispatch(receiveEntityRecords('app', name, [post(1), post(2)], query))
  const state = store.getState()
  const first = ['note', 'task'].map((name) => selectEntityRecords(state, 'app', name, query))
  const { config } = state
  const spied = vi.spyOn(config, 'entities', 'get').mockImplementation(() => {
    throw new Error('Put together anew')
  })
  for (const [i, name] of ['note', 'task', 'note'].entries())
    expect(selectEntityRecords(state, 'app', name, query)).toBe(first[i % 2])
  spied.mockRestore()
})
