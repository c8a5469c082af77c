import {
  createEntityStore,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchRevisions,
  loadEntityConfigs,
} from 'copydesk'
import { acquireLock, releaseLock } from 'copydesk/actions'
import { describe, expect, it } from 'vitest'
import { fakeServer, post, settle } from '../support/fakeServer'

async function lockedStore(path: readonly string[]) {
  const server = fakeServer(({ path }) => {
    if (path.includes('/revisions')) return [{ id: 9, parent: 7 }]
    if (/posts\/7/.test(path)) return post(7)
    return path.startsWith('/wp/v2/posts') ? [post(7)] : undefined
  })
  const store = createEntityStore({ fetcher: server.fetcher, devTools: false })
  await store.dispatch(loadEntityConfigs('postType'))
  server.log.length = 0
  const lock = await store.dispatch(acquireLock(path, { exclusive: true }))
  return { store, log: server.log, lock }
}

const posts = ['entities', 'records', 'postType', 'post']

describe('a read under an exclusive lock of its own', () => {
  it('of a record does not wait for it', async () => {
    const { store, lock } = await lockedStore([...posts, '7'])
    const read = store.dispatch(fetchEntityRecord('postType', 'post', 7, undefined, { lock }))
    expect(await read).toMatchObject({ id: 7 })
    store.dispatch(releaseLock(lock))
  })

  it('of a list or of revisions does not wait for it', async () => {
    const { store, lock } = await lockedStore(posts)
    expect(await store.dispatch(fetchEntityRecords('postType', 'post', {}, { lock }))).toHaveLength(1)
    expect(await store.dispatch(fetchRevisions('postType', 'post', 7, {}, { lock }))).toHaveLength(1)
  })

  it('does not wait for an equal read of others that waits for it', async () => {
    const { store, lock, log } = await lockedStore([...posts, '7'])
    const others = store.dispatch(fetchEntityRecord('postType', 'post', 7))
    await settle()
    const own = store.dispatch(fetchEntityRecord('postType', 'post', 7, undefined, { lock }))
    expect(await own).toMatchObject({ id: 7 })
    expect(log).toHaveLength(1)
    store.dispatch(releaseLock(lock))
    expect(await others).toMatchObject({ id: 7 })
  })

  it('waits for it when it is a lock on something else', async () => {
    const { store, log } = await lockedStore([...posts, '7'])
    const lock = await store.dispatch(acquireLock([...posts, '8'], { exclusive: true }))
    void store.dispatch(fetchEntityRecord('postType', 'post', 7, undefined, { lock }))
    await settle()
    expect(log).toEqual([])
  })
})
