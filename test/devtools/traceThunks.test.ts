import {
  createEntityStore,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  invalidate,
  saveEditedEntityRecord,
} from 'copydesk'
import { storeForArea } from 'copydesk/devtools'
import { createMockSite } from 'copydesk/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { attachRecorder } from '../../src/devtools/recording/recorder'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A site with two posts, and a store that the devtools are attached to. */
function openWatched() {
  const site = createMockSite({
    posts: [
      { id: 7, title: 'Seven' },
      { id: 8, title: 'Eight' },
    ],
  })
  const store = createEntityStore({ fetcher: site.as('administrator'), devTools: false })
  const { requests: log } = attachRecorder(store)
  const list = storeForArea(store, 'List')
  const document = storeForArea(store, 'Document')
  const reasons = (path: string) =>
    log
      .read()
      .requests.filter((request) => request.path.startsWith(path))
      .map(({ method, reason }) => [method, reason?.area, reason?.what, reason?.occasion])
  /** Lets the next tick begin. */
  const tick = () => vi.advanceTimersByTimeAsync(1)
  return { log, store, list, document, reasons, tick }
}

const read = fetchEntityRecord('postType', 'post', 7)

describe('A store with devtools', () => {
  it('tells which part of the page a request came from, for which read, and why', async () => {
    const { document, reasons } = openWatched()
    await document.dispatch(fetchEntityRecord('postType', 'post', 7))
    expect(reasons('/wp/v2/posts/7')).toEqual([
      ['GET', 'Document', 'fetchEntityRecord postType/post 7', 'not known yet'],
    ])
    expect(reasons('/wp/v2/types')).toEqual([
      ['GET', 'Document', 'loadEntityConfigs postType', 'not known yet'],
    ])
  })

  it('tells when an answer was no longer fresh', async () => {
    const { document, reasons, tick } = openWatched()
    await document.dispatch(read)
    await tick()
    document.dispatch(invalidate({ kind: 'postType', name: 'post', id: 7 }))
    await document.dispatch(read)
    expect(reasons('/wp/v2/posts/7')[0]).toEqual([
      'GET',
      'Document',
      'fetchEntityRecord postType/post 7',
      'no longer fresh',
    ])
  })

  it('tells of a save what is saved', async () => {
    const { document, reasons } = openWatched()
    await document.dispatch(read)
    document.dispatch(editEntityRecord('postType', 'post', 7, { title: 'Changed' }))
    await document.dispatch(saveEditedEntityRecord('postType', 'post', 7))
    expect(reasons('/wp/v2/posts/7')[0]).toEqual(['PUT', 'Document', 'save postType/post 7', null])
  })

  it('counts what the store knew, and what went along with a request under way', async () => {
    const { list, document, log, tick } = openWatched()
    await Promise.all([
      list.dispatch(fetchEntityRecords('postType', 'post')),
      document.dispatch(fetchEntityRecords('postType', 'post')),
    ])
    expect(log.read().counts).toEqual({ known: 0, shared: 1 })
    await tick()
    await document.dispatch(read)
    expect(log.read().counts).toEqual({ known: 1, shared: 1 })
    expect(log.read().saved).toMatchObject([
      { area: 'Document', what: 'fetchEntityRecord postType/post 7', because: 'known' },
      { area: 'Document', what: 'fetchEntityRecords postType/post', because: 'shared' },
    ])
  })

  it('does not count a part of the page that asks the same twice in one tick, as StrictMode does', async () => {
    const { list, log, tick } = openWatched()
    const controller = new AbortController()
    const given = list.dispatch(fetchEntityRecords('postType', 'post', {}, { signal: controller.signal }))
    controller.abort()
    await Promise.allSettled([given, list.dispatch(fetchEntityRecords('postType', 'post'))])
    await tick()
    await Promise.all([
      list.dispatch(fetchEntityRecords('postType', 'post')),
      list.dispatch(fetchEntityRecords('postType', 'post')),
    ])
    expect(log.read().counts).toEqual({ known: 1, shared: 0 })
  })

  it('counts no edit and no failed read as spared', async () => {
    const { document, log } = openWatched()
    await expect(document.dispatch(fetchEntityRecord('postType', 'post', 99))).rejects.toThrow()
    await document.dispatch(read)
    document.dispatch(editEntityRecord('postType', 'post', 7, { title: 'Changed' }))
    expect(log.read().counts).toEqual({ known: 0, shared: 0 })
  })

  it('knows the requests of whoever names no area, too', async () => {
    const { store, log } = openWatched()
    await store.dispatch(read)
    expect(log.read().requests[0]?.reason).toMatchObject({
      area: null,
      component: null,
      what: 'fetchEntityRecord postType/post 7',
      occasion: 'not known yet',
    })
  })

  it('shares its state among all parts of the page', async () => {
    const { list, document } = openWatched()
    await list.dispatch(read)
    expect(document.getState()).toBe(list.getState())
  })
})
