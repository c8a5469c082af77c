import {
  addEntities,
  createEntityReducer,
  createEntityStore,
  dehydrate,
  editEntityRecord,
  type EntityState,
  type EntityStoreOptions,
  fetchEntityRecord,
  invalidate,
  RestError,
  saveEditedEntityRecord,
  selectEntityConfig,
  type Fetcher,
} from 'copydesk'
import { combineReducers, legacy_createStore as createReduxStore } from 'redux'
import { expect, it } from 'vitest'

/** A site that says where its books are, and has them just there. */
function library(options: Partial<EntityStoreOptions> = {}) {
  const site = { base: 'books', isDown: false }
  const log: string[] = []
  const fetcher: Fetcher = async ({ path = '', method = 'GET' }) => {
    log.push(`${method} ${path.split('?')[0]}`)
    const isOfTypes = path.startsWith('/wp/v2/types')
    if (isOfTypes && site.isDown) throw new RestError({ code: 'down', message: 'It is down.', status: 500 })
    const types = { book: { name: 'Books', slug: 'book', rest_base: site.base } }
    const data = isOfTypes ? types : { id: 1, title: { raw: 'Dune' } }
    return { status: 200, headers: { get: () => null }, data: await Promise.resolve(data) }
  }
  const store = createEntityStore({ fetcher, devTools: false, ...options })
  return { ...store, site, log }
}

it('a post type that has got another address is read and saved there once everything was made stale', async () => {
  const { dispatch, site, log } = library()
  await dispatch(fetchEntityRecord('postType', 'book', 1))
  site.base = 'volumes'
  dispatch(invalidate())
  log.length = 0
  await dispatch(fetchEntityRecord('postType', 'book', 1))
  dispatch(editEntityRecord('postType', 'book', 1, { title: 'Emma' }))
  await dispatch(saveEditedEntityRecord('postType', 'book', 1))
  expect(log).toEqual(['GET /wp/v2/types', 'GET /wp/v2/volumes/1', 'PUT /wp/v2/volumes/1'])
})

it('a page that the server has rendered asks for a new address, too', async () => {
  const before = library()
  await before.dispatch(fetchEntityRecord('postType', 'book', 1))
  const told = JSON.parse(JSON.stringify(dehydrate(before.getState()))) as EntityState
  const { dispatch, site, log } = library({ preloadedState: told })
  await dispatch(fetchEntityRecord('postType', 'book', 1))
  expect(log).toEqual([])
  site.base = 'volumes'
  dispatch(invalidate({ kind: 'postType' }))
  await dispatch(fetchEntityRecord('postType', 'book', 1))
  expect(log.at(-1)).toMatch('GET /wp/v2/volumes/1')
})

it('so does one whose state stands at a path of another store', async () => {
  const before = library()
  await before.dispatch(fetchEntityRecord('postType', 'book', 1))
  const news = JSON.parse(JSON.stringify(dehydrate(before.getState()))) as EntityState
  const reducerPath = 'news'
  const host = createReduxStore(combineReducers({ news: createEntityReducer({ reducerPath }) }), { news })
  const { dispatch, site, log } = library({ store: host, reducerPath })
  site.base = 'volumes'
  dispatch(invalidate())
  await dispatch(fetchEntityRecord('postType', 'book', 1))
  expect(log).toEqual(['GET /wp/v2/types', 'GET /wp/v2/volumes/1'])
})

it('post types that are as they were keep their configs, and what is shown of them stays the same', async () => {
  const { dispatch, getState } = library()
  await dispatch(fetchEntityRecord('postType', 'book', 1))
  const before = selectEntityConfig(getState(), 'postType', 'book')
  dispatch(invalidate())
  await dispatch(fetchEntityRecord('postType', 'book', 1))
  expect(selectEntityConfig(getState(), 'postType', 'book')).toBe(before)
})

it('a post type that the application has declared stays where it was declared', async () => {
  const { dispatch, log } = library()
  dispatch(addEntities([{ kind: 'postType', name: 'book', baseURL: '/app/books' }]))
  await dispatch(fetchEntityRecord('postType', 'book', 1))
  dispatch(invalidate())
  await dispatch(fetchEntityRecord('postType', 'book', 1))
  await dispatch(fetchEntityRecord('postType', 'other', 1, undefined, { throwOnError: false }))
  await dispatch(fetchEntityRecord('postType', 'book', 1, undefined, { force: true }))
  expect(log.filter((line) => line.includes('books')).length).toBe(3)
  expect(log.filter((line) => line.includes('/wp/v2/types'))).toHaveLength(1)
})

it('a record is read where it was while the site does not say its post types', async () => {
  const { dispatch, site, log } = library()
  await dispatch(fetchEntityRecord('postType', 'book', 1))
  site.isDown = true
  dispatch(invalidate())
  await dispatch(fetchEntityRecord('postType', 'book', 1))
  expect(log.at(-1)).toBe('GET /wp/v2/books/1')
})
