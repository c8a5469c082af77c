import {
  createEntityStore,
  editEntityRecord,
  type EntityStore,
  fetchEntityRecord,
  loadEntityConfigs,
  receiveEntityRecords,
  selectEntityRecord,
} from 'copydesk'
import { entityKey, addresses } from 'copydesk/actions'
import { describe, expect, it } from 'vitest'
import { fakeServer, post } from '../support/fakeServer'

const sparse = (at: number) => 37 * at + 5
const postAt = (id: string | number) => addresses.record(entityKey('postType', 'post'), String(id) as never)
/** What a copy on the way down to one row takes; a copy of all rows would take thousands. */
const fewFields = 200

async function storeOf(count: number) {
  const server = fakeServer(({ path }) => post(Number(/posts\/(\d+)/.exec(path)?.[1])))
  const store = createEntityStore({ fetcher: server.fetcher, devTools: false })
  await store.dispatch(loadEntityConfigs('postType'))
  store.dispatch(
    receiveEntityRecords(
      'postType',
      'post',
      Array.from({ length: count }, (_, at) => post(sparse(at))),
    ),
  )
  return { ...server, store }
}

describe('with ten thousand records of sparse ids', () => {
  it('an edit wakes exactly those who wait for that record, of a thousand', async () => {
    const { store } = await storeOf(10_000)
    const woken: number[] = []
    for (let at = 0; at < 1000; at++) {
      store.subscribeTo(postAt(sparse(at)), () => woken.push(at))
    }
    store.dispatch(editEntityRecord('postType', 'post', sparse(500), { title: 'New' }))
    store.dispatch(editEntityRecord('postType', 'post', sparse(7), { title: 'New' }))
    store.dispatch(editEntityRecord('postType', 'post', sparse(5000), { title: 'New' }))
    expect(woken).toEqual([500, 7])
  })

  it('an edit copies hardly more of the state than with ten', async () => {
    const copiedBy = async (count: number) => {
      const { store } = await storeOf(count)
      return copied(store, () =>
        store.dispatch(editEntityRecord('postType', 'post', sparse(3), { title: 'New' })),
      )
    }
    expect((await copiedBy(10_000)) - (await copiedBy(10))).toBeLessThan(fewFields)
  })

  it('typing in one of them copies as much after a hundred letters as after the first', async () => {
    const { store } = await storeOf(10_000)
    const type = (letters: number) =>
      store.dispatch(
        editEntityRecord('postType', 'post', sparse(3), { title: 'x'.repeat(letters) }, { isCached: true }),
      )
    const first = copied(store, () => type(1))
    for (let letters = 2; letters <= 100; letters++) type(letters)
    expect(copied(store, () => type(101)) - first).toBeLessThan(10)
  })
})

describe('two thousand single reads', () => {
  it('copy hardly more of the state at their end than at their beginning', async () => {
    const { store } = await storeOf(0)
    const read = async (at: number) => {
      const before = objectsIn(store.getState())
      await store.dispatch(fetchEntityRecord('postType', 'post', sparse(at)))
      return fieldsBeside(before, store.getState())
    }
    const first = await read(0)
    await Promise.all(
      Array.from({ length: 1998 }, (_, at) =>
        store.dispatch(fetchEntityRecord('postType', 'post', sparse(at + 1))),
      ),
    )
    const last = await read(1999)
    expect(selectEntityRecord(store.getState(), 'postType', 'post', sparse(1999))?.id).toBe(sparse(1999))
    expect(last - first).toBeLessThan(fewFields)
  })

  it('tell listeners about each record a number of times that does not grow', async () => {
    const { store } = await storeOf(0)
    let rounds = 0
    store.subscribe(() => rounds++)
    await Promise.all(
      Array.from({ length: 500 }, (_, at) =>
        store.dispatch(fetchEntityRecord('postType', 'post', sparse(at))),
      ),
    )
    expect(rounds).toBeLessThanOrEqual(2 * 500)
  })
})

/** How many fields the objects have that are in the state after something and were not before. */
function copied(store: EntityStore, act: () => void): number {
  const before = objectsIn(store.getState())
  act()
  return fieldsBeside(before, store.getState())
}

function fieldsBeside(before: ReadonlySet<object>, state: object): number {
  const made = [...objectsIn(state)].filter((object) => !before.has(object))
  return made.reduce((sum, object) => sum + Object.keys(object).length, 0)
}

function objectsIn(value: unknown, found = new Set<object>()): Set<object> {
  if (typeof value !== 'object' || value === null || found.has(value)) return found
  found.add(value)
  for (const entry of Object.values(value)) objectsIn(entry, found)
  return found
}
