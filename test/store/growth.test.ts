import {
  createEntityStore,
  editEntityRecord,
  type EntityState,
  type EntityStore,
  fetchEntityRecord,
  invalidate,
  loadEntityConfigs,
  receiveEntityRecords,
  receiveRevisions,
  removeEntityRecords,
  selectEntityRecord,
  selectRevisions,
  startCollecting,
} from 'copydesk'
import { entityKey, hydrated, addresses } from 'copydesk/actions'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, post } from '../support/fakeServer'

const posts = entityKey('postType', 'post')
const postAt = (id: string) => addresses.record(posts, id as never)
const local = (at: number) => `-1${String(at).padStart(15, '0')}`

async function storeOf(count: number, options = {}) {
  const server = fakeServer(({ path }) => post(Number(/posts\/(\d+)/.exec(path)?.[1])))
  const store = createEntityStore({ fetcher: server.fetcher, devTools: false, ...options })
  await store.dispatch(loadEntityConfigs('postType'))
  store.dispatch(
    receiveEntityRecords(
      'postType',
      'post',
      Array.from({ length: count }, (none, at) => post(at + 1)),
    ),
  )
  return { ...server, store }
}

/** A state in which each of the first so many posts was made under an id of its own. */
function withFormerIds(state: EntityState, count: number, look: () => void = () => undefined): EntityState {
  const aliases = Object.fromEntries(
    Array.from({ length: count }, (none, at) => [
      local(at + 1),
      {
        get entity() {
          look()
          return posts
        },
        createdAt: '2026-01-01T00:00:00.000Z',
        id: at + 1,
      },
    ]),
  )
  return { ...state, entities: { ...state.entities, aliases } }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('records that had an id of this page before the server gave them theirs', () => {
  it('are not looked through for each key that is typed', async () => {
    const { store } = await storeOf(200)
    let looks = 0
    store.dispatch(hydrated(withFormerIds(store.getState(), 200, () => looks++)))
    store.subscribeTo(postAt(local(7)), () => undefined)
    looks = 0
    store.dispatch(editEntityRecord('postType', 'post', 5, { title: 'New' }))
    expect(looks).toBe(0)
  })

  it('are followed by whoever waits for them by the id of before, and back again', async () => {
    const { store } = await storeOf(3)
    const before = store.getState()
    let told = 0
    store.subscribeTo(postAt(local(1)), () => told++)
    store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'Not it yet' }))
    expect(told).toBe(0)
    store.dispatch(hydrated(withFormerIds(store.getState(), 3)))
    expect(told).toBe(1)
    store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
    expect(told).toBe(2)
    store.dispatch(invalidate({ kind: 'postType', name: 'post', id: 1 }))
    expect(told).toBe(3)
    store.dispatch(editEntityRecord('postType', 'post', 2, { title: 'Another' }))
    expect(told).toBe(3)
    // A tool that travels in time.
    store.dispatch(hydrated(before))
    told = 0
    store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'Not it again' }))
    expect(told).toBe(0)
    expect(store.listenedAddresses()).toEqual([postAt(local(1))])
  })

  it('are kept while they are shown by it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const { store } = await storeOf(3, { collectAfter: 60_000 })
    store.dispatch(hydrated(withFormerIds(store.getState(), 3)))
    store.subscribeTo(postAt(local(1)), () => undefined)
    await store.dispatch(fetchEntityRecord('postType', 'post', 2))
    vi.advanceTimersByTime(600_000)
    const known = [1, 2].map(
      (id) => selectEntityRecord(store.getState(), 'postType', 'post', id) !== undefined,
    )
    expect(known).toEqual([true, false])
  })
})

describe('what nobody uses', () => {
  it('is looked at again only when something has changed, or some of it is due', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    let looks = 0
    const collectAfter = 80_000
    const { store } = await storeOf(200)
    const stop = startCollecting(store, { after: collectAfter, keep: () => looks++ < 0 })
    store.dispatch(receiveEntityRecords('postType', 'post', post(201)))
    vi.advanceTimersByTime(collectAfter / 4)
    looks = 0
    vi.advanceTimersByTime(collectAfter / 2)
    expect(looks).toBe(0)
    expect(selectEntityRecord(store.getState(), 'postType', 'post', 7)).toBeDefined()
    vi.advanceTimersByTime(collectAfter)
    expect(looks).toBeGreaterThan(0)
    expect(selectEntityRecord(store.getState(), 'postType', 'post', 7)).toBeUndefined()
    stop()
  })
})

describe('records of which the revisions were read', () => {
  async function withRevisions(count: number) {
    const { store } = await storeOf(3)
    for (let id = 1; id <= count; id++)
      store.dispatch(receiveRevisions('postType', 'post', 1000 + id, [{ id: 5000 + id }], {}))
    return store
  }

  /** How many fields and entries are new in a state after something. */
  function copiedBy(store: EntityStore, act: () => void): number {
    const before = objectsIn(store.getState())
    act()
    const made = [...objectsIn(store.getState())].filter((object) => !before.has(object))
    return made.reduce((sum, object) => sum + Object.keys(object).length, 0)
  }

  it('make no receipt of another record copy more, nor one of a list', async () => {
    const [few, many] = [await withRevisions(1), await withRevisions(1000)]
    const receive = (store: EntityStore, query?: object) =>
      copiedBy(store, () =>
        store.dispatch(receiveEntityRecords('postType', 'post', [post(2)], query as never)),
      )
    expect(receive(many) - receive(few)).toBeLessThan(150)
    expect(receive(many, { search: 'a' }) - receive(few, { search: 'a' })).toBeLessThan(300)
  })

  it('go with their record, and those of no other', async () => {
    const store = await withRevisions(50)
    store.dispatch(removeEntityRecords('postType', 'post', [1007]))
    const known = [1006, 1007].map((id) => selectRevisions(store.getState(), 'postType', 'post', id, {}))
    expect(known).toEqual([[{ id: 5006 }], null])
  })
})

function objectsIn(value: unknown, found = new Set<object>()): Set<object> {
  if (typeof value !== 'object' || value === null || found.has(value)) return found
  found.add(value)
  for (const entry of Object.values(value)) objectsIn(entry, found)
  return found
}
