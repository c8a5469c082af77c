import {
  createEntityStore,
  editEntityRecord,
  receiveEntityRecords,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
} from 'copydesk'
import { afterEach, expect, it, vi } from 'vitest'

// A page without a bundler loads the browser builds of the libraries: those ask for no `process` either.
vi.mock('redux', () => import('../../node_modules/redux/dist/redux.browser.mjs' as string))
vi.mock('reselect', () => import('../../node_modules/reselect/dist/reselect.browser.mjs' as string))
vi.mock('immer', () => import('../../node_modules/immer/dist/immer.production.mjs' as string))

const { process } = globalThis

afterEach(() => {
  globalThis.process = process
})

it('a page without a bundler, which has no `process`, makes a store and works with it', () => {
  Reflect.deleteProperty(globalThis, 'process')
  expect(typeof globalThis.process).toBe('undefined')
  const book = { kind: 'shop', name: 'book', baseURL: '/shop/v1/books' }
  const store = createEntityStore({ fetcher: () => Promise.reject(new Error('offline')), entities: [book] })
  store.dispatch(receiveEntityRecords('shop', 'book', { id: 1, title: 'One' }))
  store.dispatch(editEntityRecord('shop', 'book', 1, { title: 'Two' }))
  expect(selectEditedEntityRecord(store.getState(), 'shop', 'book', 1)).toEqual({ id: 1, title: 'Two' })
  expect(selectDirtyEntityRecords(store.getState())).toHaveLength(1)
})
