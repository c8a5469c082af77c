import { act, render, screen } from '@testing-library/react'
import {
  fetchCurrentUser,
  fetchEntityRecord,
  fetchEntityRecords,
  RestError,
  selectEntityRecord,
  selectResolution,
  type EntityStore,
  type Fetcher,
} from 'copydesk'
import { durabilityOf, memoryStorage } from 'copydesk/durable'
import {
  EntityStoreProvider,
  useEntityRecord,
  useEntityRecords,
  useInfiniteEntityRecords,
} from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { person } from '../../support/person'
import { turn } from '../../support/until'

const list = { per_page: 2, orderby: 'title', order: 'asc' } as const

/** A tab whose page has read a list and a post, and is there again without a network. */
async function onTheTrain() {
  const site = createMockSite({
    posts: [
      { id: 1, title: 'Apples' },
      { id: 2, title: 'Bread' },
    ],
  })
  const storage = memoryStorage()
  const network = { isThere: true, asked: 0 }
  const tab = storage.tab()
  const open = async (page: typeof tab) => {
    const fetcher: Fetcher = (request) => {
      network.asked++
      if (network.isThere) return site.fetcher(request)
      return Promise.reject(new RestError({ code: 'offline_error', message: 'There is no network.' }))
    }
    const { store, durability } = person({ network: { fetcher }, durability: { storage: page } })
    await durability.ready
    return store
  }
  const first = await open(tab)
  await first.dispatch(fetchEntityRecords('postType', 'post', list))
  await first.dispatch(fetchEntityRecord('postType', 'post', 1))
  await first.dispatch(fetchCurrentUser())
  await durabilityOf(first)?.flush()
  tab.kill()
  network.isThere = false
  storage.setOnline(false)
  return { site, storage, network, store: await open(tab.reload()) }
}

function Screen() {
  const { record, status, error } = useEntityRecord('postType', 'post', 1)
  const posts = useEntityRecords('postType', 'post', list)
  return (
    <p>
      {record?.title.raw} {status} {error ? 'failed' : 'fine'} / {posts.records?.length} of {posts.totalItems}{' '}
      {posts.status} {posts.error ? 'failed' : 'fine'}
    </p>
  )
}

function show(store: EntityStore) {
  return render(
    <EntityStoreProvider store={store}>
      <Screen />
    </EntityStoreProvider>,
  )
}

/** Where what is on screen comes from, as the hooks of one record, a list and a growing list say. */
function Origins() {
  const post = useEntityRecord('postType', 'post', 1)
  const posts = useEntityRecords('postType', 'post', list)
  const growing = useInfiniteEntityRecords('postType', 'post', list)
  const told = [post, posts, growing].map(({ source, at }) => `${source} ${at !== undefined}`)
  return <p>{told.join(' / ')}</p>
}

