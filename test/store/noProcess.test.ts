import {
  createEntityStore,
  editEntityRecord,
  receiveEntityRecords,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
} from 'copydesk'
import { afterEach, expect, it, vi } from 'vitest'

// A page without a bundler loads the browser builds of the libraries: those ask for no `process` either.
const builds = vi.hoisted(() => {
  const at = (path: string) => new URL(`../../node_modules/${path}`, import.meta.url).href
  return {
    redux: at('redux/dist/redux.browser.mjs'),
    reselect: at('reselect/dist/reselect.browser.mjs'),
    immer: at('immer/dist/immer.production.mjs'),
  }
})
vi.mock('redux', () => import(/* @vite-ignore */ builds.redux))
vi.mock('reselect', () => import(/* @vite-ignore */ builds.reselect))
vi.mock('immer', () => import(/* @vite-ignore */ builds.immer))

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
