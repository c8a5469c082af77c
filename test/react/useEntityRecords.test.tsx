import {
  deleteEntityRecord,
  type EntityQuery,
  type EntityStore,
  invalidate,
  type Post,
  receiveEntityRecords,
  saveEntityRecord,
} from 'copydesk'
import { useEntityRecords, type UseEntityRecordsOptions, type UseEntityRecordsResult } from 'copydesk/react'
import { describe, expect, it } from 'vitest'
import { post, refusal, reply } from '../support/fakeServer'
import { after, show, siteStore } from '../support/screen'

type List = UseEntityRecordsResult<Post<'edit'>>

interface Props extends UseEntityRecordsOptions {
  readonly query?: EntityQuery | undefined
}

/** Shows a list of posts and keeps what the hook gave at each render; the query is written in place each time. */
function shownPosts(store: EntityStore, first: Props = {}) {
  const all: List[] = []
  function Posts({ query, ...options }: Props) {
    const shown = useEntityRecords('postType', 'post', query && { ...query }, options)
    all.push({ ...shown } as unknown as List)
    return null
  }
  const { rerender, unmount } = show(store, <Posts {...first} />)
  return {
    all,
    last: () => all.at(-1) as List,
    rerender: (props: Props) => rerender(<Posts {...props} />),
    unmount,
  }
}

const listOf = (...ids: number[]) =>
  reply(
    ids.map((id) => post(id)),
    { headers: { 'X-WP-Total': String(ids.length), 'X-WP-TotalPages': '1' } },
  )
const pageOf = (id: number) => reply([post(id)], { headers: { 'X-WP-Total': '2', 'X-WP-TotalPages': '2' } })
const ids = (list: List) => list.records && list.records.map(({ id }) => id)

