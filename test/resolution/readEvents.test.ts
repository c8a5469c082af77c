import {
  createEntityStore,
  fetchCurrentUser,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchPermissions,
  invalidate,
  loadEntityConfigs,
  receiveEntityRecords,
  removeEntityRecords,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { fakeServer, post, refusal, reply } from '../support/fakeServer'

interface LoggedAction {
  readonly type: string
  readonly key?: string
  readonly answers?: { readonly key: string }
}

async function loggedStore() {
  const server = fakeServer(({ path, method }) => {
    if (method === 'OPTIONS') return reply(null, { headers: { Allow: 'GET' } })
    if (path.includes('/posts/404')) return refusal(404, 'rest_post_invalid_id')
    if (path.includes('/posts/')) return post(7)
    if (path.includes('/users/me')) return { id: 1, name: 'Ann' }
    return path.startsWith('/wp/v2/posts') ? [post(1), post(2)] : undefined
  })
  const log: LoggedAction[] = []
  const store = createEntityStore({
    fetcher: server.fetcher,
    devTools: false,
    middleware: [
      () => (next) => (action) => {
        log.push(action as LoggedAction)
        return next(action)
      },
    ],
  })
  await store.dispatch(loadEntityConfigs('postType'))
  log.length = 0
  return { store, log, types: () => log.map(({ type }) => type) }
}

const question = (...parts: unknown[]) => JSON.stringify(parts)

describe('a read as its events tell it', () => {
  it('of a record is started, and received with what it answers', async () => {
    const { store, log, types } = await loggedStore()
    await store.dispatch(fetchEntityRecord('postType', 'post', 7))
    expect(types()).toEqual(['resolution/started', 'entities/recordReceived'])
    const key = question('fetchEntityRecord', 'postType', 'post', 7)
    expect([log[0]?.key, log[1]?.answers?.key]).toEqual([key, key])
  })

  it('of a list is started, and received with its records and what it answers', async () => {
    const { store, log, types } = await loggedStore()
    await store.dispatch(fetchEntityRecords('postType', 'post', { per_page: 20 }))
    expect(types()).toEqual(['resolution/started', 'queries/listReceived'])
    expect(log[1]?.answers?.key).toBe('["fetchEntityRecords","postType","post",{"per_page":20}]')
    expect(log[1]).toMatchObject({ received: { keys: ['1', '2'] }, window: { ids: ['1', '2'] } })
  })

  it('of permissions and lookups is one event, too', async () => {
    const { store, types } = await loggedStore()
    await store.dispatch(fetchPermissions('media'))
    await store.dispatch(fetchCurrentUser())
    expect(types()).toEqual([
      'resolution/started',
      'permissions/received',
      'resolution/started',
      'lookups/answerReceived',
    ])
  })

  it('that fails or is given up says so', async () => {
    const { store, types } = await loggedStore()
    await store.dispatch(fetchEntityRecord('postType', 'post', 404)).catch(() => undefined)
    const controller = new AbortController()
    const read = store.dispatch(fetchEntityRecord('postType', 'post', 8, {}, { signal: controller.signal }))
    controller.abort()
    await read.catch(() => undefined)
    expect(types()).toEqual([
      'resolution/started',
      'resolution/failed',
      'resolution/started',
      'resolution/aborted',
    ])
  })

  it('is one event by hand: received, removed, invalidated', async () => {
    const { store, types } = await loggedStore()
    store.dispatch(receiveEntityRecords('postType', 'post', [post(1)], {}, { invalidate: true }))
    store.dispatch(receiveEntityRecords('postType', 'post', post(1)))
    store.dispatch(removeEntityRecords('postType', 'post', 1))
    store.dispatch(invalidate())
    expect(types()).toEqual([
      'queries/listReceived',
      'entities/recordsReceived',
      'entities/recordsRemoved',
      'resolution/invalidated',
    ])
  })

  it('holds as answers what its equals ask again for, however they are written', async () => {
    const { store, log } = await loggedStore()
    await store.dispatch(fetchEntityRecords('postType', 'post', { author: 1, page: 1, per_page: '20' }))
    await store.dispatch(
      fetchEntityRecords('postType', 'post', { per_page: 20, author: '1', search: undefined }),
    )
    expect(log).toHaveLength(2)
    const { entries } = store.getState().resolution
    expect(JSON.stringify(entries)).toContain('"args":["postType","post",{"author":1,"per_page":20}]')
  })
})