describe('Without a network', () => {
  it('hooks say of what is on screen that it was kept, and of an answer that it is the server', async () => {
    const { store, network, storage } = await onTheTrain()
    render(
      <EntityStoreProvider store={store}>
        <Origins />
      </EntityStoreProvider>,
    )
    await screen.findByText('kept true / kept true / kept true')
    network.isThere = true
    storage.setOnline(true)
    await act(async () => {
      await store.dispatch(fetchEntityRecord('postType', 'post', 1, undefined, { force: true }))
      await store.dispatch(fetchEntityRecords('postType', 'post', list, { force: true }))
    })
    await screen.findByText('server true / server true / server true')
  })

  it('a screen stands as it was kept, without an error, and asks once, not again and again', async () => {
    const { store, network } = await onTheTrain()
    network.asked = 0
    show(store)
    await act(turn)
    await screen.findByText('Apples success fine / 2 of 2 success fine')
    const { asked } = network
    // The list, the post, and which post types there are.
    expect(asked).toBeLessThanOrEqual(3)
    await act(turn)
    expect(network.asked).toBe(asked)
  })

  it('is read again when the network is back', async () => {
    const { site, store, network, storage } = await onTheTrain()
    show(store)
    await screen.findByText('Apples success fine / 2 of 2 success fine')
    await act(turn)
    await site.fetcher({ path: '/wp/v2/posts/1', method: 'PUT', data: { title: 'Avocados' } })
    network.isThere = true
    act(() => storage.setOnline(true))
    await screen.findByText('Avocados success fine / 2 of 2 success fine')
    expect(selectResolution(store.getState(), 'fetchEntityRecord', 'postType', 'post', 1).source).toBe(
      'server',
    )
  })

  it('says where it comes from, and since when', async () => {
    const { store, network } = await onTheTrain()
    const standing = () => selectResolution(store.getState(), 'fetchEntityRecord', 'postType', 'post', 1)
    expect(standing()).toMatchObject({ status: 'idle', source: 'kept' })
    expect(standing().at).toBeGreaterThan(1e12)
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    expect(standing()).toMatchObject({ status: 'success', source: 'kept' })
    expect(standing()).toBe(standing())
    expect(selectResolution(store.getState(), 'fetchCurrentUser')).toMatchObject({ source: 'kept' })
    expect(selectResolution(store.getState(), 'fetchEntityRecords', 'postType', 'post', list).source).toBe(
      'kept',
    )
    network.isThere = true
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    expect(standing()).toMatchObject({ status: 'success', source: 'server' })
  })

  it('reads resolve with what was kept, and one that is forced, or of what was never read, fails', async () => {
    const { store } = await onTheTrain()
    const { dispatch, getState } = store
    const post = await dispatch(fetchEntityRecord('postType', 'post', 1))
    expect(post).toBe(selectEntityRecord(getState(), 'postType', 'post', 1))
    expect(await dispatch(fetchEntityRecords('postType', 'post', list))).toHaveLength(2)
    expect(await dispatch(fetchCurrentUser())).toMatchObject({ id: 1 })
    await expect(
      dispatch(fetchEntityRecord('postType', 'post', 1, undefined, { force: true })),
    ).rejects.toMatchObject({ code: 'offline_error' })
    await expect(dispatch(fetchEntityRecord('postType', 'post', 99))).rejects.toMatchObject({
      code: 'offline_error',
    })
  })

  it('a post type that has another address since is read at that, and known as it was without a network', async () => {
    const site = createMockSite({ posts: [{ id: 1, title: 'Apples' }] })
    const tab = memoryStorage().tab()
    let base = 'posts'
    const open = async (page: typeof tab, isOnline = true) => {
      const fetcher: Fetcher = async ({ path = '', ...request }) => {
        if (!isOnline) throw new RestError({ code: 'offline_error', message: 'There is no network.' })
        if (path.startsWith('/wp/v2/posts') && base !== 'posts')
          throw new RestError({ code: 'rest_no_route', status: 404, message: 'No route was found.' })
        const answer = await site.fetcher({
          ...request,
          path: path.replace('/wp/v2/articles', '/wp/v2/posts'),
        })
        if (!path.startsWith('/wp/v2/types')) return answer
        const { post, ...others } = answer.data as { readonly post: object }
        return { ...answer, data: { ...others, post: { ...post, rest_base: base } } }
      }
      const { store, durability } = person({ network: { fetcher }, durability: { storage: page } })
      await durability.ready
      return store
    }
    const first = await open(tab)
    await first.dispatch(fetchEntityRecord('postType', 'post', 1))
    await durabilityOf(first)?.flush()
    tab.kill()
    base = 'articles'
    const again = tab.reload()
    const second = await open(again)
    const post = await second.dispatch(fetchEntityRecord('postType', 'post', 1))
    expect(post?.title.raw).toBe('Apples')
    expect(second.getState().config.entities).toMatchObject({
      'postType/post': { baseURL: '/wp/v2/articles' },
    })
    await durabilityOf(second)?.flush()
    again.kill()
    const third = await open(again.reload(), false)
    expect(await third.dispatch(fetchEntityRecord('postType', 'post', 1))).toMatchObject({ id: 1 })
    expect(third.getState().config.entities).toMatchObject({
      'postType/post': { baseURL: '/wp/v2/articles' },
    })
  })
})
