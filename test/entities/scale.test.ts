import {
  createEntityStore,
  editEntityRecord,
  type EntityStore,
  loadEntityConfigs,
  receiveEntityRecords,
  selectEntityRecord,
  selectEntityRecords,
} from 'copydesk'
import { beforeAll, describe, expect, it } from 'vitest'
import { fakeServer, post } from '../support/fakeServer'
import { tableRows } from '../support/tableRows'

/** Ids as a site has them: far apart. */
const sparse = (i: number) => i * 7919 + 13

async function storeWith(count: number): Promise<EntityStore> {
  const store = createEntityStore({ fetcher: fakeServer().fetcher, devTools: false })
  await store.dispatch(loadEntityConfigs('postType'))
  const ids = Array.from({ length: count }, (_, i) => sparse(i))
  for (let page = 0; page * 100 < count; page++) {
    const rows = ids.slice(page * 100, page * 100 + 100).map((id) => post(id))
    store.dispatch(receiveEntityRecords('postType', 'post', rows, { page: page + 1, per_page: 100 }))
  }
  return store
}

/** All arrays of a table, its branches and buckets; not the records in them. */
function nodesOf(node: unknown, found = new Set<unknown>()): Set<unknown> {
  if (!Array.isArray(node)) return found
  found.add(node)
  if (typeof node[0] !== 'string') for (const child of node) nodesOf(child, found)
  return found
}

const rootOf = (store: EntityStore) =>
  tableRows<{ contexts: { default?: { root: unknown } } }>(store.getState().entities.records).get(
    'postType/post',
  )?.contexts.default?.root

function copiedBy(store: EntityStore, work: () => void): number {
  const before = nodesOf(rootOf(store))
  work()
  return [...nodesOf(rootOf(store))].filter((node) => !before.has(node)).length
}

describe('ten thousand records', () => {
  let big: EntityStore
  let small: EntityStore
  beforeAll(async () => {
    big = await storeWith(10_000)
    small = await storeWith(100)
  })

  it('are all there', () => {
    expect(selectEntityRecord(big.getState(), 'postType', 'post', sparse(9999))).toMatchObject({
      id: sparse(9999),
    })
    expect(
      selectEntityRecords(big.getState(), 'postType', 'post', { page: 100, per_page: 100 }),
    ).toHaveLength(100)
  })

  it('cost one that changes no more than a path of a few short arrays', () => {
    const change = (store: EntityStore) => () =>
      store.dispatch(receiveEntityRecords('postType', 'post', post(sparse(50), { slug: 'new' })))
    expect(copiedBy(big, change(big))).toBeLessThanOrEqual(5)
    expect(copiedBy(small, change(small))).toBeGreaterThanOrEqual(1)
  })

  it('cost one more page about a path for each of its rows', () => {
    const rows = Array.from({ length: 100 }, (_, i) => post(sparse(20_000 + i)))
    const copied = copiedBy(big, () =>
      big.dispatch(receiveEntityRecords('postType', 'post', rows, { page: 101, per_page: 100 })),
    )
    expect(copied).toBeLessThan(400)
    expect(nodesOf(rootOf(big)).size).toBeGreaterThan(1000)
  })

  it('cost an edit nothing', () => {
    const edit = () => big.dispatch(editEntityRecord('postType', 'post', sparse(7), { title: 'X' }))
    expect(copiedBy(big, edit)).toBe(0)
  })

  it('are not visited when one changes or is edited', () => {
    let reads = 0
    const store = createEntityStore({
      fetcher: fakeServer().fetcher,
      devTools: false,
      entities: [{ kind: 'a', name: 'b', baseURL: '/b' }],
    })
    const watched = (id: number) =>
      Object.defineProperty({ id } as { id: number; value: number }, 'value', {
        enumerable: true,
        get: () => ++reads && 1,
      })
    store.dispatch(
      receiveEntityRecords(
        'a',
        'b',
        Array.from({ length: 1000 }, (_, i) => watched(sparse(i))),
      ),
    )
    reads = 0
    store.dispatch(receiveEntityRecords('a', 'b', { id: sparse(5), value: 2 }))
    store.dispatch(editEntityRecord('a', 'b', sparse(6), { value: 2 }))
    expect(reads).toBeLessThan(10)
  })
})
