import {
  createEntityStore,
  fetchAuthors,
  receiveEntityRecords,
  selectAuthors,
  selectEntityRecords,
} from 'copydesk'
import { expect, it, vi } from 'vitest'
import * as paths from '../../src/core/assertPlain'
import { fakeServer, post } from '../support/fakeServer'

it('authors are selected without taking a query apart at each call', async () => {
  const store = createEntityStore({
    fetcher: fakeServer(() => [{ id: 1, name: 'Ann' }]).fetcher,
    devTools: false,
  })
  const query = { search: 'an' }
  await store.dispatch(fetchAuthors(query))
  selectAuthors(store.getState(), query)
  const takenApart = vi.spyOn(paths, 'assertPlain')
  for (let i = 0; i < 10; i++) expect(selectAuthors(store.getState(), query)).toHaveLength(1)
  expect(takenApart).not.toHaveBeenCalled()
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
