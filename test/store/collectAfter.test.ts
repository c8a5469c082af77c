import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import {
  createEntityStore,
  editEntityRecord,
  fetchAutosaves,
  fetchCurrentUser,
  fetchEmbedPreview,
  fetchEntityRecord,
  fetchEntityRecords,
  invalidate,
  receiveEntityRecords,
  removeEntityRecords,
  selectCurrentUser,
  selectEmbedPreview,
  selectEntityRecord,
  selectHasUndo,
  startCollecting,
  undo,
  type EntityStore,
  type EntityStoreOptions,
} from 'copydesk'
import { addresses, entityKey, type RecordKey } from 'copydesk/actions'
import { createTestStore } from 'copydesk/testing'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, post, reply } from '../support/fakeServer'
import { tableRows } from '../support/tableRows'
import { turn } from '../support/until'

const minute = 60_000
const posts = entityKey('postType', 'post')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

function setUp(options: Partial<EntityStoreOptions> = {}) {
  let id = 0
  const server = fakeServer(({ path }) => {
    if (path.includes('/types')) return { post: { rest_base: 'posts', name: 'Posts' } }
    if (path.includes('/oembed')) return { html: path }
    if (path.includes('/users/me')) return { id: 1, name: 'Ann' }
    const asked = /posts\/(\d+)/.exec(path)?.[1]
    return asked ? post(Number(asked)) : reply([post(++id), post(++id)], { headers: { 'X-WP-Total': '2' } })
  })
  const store = createEntityStore({ fetcher: server.fetcher, devTools: false, ...options })
  return { ...server, store }
}

interface Sized {
  readonly size: number
}

interface KeptRecords {
  readonly contexts: { readonly [context: string]: Sized }
}

function counts(store: EntityStore) {
  const { entities, queries, lookups, resolution } = store.getState()
  const posts = tableRows<KeptRecords>(entities.records).get('postType/post')
  const lists = tableRows<Sized>(queries).get('postType/post')
  return {
    records: posts?.contexts.default?.size ?? 0,
    lists: lists?.size ?? 0,
    lookups: lookups.size,
    questions: resolution.entries.size,
    invalidated: resolution.invalidatedSeqs.size,
  }
}

const isKnown = (store: EntityStore, id: number) =>
  selectEntityRecord(store.getState(), 'postType', 'post', id) !== undefined

