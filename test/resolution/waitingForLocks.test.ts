import {
  createEntityStore,
  editEntityRecord,
  fetchEntityRecord,
  saveEditedEntityRecord,
  selectResolution,
} from 'copydesk'
import { acquireLock, releaseLock, selectHeldLocks, selectPendingLocks } from 'copydesk/actions'
import { describe, expect, it } from 'vitest'
import { fakeServer, post, settle } from '../support/fakeServer'

const path = ['entities', 'records', 'postType', 'post', '1']

async function storeWithLock() {
  const server = fakeServer(({ path: asked }) => (asked.startsWith('/wp/v2/posts/1') ? post(1) : undefined))
  const store = createEntityStore({ fetcher: server.fetcher, devTools: false })
  const lock = await store.dispatch(acquireLock(path, { exclusive: true }))
  return {
    ...server,
    store,
    release: () => store.dispatch(releaseLock(lock)),
    status: () => selectResolution(store.getState(), 'fetchEntityRecord', 'postType', 'post', 1).status,
    reads: () => server.log.filter((line) => line.startsWith('GET /wp/v2/posts')),
  }
}

describe('a read of a record that somebody writes to', () => {
  it('is sent when the lock is given back', async () => {
    const { store, release, reads, status } = await storeWithLock()
    const read = store.dispatch(fetchEntityRecord('postType', 'post', 1))
    await settle()
    expect(reads()).toEqual([])
    expect(status()).toBe('resolving')
    release()
    expect(await read).toMatchObject({ id: 1 })
    expect(reads()).toHaveLength(1)
  })

  it('waits for a save that was asked for just before it in the same tick', async () => {
    const { store, release, log } = await storeWithLock()
    const { dispatch } = store
    release()
    await dispatch(fetchEntityRecord('postType', 'post', 1))
    log.length = 0
    dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
    const save = dispatch(saveEditedEntityRecord('postType', 'post', 1))
    const read = dispatch(fetchEntityRecord('postType', 'post', 1, undefined, { force: true }))
    await Promise.all([save, read])
    expect(log).toEqual(['PUT /wp/v2/posts/1', 'GET /wp/v2/posts/1?context=edit'])
  })

  it('leaves the queue when it is aborted there, and sends nothing', async () => {
    const { store, release, reads, status } = await storeWithLock()
    const controller = new AbortController()
    const read = store.dispatch(
      fetchEntityRecord('postType', 'post', 1, undefined, { signal: controller.signal }),
    )
    await settle()
    expect(selectPendingLocks(store.getState())).toHaveLength(1)
    controller.abort()
    await expect(read).rejects.toBe(controller.signal.reason)
    await settle()
    expect(selectPendingLocks(store.getState())).toEqual([])
    release()
    await settle()
    expect(reads()).toEqual([])
    expect(status()).toBe('idle')
  })

  it('does not keep the next write of the record waiting', async () => {
    const { store, release } = await storeWithLock()
    const read = store.dispatch(fetchEntityRecord('postType', 'post', 1))
    await settle()
    release()
    const next = store.dispatch(acquireLock(path, { exclusive: true }))
    await settle()
    expect(selectHeldLocks(store.getState())).toHaveLength(1)
    store.dispatch(releaseLock(await next))
    expect(await read).toMatchObject({ id: 1 })
  })
})
