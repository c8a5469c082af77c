import {
  createEntityStore,
  defineEntity,
  fetchEntityRecords,
  selectEntityRecordsTotalItems,
  selectResolution,
} from 'copydesk'
import { createMockSite } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { fakeServer, post, refusal, reply, type Rule } from '../support/fakeServer'

/** How many posts have one and the same date: those of an import. */
interface TiedSite {
  readonly count: number
  readonly imported: number
  readonly canOrderById?: boolean
}

/**
 * A site on MariaDB: posts of one date come in any order, another on each page, so that some are on two pages and others
 * on none.
 */
function tiedSite({ count, imported, canOrderById = true }: TiedSite) {
  const dateOf = (id: number) => (id <= imported ? 0 : id)
  const rule: Rule = ({ path }) => {
    if (!path.includes('posts')) return undefined
    const query = new URLSearchParams(path.split('?')[1])
    const page = Number(query.get('page') ?? 1)
    const size = Number(query.get('per_page'))
    const include = query.get('include')?.split(',').map(Number)
    const isById = query.get('orderby') === 'id'
    if (isById && !canOrderById) return refusal(400, 'rest_invalid_param')
    const mixed = (id: number) => (id * 7919 * (page + 1)) % 1009
    const ids = Array.from({ length: count }, (_, i) => i + 1)
      .filter((id) => include?.includes(id) ?? true)
      .sort((one, other) => (isById ? one - other : dateOf(other) - dateOf(one) || mixed(one) - mixed(other)))
    const rows = ids.slice((page - 1) * size, page * size)
    const shown = isById
      ? rows.map((id) => ({ id }))
      : rows.map((id) => post(id, { date: `2026-${String(dateOf(id)).padStart(4, '0')}` }))
    return reply(shown, { headers: { 'X-WP-Total': String(ids.length) } })
  }
  const { fetcher, log } = fakeServer(rule)
  return { store: createEntityStore({ fetcher, devTools: false }), log }
}

describe('a whole list whose order has ties', () => {
  it.each([100, 20])('has each post once also after it was read page by page, %i a page', async (size) => {
    const posts = Array.from({ length: 230 }, () => ({ status: 'publish', date: '2024-01-01T00:00:00' }))
    const site = createMockSite({ posts })
    site.shuffleTies()
    const { dispatch } = createEntityStore({ fetcher: site.fetcher, devTools: false })
    const read = (query: { per_page: number; page?: number }) =>
      dispatch(fetchEntityRecords('postType', 'post', { orderby: 'date', ...query }))
    for (let page = 1; page <= 230 / size + 1; page++) await read({ per_page: size, page })
    site.clearRequests()
    await read({ per_page: size, page: 2 })
    expect(site.requests).toEqual([])
    if (size < 50) expect(await read({ per_page: 2 * size })).toHaveLength(2 * size)
    expect(await read({ per_page: -1 })).toHaveLength(230)
  })

  it.each([
    [250, 250],
    [350, 120],
    [950, 900],
  ])('has each of %i posts once, in order, though %i have one date', async (count, imported) => {
    const { store } = tiedSite({ count, imported })
    const rows = await store.dispatch(fetchEntityRecords('postType', 'post', { per_page: -1 }))
    expect(new Set(rows?.map(({ id }) => id)).size).toBe(count)
    expect(rows).toHaveLength(count)
    const dates = rows?.map(({ date }) => String(date)) ?? []
    expect(dates).toEqual([...dates].sort().reverse())
    expect(selectEntityRecordsTotalItems(store.getState(), 'postType', 'post', { per_page: -1 })).toBe(count)
  })

  it('asks nothing more where no row came twice', async () => {
    const { store, log } = tiedSite({ count: 250, imported: 0 })
    await store.dispatch(fetchEntityRecords('postType', 'post', { per_page: -1 }))
    expect(log.filter((one) => one.includes('posts'))).toHaveLength(3)
  })

  it('says that it is incomplete where what is missing can not be found out', async () => {
    const { store } = tiedSite({ count: 250, imported: 250, canOrderById: false })
    expect(await store.dispatch(fetchEntityRecords('postType', 'post', { per_page: -1 }))).toBeNull()
    const { status, error } = selectResolution(store.getState(), 'fetchEntityRecords', 'postType', 'post', {
      per_page: -1,
    })
    expect(status).toBe('error')
    expect(String(error)).toContain('The server counts 250 rows')
  })

  it('says so on a server of one’s own, too, also after it was read as one page', async () => {
    const pages = [
      [1, 2],
      [2, 3],
    ]
    const { fetcher } = fakeServer(({ path }) => {
      const page = Number(/[?&]page=(\d)/.exec(path)?.[1] ?? 1)
      return reply(
        pages[page - 1]?.map((id) => ({ id })),
        { headers: { 'X-WP-Total': '4' } },
      )
    })
    const note = defineEntity({ kind: 'app', name: 'note', baseURL: '/notes', mostRows: 2 })
    const store = createEntityStore({ fetcher, devTools: false, entities: [note] })
    await store.dispatch(fetchEntityRecords('app', 'note', { per_page: 4 }))
    await expect(
      store.dispatch(fetchEntityRecords('app', 'note', { per_page: -1 }, { throwOnError: true })),
    ).rejects.toMatchObject({ code: 'invalid_response' })
  })

  it('is read once more where it has moved meanwhile', async () => {
    let ids = [1, 2, 3, 4]
    const { fetcher } = fakeServer(({ path }) => {
      if (!path.includes('notes')) return undefined
      const page = Number(/[?&]page=(\d)/.exec(path)?.[1] ?? 1)
      const rows = ids.slice((page - 1) * 2, page * 2).map((id) => ({ id }))
      const answer = reply(rows, { headers: { 'X-WP-Total': String(ids.length) } })
      // Somebody publishes one right behind the first page.
      if (!ids.includes(9)) ids = [9, ...ids]
      return answer
    })
    const note = defineEntity({ kind: 'app', name: 'note', baseURL: '/notes', mostRows: 2 })
    const store = createEntityStore({ fetcher, devTools: false, entities: [note] })
    const rows = await store.dispatch(fetchEntityRecords('app', 'note', { per_page: -1 }))
    expect(rows?.map(({ id }) => id)).toEqual([9, 1, 2, 3, 4])
  })
})