describe('useEntityRecords', () => {
  it('says resolving from its first render, with null for what is not known', async () => {
    const { store } = await siteStore()
    const { all } = shownPosts(store)
    expect(all[0]).toMatchObject({
      records: undefined,
      totalItems: undefined,
      totalPages: undefined,
      status: 'resolving',
      isResolving: true,
      isFetching: true,
      hasStarted: true,
      hasResolved: false,
      isPrevious: false,
    })
  })

  it('shows the rows in the order of the server, with totals', async () => {
    const { store, log } = await siteStore(() => listOf(3, 1, 2))
    const { last } = shownPosts(store)
    await after()
    expect(ids(last())).toEqual([3, 1, 2])
    expect(last()).toMatchObject({ totalItems: 3, totalPages: 1, status: 'success', isFetching: false })
    expect(log).toEqual(['GET /wp/v2/posts?context=edit'])
  })

  it('shows an empty list as empty once that is known', async () => {
    const { store } = await siteStore(() => listOf())
    const { all, last } = shownPosts(store)
    await after()
    expect(last()).toMatchObject({ records: [], totalItems: 0, status: 'success' })
    expect(all[0]?.records).toBeUndefined()
  })

  it('does not ask again for a query that is written in place at every render', async () => {
    const { store, log } = await siteStore(() => listOf(1))
    const { last, rerender } = shownPosts(store, { query: { per_page: 5, search: 'a' } })
    await after()
    const { records, refetch } = last()
    rerender({ query: { search: 'a', per_page: 5 } })
    rerender({ query: { per_page: '5', search: 'a', author: undefined } })
    await after()
    expect(log).toHaveLength(1)
    expect(last().records).toBe(records)
    expect(last().refetch).toBe(refetch)
  })

  it('does not ask again while the first request for an inline query is under way', async () => {
    const { store, log, seen } = await siteStore()
    const { rerender } = shownPosts(store, { query: { search: 'a' } })
    await after()
    rerender({ query: { search: 'a' } })
    await after()
    expect(log).toHaveLength(1)
    expect(seen[0]?.request.signal?.aborted).toBe(false)
  })

  it('keeps its rows while it is read again, and tells that a request is under way', async () => {
    const { store, waiting } = await siteStore()
    const { all, last } = shownPosts(store)
    await after()
    await after(() => waiting[0]?.answer([post(1)]))
    const before = all.length
    await after(() => void last().refetch())
    expect(last()).toMatchObject({ isFetching: true, isResolving: false, status: 'success' })
    await after(() => waiting[0]?.answer([post(1), post(2)]))
    expect(ids(last())).toEqual([1, 2])
    expect(all.slice(before).every(({ records }) => records !== undefined)).toBe(true)
  })

  it('tells what a request failed with, and shows the rows after trying again', async () => {
    let isDown = true
    const down = refusal(500, 'broken')
    const { store } = await siteStore(() => (isDown ? down : listOf(1)))
    const { last } = shownPosts(store)
    await after()
    expect(last()).toMatchObject({ status: 'error', error: down, records: undefined, hasResolved: true })
    await after(() => expect(last().refetch()).resolves.toBeUndefined())
    isDown = false
    await after(() => last().refetch())
    expect(last()).toMatchObject({ status: 'success', error: undefined })
    expect(ids(last())).toEqual([1])
  })

  it('keeps the rows it has when a later request fails', async () => {
    let isDown = false
    const { store } = await siteStore(() => (isDown ? refusal(500, 'broken') : listOf(1)))
    const { last } = shownPosts(store)
    await after()
    isDown = true
    await after(() => store.dispatch(invalidate()))
    expect(last().status).toBe('error')
    expect(ids(last())).toEqual([1])
  })

  it('does not try again by itself after a failure, whatever happens to other lists', async () => {
    const { store, log } = await siteStore(() => refusal(500, 'broken'))
    shownPosts(store)
    await after()
    await after(() => store.dispatch(receiveEntityRecords('postType', 'post', [post(1)], { search: 'a' })))
    expect(log).toHaveLength(1)
    await after(() => store.dispatch(invalidate({ kind: 'postType', name: 'post' })))
    expect(log).toHaveLength(2)
  })

  it('asks for nothing while it is disabled, and shows a stable empty list', async () => {
    const { store, log } = await siteStore(() => listOf(1))
    const { all, last, rerender } = shownPosts(store, { enabled: false })
    rerender({ enabled: false })
    await after()
    expect(log).toEqual([])
    expect(last()).toMatchObject({ records: [], totalItems: undefined, status: 'idle', hasStarted: false })
    expect(all[0]?.records).toBe(last().records)
    rerender({})
    expect(last().status).toBe('resolving')
    await after()
    expect(ids(last())).toEqual([1])
  })

  it('asks once for what two components show', async () => {
    const { store, log, waiting } = await siteStore()
    const one = shownPosts(store, { query: { search: 'a' } })
    const other = shownPosts(store, { query: { search: 'a' } })
    await after()
    one.unmount()
    await after(() => waiting[0]?.answer([post(1)]))
    expect(ids(other.last())).toEqual([1])
    expect(log).toHaveLength(1)
  })

  it('aborts its request when the last component that shows the list goes', async () => {
    const { store, seen } = await siteStore()
    const one = shownPosts(store)
    const other = shownPosts(store)
    await after()
    one.unmount()
    await after()
    expect(seen[0]?.request.signal?.aborted).toBe(false)
    other.unmount()
    await after()
    expect(seen[0]?.request.signal?.aborted).toBe(true)
  })

  it('aborts the requests before the last one when somebody searches as they type', async () => {
    const { store, waiting, seen } = await siteStore()
    const { all, last, rerender } = shownPosts(store, { query: { search: 'a' } })
    for (const search of ['ap', 'app', 'appl', 'apple']) {
      await after()
      rerender({ query: { search } })
    }
    await after()
    expect(seen.map(({ request }) => request.signal?.aborted)).toEqual([true, true, true, true, false])
    await after(() => waiting[0]?.answer([post(7)]))
    expect(ids(last())).toEqual([7])
    expect(all.some(({ error }) => error !== undefined)).toBe(false)
  })

  it('reads a known list again on mount only when it is older than staleTime', async () => {
    const { store, log } = await siteStore(() => listOf(1))
    shownPosts(store).unmount()
    const first = shownPosts(store)
    await after()
    first.unmount()
    shownPosts(store, { staleTime: 60_000 }).unmount()
    await after()
    const before = log.length
    shownPosts(store, { staleTime: 0 })
    await after()
    expect(log).toHaveLength(before + 1)
  })
})

