import {
  createEntityStore,
  fetchEntityRecords,
  selectEntityRecords,
  type FetchRequest,
  type StorePlugin,
} from 'copydesk'
import { createDurability } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { fakeServer, post, reply } from '../support/fakeServer'

/** A store whose fetcher says that it pages lists itself. */
function storeOf(plugins: readonly StorePlugin[] = []) {
  const requests: FetchRequest[] = []
  const { fetcher } = fakeServer(({ path }) => {
    const rows = path.includes('templates')
      ? [{ id: 'tides//home' }, { id: 'tides//page' }]
      : [post(1), post(2), post(3)]
    return reply(rows, { headers: { 'X-WP-Total': '250', 'X-WP-TotalPages': '3' } })
  })
  const pagingFetcher = (request: FetchRequest) => {
    requests.push(request)
    return fetcher(request)
  }
  const store = createEntityStore({
    devTools: false,
    plugins,
    fetcher: Object.assign(pagingFetcher, { pagesItself: true }),
  })
  const paths = () =>
    requests
      .map(({ path = '' }) => decodeURIComponent(path).replace(/&_fresh=\w+/, ''))
      .filter((p) => !p.includes('/types'))
  return { ...store, requests, paths }
}

describe('a fetcher that pages lists itself', () => {
  it.each([
    ['in pages', 'post', '/wp/v2/posts?context=edit&per_page=-1', 3],
    ['in one piece', 'wp_template', '/wp/v2/templates?context=edit&per_page=-1', 2],
  ])('is asked once for the whole of a list that the server gives %s', async (how, name, path, count) => {
    const { dispatch, getState, paths, requests } = storeOf()
    const query = { per_page: -1 }
    expect(await dispatch(fetchEntityRecords('postType', name, query))).toHaveLength(count)
    expect(selectEntityRecords(getState(), 'postType', name, query)).toHaveLength(count)
    expect(paths()).toEqual([path])
    expect(requests.at(-1)?.needs).toBe('body')
  })

  it('is asked once beside plugins that stand around requests, such as durability', async () => {
    const durability = createDurability({ owner: { site: 'https://x.org', user: 1 }, storage: false })
    const { dispatch, paths } = storeOf([durability])
    expect(await dispatch(fetchEntityRecords('postType', 'post', { per_page: -1 }))).toHaveLength(3)
    expect(paths()).toEqual(['/wp/v2/posts?context=edit&per_page=-1'])
  })

  it('is asked page by page for rows that are shown as they arrive, and for a page', async () => {
    const { dispatch, paths, requests } = storeOf()
    await dispatch(fetchEntityRecords('postType', 'post', { per_page: 5 }))
    await dispatch(
      fetchEntityRecords('postType', 'post', { per_page: -1 }, { intermediateResults: true, force: true }),
    )
    expect(paths().slice(0, 2)).toEqual([
      '/wp/v2/posts?context=edit&per_page=5',
      '/wp/v2/posts?context=edit&page=1&per_page=100',
    ])
    expect(requests.slice(1).every(({ needs }) => needs === 'headers')).toBe(true)
  })
})
