import {
  deleteEntityRecord,
  type EntityQuery,
  type EntityStore,
  fetchEntityRecords,
  invalidate,
  type Post,
  saveEntityRecord,
  selectEntityRecords,
} from 'copydesk'
import {
  useInfiniteEntityRecords,
  type UseInfiniteEntityRecordsOptions,
  type UseInfiniteEntityRecordsResult,
} from 'copydesk/react'
import { act } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { post, refusal, reply, type SeenRequest } from '../support/fakeServer'
import { after, show, siteStore } from '../support/screen'

type List = UseInfiniteEntityRecordsResult<Post<'edit'>>

interface Props extends UseInfiniteEntityRecordsOptions {
  readonly query?: EntityQuery | undefined
}

/** Shows a growing list of posts, two a page, and keeps what the hook gave at each render. */
function shownPosts(store: EntityStore, first: Props = {}, strict = false) {
  const all: List[] = []
  function Posts({ query, ...options }: Props) {
    const shown = useInfiniteEntityRecords('postType', 'post', { per_page: 2, ...query }, options)
    all.push({ ...shown } as unknown as List)
    return null
  }
  const { rerender, unmount } = show(store, <Posts {...first} />, { strict })
  return {
    all,
    last: () => all.at(-1) as List,
    ids: () => all.at(-1)?.records?.map(({ id }) => id),
    /** All that was ever on screen. */
    seen: () => all.map(({ records }) => records?.map(({ id }) => id).join() ?? ''),
    more: () => after(() => void all.at(-1)?.fetchNextPage()),
    rerender: (props: Props) => rerender(<Posts {...props} />),
    unmount,
  }
}

/** A server with posts, in their order, that answers pages as WordPress does. */
function site(ids: number[]) {
  const state = { ids, down: (request: SeenRequest): boolean => !request }
  const rule = (request: SeenRequest) => {
    const { method, path } = request
    if (state.down(request)) return refusal(500, 'broken', 'It broke.')
    if (method === 'POST') {
      state.ids = [100, ...state.ids]
      return post(100)
    }
    if (method === 'DELETE') {
      const id = Number(/posts\/(\d+)/.exec(path)?.[1])
      state.ids = state.ids.filter((one) => one !== id)
      return { deleted: true, previous: post(id) }
    }
    const query = new URLSearchParams(path.split('?')[1])
    const size = Number(query.get('per_page') ?? 10)
    const start = (Number(query.get('page') ?? 1) - 1) * size
    const found = query.get('search') === 'odd' ? state.ids.filter((id) => id % 2) : state.ids
    return reply(
      found.slice(start, start + size).map((id) => post(id)),
      {
        headers: {
          'X-WP-Total': String(found.length),
          'X-WP-TotalPages': String(Math.ceil(found.length / size)),
        },
      },
    )
  }
  return { state, rule }
}

