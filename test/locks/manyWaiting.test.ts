import { createEntityStore, entityReducer, type Lock } from 'copydesk'
import { acquireLock, hydrated, releaseLock, selectHeldLocks, selectPendingLocks } from 'copydesk/actions'
import { combineReducers, legacy_createStore } from 'redux'
import { describe, expect, it } from 'vitest'
import { settle } from '../support/fakeServer'

const record = ['entities', 'records', 'postType', 'post', '1']

/** A store within another one, which counts how often its state is looked at. */
function countedStore() {
  const around = legacy_createStore(combineReducers({ copydesk: entityReducer }))
  let looks = 0
  const counted = { ...around, getState: () => (looks++, around.getState()) }
  const store = createEntityStore({
    fetcher: () => Promise.reject(new Error('Locks need no network.')),
    store: counted,
    reducerPath: 'copydesk',
    devTools: false,
  })
  const take = (path: readonly string[], exclusive: boolean) =>
    store.dispatch(acquireLock(path, { exclusive }))
  const release = (lock: Lock) => store.dispatch(releaseLock(lock))
  return { store, take, release, looks: () => looks }
}

/** How often the state is looked at for each of so many that wait for one lock after the other. */
async function looksOf(count: number, exclusive: boolean) {
  const { store, take, release, looks } = countedStore()
  const first = await take(record, true)
  const turns: number[] = []
  const all = Array.from({ length: count }, async (none, at) => {
    const lock = await take(record, exclusive)
    turns.push(at)
    release(lock)
  })
  await settle()
  expect(selectPendingLocks(store.getState())).toHaveLength(count)
  const before = looks()
  release(first)
  await Promise.all(all)
  expect(turns).toEqual(Array.from({ length: count }, (none, at) => at))
  expect([selectHeldLocks(store.getState()), selectPendingLocks(store.getState())]).toEqual([[], []])
  return (looks() - before) / count
}

// How long it takes is measured by the benchmark; here it counts how often the state is looked at.
describe('of many who wait for a lock', () => {
  it('each costs the same, however many there are, when they have it one after the other', async () => {
    expect(await looksOf(200, true)).toBeLessThanOrEqual((await looksOf(20, true)) + 1)
  })

  it('each costs the same, however many there are, when they have it together', async () => {
    expect(await looksOf(200, false)).toBeLessThanOrEqual((await looksOf(20, false)) + 1)
  })

  it('none waits for ever where another state takes the place of the one in which they waited', async () => {
    const { store, take, release } = countedStore()
    const before = store.getState()
    const held = await take(record, true)
    const waiting = [take(record, true), take(record, true)]
    await settle()
    store.dispatch(hydrated(before))
    release(held)
    await expect(Promise.all(waiting)).resolves.toHaveLength(2)
  })
})