describe('useEntityRecords with keepPreviousData', () => {
  it('shows the rows of the query before until the next ones come, and says so', async () => {
    const { store, waiting } = await siteStore()
    const { all, last, rerender } = shownPosts(store, {
      query: { page: 1, per_page: 1 },
      keepPreviousData: true,
    })
    await after()
    await after(() => waiting[0]?.answer([post(1)], { headers: { 'X-WP-Total': '2' } }))
    const before = all.length
    rerender({ query: { page: 2, per_page: 1 }, keepPreviousData: true })
    expect(ids(last())).toEqual([1])
    expect(last()).toMatchObject({ isPrevious: true, isFetching: true, totalItems: 2, status: 'resolving' })
    await after()
    await after(() => waiting[0]?.answer([post(2)], { headers: { 'X-WP-Total': '2' } }))
    expect(ids(last())).toEqual([2])
    expect(last()).toMatchObject({ isPrevious: false, status: 'success' })
    expect(all.slice(before).every(({ records }) => records !== undefined)).toBe(true)
  })

  it('shows null between two queries without it', async () => {
    const { store } = await siteStore(({ path }) => (path.includes('page=2') ? undefined : pageOf(1)))
    const { last, rerender } = shownPosts(store, { query: { page: 1, per_page: 1 } })
    await after()
    rerender({ query: { page: 2, per_page: 1 } })
    await after()
    expect(last()).toMatchObject({ records: undefined, isPrevious: false })
  })

  it('shows no rows of another entity', async () => {
    const { store } = await siteStore(({ path }) => (path.includes('pages') ? undefined : pageOf(1)))
    const all: unknown[] = []
    const Rows = ({ name }: { name: 'post' | 'page' }) => {
      all.push(useEntityRecords('postType', name, undefined, { keepPreviousData: true }).records?.length)
      return null
    }
    const { rerender } = show(store, <Rows name="post" />)
    await after()
    rerender(<Rows name="page" />)
    await after()
    expect(all.at(-1)).toBeUndefined()
  })

  it('gives way to the error when the next request fails', async () => {
    const { store } = await siteStore(({ path }) =>
      path.includes('page=2') ? refusal(400, 'no') : pageOf(1),
    )
    const { last, rerender } = shownPosts(store, { query: { page: 1, per_page: 1 }, keepPreviousData: true })
    await after()
    rerender({ query: { page: 2, per_page: 1 }, keepPreviousData: true })
    await after()
    expect(last()).toMatchObject({ status: 'error', isPrevious: false, records: undefined })
  })
})

describe('a list on screen', () => {
  it('is read once after a create, and keeps its rows meanwhile', async () => {
    const { store, log, waiting } = await siteStore(({ method }) => (method === 'POST' ? post(9) : undefined))
    const { all, last } = shownPosts(store)
    await after()
    await after(() => waiting[0]?.answer([post(1)]))
    const before = all.length
    await after(() => store.dispatch(saveEntityRecord('postType', 'post', { title: 'New' })))
    expect(last().isFetching).toBe(true)
    await after(() => waiting[0]?.answer([post(9), post(1)]))
    expect(ids(last())).toEqual([9, 1])
    expect(log.filter((line) => line.startsWith('GET'))).toHaveLength(2)
    expect(all.slice(before).every(({ records }) => records !== undefined)).toBe(true)
  })

  it('is read once after a burst of ten saves', async () => {
    const { store, log, waiting } = await siteStore()
    const { last } = shownPosts(store)
    await after()
    await after(() => waiting[0]?.answer([post(1)]))
    await after(() => {
      for (let id = 1; id <= 10; id++) {
        void store.dispatch(saveEntityRecord('postType', 'post', { id, slug: `s-${id}` }))
      }
    })
    // Six leave at a time.
    expect(waiting).toHaveLength(6)
    for (let id = 1; id <= 10; id++) await after(() => waiting[0]?.answer(post(id, { slug: `s-${id}` })))
    expect(waiting).toHaveLength(1)
    await after(() => waiting[0]?.answer([post(1, { slug: 's-1' })]))
    expect(log.filter((line) => line.startsWith('GET'))).toHaveLength(2)
    expect(last()).toMatchObject({ isFetching: false, status: 'success' })
  })

  it('loses a deleted row at once and is read again, without going empty', async () => {
    const { store, waiting } = await siteStore(({ method }) =>
      method === 'DELETE' ? { deleted: true, previous: post(1) } : undefined,
    )
    const { all, last } = shownPosts(store)
    await after()
    await after(() => waiting[0]?.answer([post(1), post(2)], { headers: { 'X-WP-Total': '2' } }))
    const before = all.length
    await after(() => store.dispatch(deleteEntityRecord('postType', 'post', 1, { force: true })))
    expect(ids(last())).toEqual([2])
    expect(last().totalItems).toBe(1)
    await after(() => waiting[0]?.answer([post(2)], { headers: { 'X-WP-Total': '1' } }))
    expect(ids(last())).toEqual([2])
    expect(all.slice(before).every(({ records }) => records !== undefined)).toBe(true)
  })
})