describe('useInfiniteEntityRecords', () => {
  it('says resolving from its first render, with null for what is not known', async () => {
    const { store } = await siteStore()
    const { all } = shownPosts(store)
    expect(all[0]).toMatchObject({
      records: undefined,
      totalItems: undefined,
      pages: 0,
      hasNextPage: false,
      isFetchingNextPage: false,
      status: 'resolving',
      isResolving: true,
      isPrevious: false,
      error: undefined,
    })
  })

  it.each([false, true])(
    'shows page after page as one list, each with one request (StrictMode: %s)',
    async (strict) => {
      const { store, log } = await siteStore(site([1, 2, 3, 4, 5]).rule)
      const { last, ids, more } = shownPosts(store, {}, strict)
      await after()
      expect(last()).toMatchObject({ totalItems: 5, hasNextPage: true, pages: 1, status: 'success' })
      expect(ids()).toEqual([1, 2])
      await more()
      expect(ids()).toEqual([1, 2, 3, 4])
      await more()
      expect(ids()).toEqual([1, 2, 3, 4, 5])
      expect(last()).toMatchObject({ hasNextPage: false, pages: 3 })
      await more()
      expect(log).toEqual([
        'GET /wp/v2/posts?context=edit&per_page=2',
        'GET /wp/v2/posts?context=edit&page=2&per_page=2',
        'GET /wp/v2/posts?context=edit&page=3&per_page=2',
      ])
    },
  )

  it('keeps the rows while the next page loads, and says so', async () => {
    const { rule } = site([1, 2, 3])
    const { store, waiting } = await siteStore((request) =>
      request.path.includes('page=2&') ? undefined : rule(request),
    )
    const { last, ids, more } = shownPosts(store)
    await after()
    await more()
    expect(ids()).toEqual([1, 2])
    expect(last()).toMatchObject({
      isFetchingNextPage: true,
      isFetching: true,
      isResolving: false,
      status: 'success',
    })
    const answer = reply([post(3)], { headers: { 'X-WP-Total': '3', 'X-WP-TotalPages': '2' } })
    await after(() => waiting[0]?.answer(answer.data, answer.options))
    expect(ids()).toEqual([1, 2, 3])
    expect(last()).toMatchObject({ isFetchingNextPage: false, isFetching: false, hasNextPage: false })
  })

  it('asks once for a page however often it is called for', async () => {
    const { store, log } = await siteStore(site([1, 2, 3, 4, 5, 6]).rule)
    const { last, ids } = shownPosts(store)
    await after()
    const { fetchNextPage } = last()
    await after(() => Promise.all([fetchNextPage(), fetchNextPage(), fetchNextPage()]))
    expect(ids()).toEqual([1, 2, 3, 4])
    expect(log).toHaveLength(2)
  })

  it('does not ask for a page before the first is known', async () => {
    const { store, log } = await siteStore()
    const { more } = shownPosts(store)
    await more()
    expect(log).toHaveLength(1)
  })

  it('keeps the rows when the next page fails, tells the error, and shows the page when tried again', async () => {
    const { state, rule } = site([1, 2, 3])
    const { store, log } = await siteStore(rule)
    const { last, ids, more } = shownPosts(store)
    await after()
    state.down = () => true
    await more()
    expect(ids()).toEqual([1, 2])
    expect(last()).toMatchObject({
      status: 'error',
      error: expect.objectContaining({ message: 'It broke.' }) as unknown,
      isFetchingNextPage: false,
      hasNextPage: true,
    })
    state.down = () => false
    await more()
    expect(ids()).toEqual([1, 2, 3])
    expect(last()).toMatchObject({ status: 'success', error: undefined })
    expect(log).toHaveLength(3)
  })

  it('tells what the first page failed with, and shows it after reading it again', async () => {
    const { state, rule } = site([1, 2, 3])
    state.down = () => true
    const { store } = await siteStore(rule)
    const { last, ids } = shownPosts(store)
    await after()
    expect(last()).toMatchObject({ status: 'error', records: undefined, isResolving: false })
    await after(() => expect(last().refetch()).resolves.toBeUndefined())
    expect(last().error?.message).toBe('It broke.')
    state.down = () => false
    await after(() => last().refetch())
    expect(ids()).toEqual([1, 2])
    expect(last().status).toBe('success')
  })

  it('shows a row once, and none too few, when rows were added on the server between two pages', async () => {
    const { state, rule } = site([1, 2, 3, 4, 5])
    const { store } = await siteStore(rule)
    const { ids, seen, more } = shownPosts(store)
    await after()
    state.ids = [9, 1, 2, 3, 4, 5]
    await more()
    expect(ids()).toEqual([9, 1, 2, 3])
    expect(seen().every((line) => new Set(line.split(',')).size === line.split(',').length)).toBe(true)
    await more()
    expect(ids()).toEqual([9, 1, 2, 3, 4, 5])
  })

  it('misses no row when rows went away on the server between two pages', async () => {
    const { state, rule } = site([1, 2, 3, 4, 5])
    const { store } = await siteStore(rule)
    const { ids, more } = shownPosts(store)
    await after()
    state.ids = [2, 3, 4, 5]
    await more()
    expect(ids()).toEqual([2, 3, 4, 5])
  })

  it('takes a deleted row out at once, and reads all that is shown again with one request', async () => {
    const { rule } = site([1, 2, 3, 4, 5])
    const { store, log, waiting } = await siteStore((request) =>
      request.path.endsWith('per_page=4') ? undefined : rule(request),
    )
    const { ids, more } = shownPosts(store)
    await after()
    await more()
    log.length = 0
    await after(() => store.dispatch(deleteEntityRecord('postType', 'post', 2, { force: true })))
    expect(ids()).toEqual([1, 3, 4])
    expect(log).toEqual(['DELETE /wp/v2/posts/2?force=true', 'GET /wp/v2/posts?context=edit&per_page=4'])
    await after(() => waiting[0]?.answer([post(1), post(3), post(4), post(5)]))
    expect(ids()).toEqual([1, 3, 4, 5])
  })

  it('shows a created row after one request, with the rows on screen meanwhile', async () => {
    const { store, log } = await siteStore(site([1, 2, 3, 4, 5]).rule)
    const { ids, all, more } = shownPosts(store)
    await after()
    await more()
    log.length = 0
    const before = all.length
    await after(() => store.dispatch(saveEntityRecord('postType', 'post', { title: 'New' })))
    expect(ids()).toEqual([100, 1, 2, 3])
    expect(all.slice(before).every(({ records }) => records?.length === 4)).toBe(true)
    expect(log).toEqual(['POST /wp/v2/posts', 'GET /wp/v2/posts?context=edit&per_page=4'])
  })

  it('reads all pages again when invalidated or told to, a hundred rows a request', async () => {
    const { state, rule } = site(Array.from({ length: 250 }, (_, i) => i + 1))
    const { store, log } = await siteStore(rule)
    const { ids, last, more } = shownPosts(store, { query: { per_page: 50 } })
    await after()
    for (const count of [100, 150, 200, 250]) {
      await more()
      expect(ids()).toHaveLength(count)
    }
    log.length = 0
    state.ids = [...state.ids].reverse()
    await after(() => store.dispatch(invalidate({ kind: 'postType', name: 'post' })))
    expect(ids()).toEqual(state.ids)
    expect(log).toEqual([
      'GET /wp/v2/posts?context=edit&per_page=100',
      'GET /wp/v2/posts?context=edit&page=2&per_page=100',
      'GET /wp/v2/posts?context=edit&page=5&per_page=50',
    ])
    await after(() => last().refetch())
    expect(log).toHaveLength(6)
  })

  it('tells what reading all again failed with, and keeps the rows', async () => {
    const { state, rule } = site([1, 2, 3, 4, 5])
    const { store } = await siteStore(rule)
    const { ids, last, more } = shownPosts(store)
    await after()
    await more()
    state.down = () => true
    await after(() => store.dispatch(invalidate()))
    expect(ids()).toEqual([1, 2, 3, 4])
    expect(last()).toMatchObject({ status: 'error', hasNextPage: true, isFetchingNextPage: false })
    state.down = () => false
    await after(() => last().refetch())
    expect(last()).toMatchObject({ status: 'success', error: undefined })
    await more()
    expect(ids()).toEqual([1, 2, 3, 4, 5])
    expect(last()).toMatchObject({ status: 'success', error: undefined })
  })

  it('starts anew for another query, and keeps the rows before where told to', async () => {
    const { rule } = site([1, 2, 3, 4, 5])
    const { store } = await siteStore(rule)
    const { ids, last, all, more, rerender } = shownPosts(store, { keepPreviousData: true })
    await after()
    await more()
    const before = all.length
    rerender({ query: { search: 'odd' }, keepPreviousData: true })
    expect(ids()).toEqual([1, 2, 3, 4])
    expect(last()).toMatchObject({ isPrevious: true, isFetching: true, totalItems: 5 })
    await after()
    expect(ids()).toEqual([1, 3])
    expect(last()).toMatchObject({ isPrevious: false, totalItems: 3, hasNextPage: true })
    expect(all.slice(before).every(({ records }) => records !== undefined)).toBe(true)
    rerender({ query: { search: 'none' } })
    expect(last().records).toBeUndefined()
    await after()
  })

  it('takes no rows of a late page of the query before', async () => {
    const { rule } = site([1, 2, 3, 4, 5])
    const {
      store,
      waiting,
      seen: requests,
    } = await siteStore((request) => (request.path.includes('&page=2') ? undefined : rule(request)))
    const { ids, more, rerender } = shownPosts(store)
    await after()
    await more()
    rerender({ query: { search: 'odd' } })
    await after()
    expect(ids()).toEqual([1, 3])
    expect(waiting).toEqual([])
    expect(requests.find(({ path }) => path.includes('&page=2'))?.request.signal?.aborted).toBe(true)
  })

  it('begins with several pages where told to, with one request, and grows from there', async () => {
    const { store, log } = await siteStore(site([1, 2, 3, 4, 5, 6, 7]).rule)
    const { ids, more } = shownPosts(store, { initialPages: 3 })
    await after()
    expect(ids()).toEqual([1, 2, 3, 4, 5, 6])
    await more()
    expect(ids()).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(log).toEqual([
      'GET /wp/v2/posts?context=edit&per_page=6',
      'GET /wp/v2/posts?context=edit&page=4&per_page=2',
    ])
  })

  it('asks nothing for pages that are known', async () => {
    const { store, log } = await siteStore(site([1, 2, 3, 4, 5]).rule)
    await store.dispatch(fetchEntityRecords('postType', 'post', { per_page: 5 }))
    const { ids, more } = shownPosts(store)
    expect(ids()).toEqual([1, 2])
    await more()
    expect(ids()).toEqual([1, 2, 3, 4])
    expect(log).toHaveLength(1)
  })

  it('does not read old pages again because of a stale time when one more is shown', async () => {
    const { store, log } = await siteStore(site([1, 2, 3, 4, 5]).rule)
    const { more } = shownPosts(store, { staleTime: 0 })
    await after()
    await more()
    await more()
    expect(log).toHaveLength(3)
  })

  it('shows all rows of an entity without pages at once', async () => {
    const { store } = await siteStore(() =>
      Array.from({ length: 12 }, (_, i) => ({ slug: `t${i}`, name: 'T' })),
    )
    const Types = () => {
      const { records, hasNextPage } = useInfiniteEntityRecords('root', 'taxonomy')
      return <p>{`${records?.length} ${hasNextPage}`}</p>
    }
    const { container } = show(store, <Types />)
    await after()
    expect(container.textContent).toBe('12 false')
  })

  it('shows nothing and asks nothing when it is not enabled, and its functions keep their identity', async () => {
    const { store, log } = await siteStore(site([1, 2, 3]).rule)
    const { last, all, more, rerender } = shownPosts(store, { enabled: false })
    await more()
    expect(log).toEqual([])
    expect(last()).toMatchObject({ records: [], status: 'idle', hasNextPage: false })
    rerender({})
    await after()
    await more()
    expect(new Set(all.map(({ fetchNextPage }) => fetchNextPage)).size).toBe(1)
    expect(new Set(all.map(({ refetch }) => refetch)).size).toBe(1)
  })

  it('reads the first page when it is told to while it is not enabled', async () => {
    const { store, log } = await siteStore(site([1, 2, 3]).rule)
    const { last } = shownPosts(store, { enabled: false })
    await after(() => last().refetch())
    expect(log).toHaveLength(1)
    expect(
      selectEntityRecords(store.getState(), 'postType', 'post', { per_page: 2 })?.map(({ id }) => id),
    ).toEqual([1, 2])
  })

  it('goes on without a total as long as pages are full', async () => {
    const { store } = await siteStore(({ path }) =>
      /[?&]page=2/.test(path) ? [post(3)] : [post(1), post(2)],
    )
    const { last, ids, more } = shownPosts(store)
    await after()
    expect(last()).toMatchObject({ totalItems: undefined, hasNextPage: true })
    await more()
    expect(ids()).toEqual([1, 2, 3])
    expect(last().hasNextPage).toBe(false)
  })

  it('renders twice for each page: when it is asked for and when it is there', async () => {
    const { store } = await siteStore(site([1, 2, 3, 4, 5, 6]).rule)
    const { all, more } = shownPosts(store)
    await after()
    expect(all).toHaveLength(2)
    await more()
    expect(all.length).toBeLessThanOrEqual(5)
  })

  it('leaves no listener and no request behind', async () => {
    const { rule } = site([1, 2, 3, 4])
    const { store, waiting } = await siteStore((request) =>
      request.path.includes('&page=2') ? undefined : rule(request),
    )
    const { more, unmount } = shownPosts(store, {}, true)
    await after()
    await more()
    expect(waiting).toHaveLength(1)
    act(() => unmount())
    await after()
    expect(store.listenerCount()).toBe(0)
    expect(waiting).toEqual([])
  })
})
