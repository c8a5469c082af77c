import {
  createEntityStore,
  fetchEntityRecord,
  fetchEntityRecords,
  loadEntityConfigs,
  type EntityStore,
} from 'copydesk'
import { addresses, entityKey } from 'copydesk/actions'
import { describe, expect, it } from 'vitest'
import { normalizeQuery } from '../../src/core/query'
import { fakeServer, post } from '../support/fakeServer'

const posts = entityKey('postType', 'post')

/** Waits for a list as the hooks do, and counts how often it is woken. */
function countWakes(store: EntityStore, query: object) {
  const counted = { wakes: 0 }
  store.subscribeTo(addresses.list(posts, normalizeQuery(query).listKey), () => void counted.wakes++)
  return counted
}

async function storeWithLists(count: number) {
  const server = fakeServer(({ path }) => {
    const single = /posts\/(\d+)/.exec(path)
    if (single) return post(Number(single[1]), { slug: 'changed' })
    const author = Number(/author=(\d+)/.exec(path)?.[1])
    return path.startsWith('/wp/v2/posts') ? [post(author * 10), post(author * 10 + 1)] : undefined
  })
  const store = createEntityStore({ fetcher: server.fetcher, devTools: false })
  await store.dispatch(loadEntityConfigs('postType'))
  const queries = Array.from({ length: count }, (_, i) => ({ author: i + 1 }))
  const lists = queries.map((query) => countWakes(store, query))
  for (const query of queries) await store.dispatch(fetchEntityRecords('postType', 'post', query))
  return { store, lists }
}

describe('six hundred lists of one entity', () => {
  it('wake each other by nothing: each is asked for and arrives for itself', async () => {
    const { lists } = await storeWithLists(600)
    expect(lists.map(({ wakes }) => wakes)).toEqual(lists.map(() => 2))
  })

  it('are woken by a change of a record only where they hold it', async () => {
    const { store, lists } = await storeWithLists(20)
    await store.dispatch(fetchEntityRecord('postType', 'post', 50, undefined, { force: true }))
    expect(lists.flatMap(({ wakes }, i) => (wakes > 2 ? i + 1 : []))).toEqual([5])
  })
})