describe('What nobody has used for five minutes', () => {
  it('goes by itself: an hour of searching as somebody types holds what the last minutes brought', async () => {
    const { store } = setUp()
    const most = { records: 0, lists: 0, questions: 0, lookups: 0, invalidated: 0 }
    for (let search = 0; search < 1800; search++) {
      await store.dispatch(fetchEntityRecords('postType', 'post', { search: `text ${search}` }))
      if (search % 3 === 0) await store.dispatch(fetchEmbedPreview(`https://example.org/${search}`))
      vi.advanceTimersByTime(2000)
      const now = counts(store)
      for (const name of Object.keys(most) as (keyof typeof most)[])
        most[name] = Math.max(most[name], now[name])
    }
    // What came in the last five minutes, and until somebody looks, which is four times in that.
    const kept = (1.5 * 5 * minute) / 2000
    expect(most.lists).toBeLessThanOrEqual(kept)
    expect(most.records).toBeLessThanOrEqual(2 * kept)
    expect(most.questions).toBeLessThanOrEqual(2 * kept)
    expect(most.lookups).toBeLessThanOrEqual(kept)
    expect(most.invalidated).toBeLessThanOrEqual(kept)
    vi.advanceTimersByTime(10 * minute)
    expect(counts(store)).toMatchObject({ records: 0, lists: 0, lookups: 0, invalidated: 0 })
  })

  it.each<[string, (store: EntityStore, id: number) => unknown]>([
    ['a record', (store, id) => store.dispatch(invalidate({ kind: 'postType', name: 'post', id }))],
    [
      'a list',
      (store, id) => store.dispatch(invalidate({ kind: 'postType', name: 'post', query: { author: id } })),
    ],
    ['a removal', (store, id) => store.dispatch(removeEntityRecords('postType', 'post', [id]))],
  ])('goes by itself: that %s was changed of which nothing is known', async (what, change) => {
    const { store } = setUp()
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    const before = JSON.stringify(store.getState()).length
    for (let id = 1000; id < 2000; id++) change(store, id)
    expect(JSON.stringify(store.getState()).length).toBeGreaterThan(before + 20_000)
    vi.advanceTimersByTime(10 * minute)
    expect(JSON.stringify(store.getState()).length).toBeLessThanOrEqual(before)
  })

  it('does not go: that a record was changed, while an older answer that depends on it is known', async () => {
    const { store, site } = createTestStore({ posts: [{ id: 1 }] })
    await store.dispatch(fetchAutosaves('post', 1))
    store.subscribeTo(
      addresses.answer('autosaves', addresses.record(posts, '1' as RecordKey)),
      () => undefined,
    )
    store.dispatch(invalidate({ kind: 'postType', name: 'post', id: 1 }))
    vi.advanceTimersByTime(20 * minute)
    site.clearRequests()
    await store.dispatch(fetchAutosaves('post', 1))
    // What invalidate has made stale is asked for past the cache of a host.
    const asked = site.requests.map(({ path }) => path.replace(/&_fresh=\w+$/, ''))
    expect(asked).toContain('/wp/v2/posts/1/autosaves?context=edit')
  })

  it('stays while a thunk reads it from time to time, though it is known', async () => {
    const { store, log } = setUp()
    for (const id of [1, 2]) await store.dispatch(fetchEntityRecord('postType', 'post', id))
    const asked = log.length
    for (let minutes = 0; minutes < 30; minutes += 3) {
      vi.advanceTimersByTime(3 * minute)
      await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    }
    expect([1, 2].map((id) => isKnown(store, id))).toEqual([true, false])
    expect(log).toHaveLength(asked)
    vi.advanceTimersByTime(10 * minute)
    expect(isKnown(store, 1)).toBe(false)
  })

  it('stays where it is edited or can be undone', async () => {
    const { store } = setUp()
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
    store.dispatch(undo())
    vi.advanceTimersByTime(60 * minute)
    expect(isKnown(store, 1)).toBe(true)
    expect(selectHasUndo(store.getState())).toBe(false)
  })

  it('stays where there is only one of it: who the user is, and records without an id', async () => {
    const { store } = setUp()
    await store.dispatch(fetchCurrentUser())
    await store.dispatch(fetchEmbedPreview('https://example.org/'))
    store.dispatch(receiveEntityRecords('root', '__unstableBase', { name: 'Site' }))
    vi.advanceTimersByTime(60 * minute)
    expect(selectCurrentUser(store.getState())).toMatchObject({ name: 'Ann' })
    expect(selectEmbedPreview(store.getState(), 'https://example.org/')).toBeUndefined()
    expect(selectEntityRecord(store.getState(), 'root', '__unstableBase')).toBeDefined()
  })

  it('is looked for only as long as there is something that nobody uses', async () => {
    const { store } = setUp()
    expect(vi.getTimerCount()).toBe(0)
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(10 * minute)
    expect(isKnown(store, 1)).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('A look for what nobody uses', () => {
  it('asks about none of thousands that came before, when one of them is left', async () => {
    const { store } = setUp({ collectAfter: false })
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    const records = Array.from({ length: 1000 }, (_, at) => post(at + 1))
    store.dispatch(receiveEntityRecords('postType', 'post', records))
    const keep = vi.fn((kind: string, name: string, id: string | undefined) => id === '5')
    const stop = startCollecting(store, { after: 4 * minute, keep })
    vi.advanceTimersByTime(minute)
    const asked = () => keep.mock.calls.flatMap(([, , id]) => id ?? [])
    store.subscribeTo(addresses.record(posts, '7' as RecordKey), () => {})()
    vi.advanceTimersByTime(2 * minute)
    expect(asked()).toEqual([])
    vi.advanceTimersByTime(minute)
    expect(asked()).toHaveLength(1000)
    expect([4, 5, 6].map((id) => isKnown(store, id))).toEqual([false, true, false])
    stop()
  })

  it('counts from when a record has left the screen, a list that was shown, or what is edited', async () => {
    const { store } = setUp({ collectAfter: 4 * minute })
    await store.dispatch(fetchEntityRecord('postType', 'post', 9))
    store.dispatch(receiveEntityRecords('postType', 'post', [post(1)], { query: { search: 'a' } }))
    store.dispatch(receiveEntityRecords('postType', 'post', [post(2), post(3), post(4)]))
    const leaveList = store.subscribeTo(addresses.lists(posts), () => {})
    const leave = store.subscribeTo(addresses.record(posts, '2' as RecordKey), () => {})
    store.dispatch(editEntityRecord('postType', 'post', 3, { title: 'Edited' }, { undoIgnore: true }))
    vi.advanceTimersByTime(20 * minute)
    const known = () => [1, 2, 3, 4].map((id) => isKnown(store, id))
    expect(known()).toEqual([true, true, true, false])
    leaveList()
    leave()
    store.dispatch(editEntityRecord('postType', 'post', 3, { title: undefined }, { undoIgnore: true }))
    vi.advanceTimersByTime(4 * minute)
    expect(known()).toEqual([true, true, true, false])
    vi.advanceTimersByTime(2 * minute)
    expect(known()).toEqual([false, false, false, false])
  })
})

describe('The option collectAfter', () => {
  it('says how long', async () => {
    const { store } = setUp({ collectAfter: minute })
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    vi.advanceTimersByTime(0.9 * minute)
    expect(isKnown(store, 1)).toBe(true)
    vi.advanceTimersByTime(minute)
    expect(isKnown(store, 1)).toBe(false)
  })

  it('false keeps everything, until somebody starts collecting', async () => {
    const { store } = setUp({ collectAfter: false })
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    vi.advanceTimersByTime(60 * minute)
    expect(isKnown(store, 1)).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
    const stop = startCollecting(store, { after: minute })
    vi.advanceTimersByTime(2 * minute)
    expect(isKnown(store, 1)).toBe(false)
    stop()
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    vi.advanceTimersByTime(60 * minute)
    expect(isKnown(store, 1)).toBe(true)
  })

  it.each([0, -1, NaN, Infinity, '5', true, null])('refuses %o', (collectAfter) => {
    expect(() => setUp({ collectAfter: collectAfter as number })).toThrow(
      expect.objectContaining({
        code: 'invalid_option',
        message: expect.stringContaining('Pass a number of milliseconds above 0.') as string,
      }),
    )
  })

  it('keeps what any of the plugins keeps', async () => {
    const keeping = (kept: string) => () => ({
      keep: (kind: string, name: string, id: string | undefined) => id === kept,
    })
    const { store } = setUp({ plugins: [keeping('1'), keeping('2')] })
    for (const id of [1, 2, 3]) await store.dispatch(fetchEntityRecord('postType', 'post', id))
    vi.advanceTimersByTime(20 * minute)
    expect([1, 2, 3].map((id) => isKnown(store, id))).toEqual([true, true, false])
  })

  it('gives way to startCollecting, whose keep counts alone and beside others', async () => {
    const { store } = setUp()
    for (const id of [1, 2, 3]) await store.dispatch(fetchEntityRecord('postType', 'post', id))
    const keeping = (kept: string) =>
      startCollecting(store, { after: minute, keep: (kind, name, id) => id === kept })
    const stopOne = keeping('1')
    const stopTwo = keeping('2')
    vi.advanceTimersByTime(3 * minute)
    expect([1, 2, 3].map((id) => isKnown(store, id))).toEqual([true, true, false])
    stopOne()
    // Once more ends nobody else's.
    stopOne()
    vi.advanceTimersByTime(3 * minute)
    expect([1, 2].map((id) => isKnown(store, id))).toEqual([false, true])
    stopTwo()
    vi.advanceTimersByTime(10 * minute)
    expect(isKnown(store, 2)).toBe(false)
  })
})

describe('A store that nobody has any more', () => {
  it('is not kept by what looks for unused things in it', async () => {
    vi.useRealTimers()
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const make = () => {
      const { store } = createTestStore()
      store.dispatch(receiveEntityRecords('root', 'user', { id: 1 }))
      return new WeakRef(store)
    }
    const stores = Array.from({ length: 20 }, make)
    for (let round = 0; round < 5; round++) {
      await turn()
      collect()
    }
    // What was made last may still be remembered by selectors and by the engine.
    expect(stores.filter((store) => store.deref() !== undefined).length).toBeLessThan(5)
  })
})
