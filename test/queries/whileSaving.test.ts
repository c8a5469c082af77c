import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  createEntityStore,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  saveEditedEntityRecord,
  selectEntityRecord,
  selectEntityRecords,
} from 'copydesk'
import { acquireLock, releaseLock, selectPendingLocks } from 'copydesk/actions'
import { fakeServer, post, refusal, reply, settle } from '../support/fakeServer'

afterEach(() => {
  vi.useRealTimers()
})

const headers = { 'X-WP-Total': '2', 'X-WP-TotalPages': '1' }

/** A store with two posts of which the first is being saved; the server has changed both meanwhile. */
async function saving() {
  let title = 'Post'
  const server = fakeServer(({ method, path }) => {
    if (method !== 'GET') return undefined
    const row = (id: number) => post(id, { title: { raw: `${title} ${id}`, rendered: `${title} ${id}` } })
    if (path.startsWith('/wp/v2/posts?')) return reply([row(1), row(2)], { headers })
    return path.startsWith('/wp/v2/posts/1') ? row(1) : undefined
  })
  const store = createEntityStore({ fetcher: server.fetcher, devTools: false })
  const { dispatch, getState } = store
  await dispatch(fetchEntityRecord('postType', 'post', 1))
  dispatch(editEntityRecord('postType', 'post', 1, { excerpt: 'New' }))
  const save = dispatch(saveEditedEntityRecord('postType', 'post', 1))
  await settle()
  title = 'Changed'
  const list = () => dispatch(fetchEntityRecords('postType', 'post'))
  const raw = (record: unknown) => (record as { title: { raw: string } } | undefined)?.title.raw
  return {
    server,
    store,
    save,
    list,
    lists: () => server.log.filter((line) => line.startsWith('GET /wp/v2/posts?')).length,
    titles: () => selectEntityRecords(getState(), 'postType', 'post')?.map(raw),
    title: () => raw(selectEntityRecord(getState(), 'postType', 'post', 1)),
  }
}

describe('a list that is read while one of its records is saved', () => {
  it('is not held up by a save that never ends', async () => {
    const { list, titles } = await saving()
    expect(await list()).toHaveLength(2)
    expect(titles()).toEqual(['Post 1', 'Changed 2'])
  })

  it('waits for the save for a second where its rows are known, to be read once after many saves', async () => {
    const { server, store, save, list, lists } = await saving()
    await list()
    vi.useFakeTimers()
    const force = { force: true }
    const again = store.dispatch(fetchEntityRecords('postType', 'post', undefined, force))
    await vi.advanceTimersByTimeAsync(999)
    expect(lists()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(lists()).toBe(2)
    expect(await again).toHaveLength(2)
    const third = store.dispatch(fetchEntityRecords('postType', 'post', undefined, force))
    await vi.advanceTimersByTimeAsync(10)
    expect(lists()).toBe(2)
    server.waiting[0]?.answer(post(1, { excerpt: 'New' }))
    await Promise.all([save, third])
    expect(lists()).toBe(3)
    // Nothing that has waited reads once more.
    await vi.advanceTimersByTimeAsync(5000)
    expect(lists()).toBe(3)
  })

  it.each([
    [
      'answered',
      (server: ReturnType<typeof fakeServer>) => server.waiting[0]?.answer(post(1, { excerpt: 'New' })),
    ],
    ['refused', (server: ReturnType<typeof fakeServer>) => server.waiting[0]?.fail(refusal(400, 'bad'))],
    ['lost', (server: ReturnType<typeof fakeServer>) => server.waiting[0]?.fail(refusal(0, 'fetch_error'))],
  ])('is asked again when the save was %s', async (how, end) => {
    const { server, save, list, lists, titles, store } = await saving()
    await list()
    await list()
    expect(lists()).toBe(1)
    end(server)
    await save
    await settle()
    await list()
    expect(lists()).toBe(2)
    expect(titles()).toEqual(['Changed 1', 'Changed 2'])
    expect(selectPendingLocks(store.getState())).toEqual([])
  })

  it('waits for a lock that somebody holds on its own', async () => {
    const { store, server, save, list } = await saving()
    server.waiting[0]?.fail(refusal(400, 'bad'))
    await save
    const path = ['entities', 'records', 'postType', 'post', 2]
    const lock = await store.dispatch(acquireLock(path, { exclusive: true }))
    let isRead = false
    const read = list().then(() => (isRead = true))
    await settle()
    expect(isRead).toBe(false)
    store.dispatch(releaseLock(lock))
    expect(await read).toBe(true)
  })

  it('lets a single read of the record wait for the save, whose answer is newer', async () => {
    const { store, server, title } = await saving()
    const read = store.dispatch(fetchEntityRecord('postType', 'post', 1, undefined, { force: true }))
    await settle()
    expect(server.log.filter((line) => line.startsWith('GET /wp/v2/posts/1'))).toHaveLength(1)
    server.waiting[0]?.answer(post(1, { excerpt: 'New' }))
    await read
    expect(title()).toBe('Changed 1')
  })
})
