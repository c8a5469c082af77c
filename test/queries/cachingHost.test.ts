import {
  createEntityStore,
  defineEntity,
  deleteEntityRecord,
  fetchCurrentUser,
  fetchEntityRecord,
  fetchEntityRecords,
  invalidate,
  saveEntityRecord,
  selectEntityRecord,
  selectEntityRecords,
  type Fetcher,
  type FetchResponse,
} from 'copydesk'
import { createMockSite } from 'copydesk/testing'
import { expect, it } from 'vitest'

/** A store on a host that keeps the answer of each address for ever. */
function cachingHost() {
  const site = createMockSite({
    posts: [
      { id: 1, title: 'One' },
      { id: 2, title: 'Two' },
    ],
    terms: [{ id: 3, name: 'Bees', taxonomy: 'category' }],
  })
  const cache = new Map<string, Promise<FetchResponse>>()
  const fetcher: Fetcher = (request) => {
    const { path = '', method = 'GET' } = request
    if (method !== 'GET') return site.fetcher(request)
    const kept = cache.get(path) ?? site.fetcher(request)
    cache.set(path, kept)
    return kept.then((answer) => ({ ...answer, data: structuredClone(answer.data) }))
  }
  return { site, ...createEntityStore({ fetcher, devTools: false }) }
}

it('What a term is called stays as it was saved where its list is read again from a host that caches REST by address', async () => {
  const { dispatch, getState } = cachingHost()
  const names = () =>
    selectEntityRecords(getState(), 'taxonomy', 'category', { per_page: 5 })?.map(({ name }) => name)
  await dispatch(fetchEntityRecords('taxonomy', 'category', { per_page: 5 }))
  expect(names()).toContain('Bees')
  await dispatch(saveEntityRecord('taxonomy', 'category', { id: 3, name: 'Wasps' }))
  dispatch(invalidate())
  await dispatch(fetchEntityRecords('taxonomy', 'category', { per_page: 5 }))
  expect(names()).toContain('Wasps')
  await dispatch(fetchEntityRecord('taxonomy', 'category', 3, {}, { staleTime: 0 }))
  expect(selectEntityRecord(getState(), 'taxonomy', 'category', 3)?.name).toBe('Wasps')
})

it('A post that was deleted for good does not come back with a list that such a host has kept', async () => {
  const { dispatch, getState } = cachingHost()
  const ids = () =>
    selectEntityRecords(getState(), 'postType', 'post', { orderby: 'id', order: 'asc' })?.map(({ id }) => id)
  await dispatch(fetchEntityRecords('postType', 'post', { orderby: 'id', order: 'asc' }))
  await dispatch(deleteEntityRecord('postType', 'post', 1, { force: true }))
  dispatch(invalidate())
  await dispatch(fetchEntityRecords('postType', 'post', { orderby: 'id', order: 'asc' }))
  expect(ids()).toEqual([2])
})

it('Who asks anew by force hears from such a host what a colleague has written', async () => {
  const { site, dispatch, getState } = cachingHost()
  await dispatch(fetchEntityRecord('postType', 'post', 1))
  await dispatch(fetchCurrentUser())
  await site.fetcher({ path: '/wp/v2/posts/1', method: 'PUT', data: { title: 'Theirs' } })
  await site.fetcher({ path: '/wp/v2/users/1', method: 'PUT', data: { name: 'Renamed' } })
  await dispatch(fetchEntityRecord('postType', 'post', 1, {}, { force: true }))
  expect(selectEntityRecord(getState(), 'postType', 'post', 1)?.title.raw).toBe('Theirs')
  expect(await dispatch(fetchCurrentUser({ force: true }))).toMatchObject({ name: 'Renamed' })
})

it('Who has invalidated a post and its lists hears from such a host what a colleague has written', async () => {
  const { site, dispatch, getState } = cachingHost()
  const title = () => selectEntityRecord(getState(), 'postType', 'post', 1)?.title.raw
  await dispatch(fetchEntityRecord('postType', 'post', 1))
  await dispatch(fetchEntityRecords('postType', 'post', { per_page: 2 }))
  await site.fetcher({ path: '/wp/v2/posts/1', method: 'PUT', data: { title: 'Theirs' } })
  dispatch(invalidate({ kind: 'postType', name: 'post', id: 1 }))
  await dispatch(fetchEntityRecord('postType', 'post', 1))
  expect(title()).toBe('Theirs')
  await site.fetcher({ path: '/wp/v2/posts/1', method: 'PUT', data: { title: 'Theirs again' } })
  dispatch(invalidate({ kind: 'postType', name: 'post' }))
  await dispatch(fetchEntityRecords('postType', 'post', { per_page: 2 }))
  expect(title()).toBe('Theirs again')
})

it('A record of a plugin’s own route stays as it was saved, too, where it says when', async () => {
  const thing = { id: 1, title: 'One', modified_gmt: '2026-01-01T00:00:00' }
  const old = { ...thing }
  const paths: string[] = []
  const fetcher: Fetcher = ({ path = '', method = 'GET', data }) => {
    paths.push(path)
    if (method !== 'GET') Object.assign(thing, data, { modified_gmt: '2026-01-02T00:00:00' })
    const isKept = method === 'GET' && !path.includes('_fresh')
    return Promise.resolve({ status: 200, headers: new Headers(), data: { ...(isKept ? old : thing) } })
  }
  const config = defineEntity({ kind: 'acme', name: 'thing', baseURL: '/acme/v1/things' })
  const { dispatch, getState } = createEntityStore({ fetcher, devTools: false, entities: [config] })
  const title = () => selectEntityRecord(getState(), 'acme', 'thing', 1)?.title
  await dispatch(fetchEntityRecord('acme', 'thing', 1))
  expect(title()).toBe('One')
  await dispatch(saveEntityRecord('acme', 'thing', { id: 1, title: 'Mine' }))
  await dispatch(fetchEntityRecord('acme', 'thing', 1, {}, { staleTime: 0 }))
  expect(title()).toBe('Mine')
  thing.title = 'Theirs'
  await dispatch(fetchEntityRecord('acme', 'thing', 1, {}, { staleTime: 0 }))
  expect(title()).toBe('Theirs')
  expect(paths.slice(3).every((path) => path.includes('_fresh'))).toBe(true)
})

it('On other hosts what is read by itself is read by its plain address', async () => {
  const { site, dispatch } = cachingHost()
  await dispatch(fetchEntityRecord('postType', 'post', 1))
  await dispatch(saveEntityRecord('postType', 'post', { id: 1, title: 'Mine' }))
  await dispatch(fetchEntityRecords('postType', 'post', { per_page: 2 }))
  expect(site.requests.filter(({ path }) => path.includes('_fresh'))).toEqual([])
})

it.each([
  ['tells when it was changed, as WordPress does', { modified_gmt: '2024-01-01T00:00:00' }, true],
  ['has links, as WordPress gives them', { _links: { self: [{ href: 'https://a.test/1' }] } }, true],
  ['has links of another kind', { _links: { self: { href: 'https://a.test/1' } } }, false],
  ['says nothing of the kind', {}, false],
])(
  'A record of a plugin that %s is asked for by force past such a host where it is surely WordPress’s',
  async (...one) => {
    const [, more, isPast] = one
    const paths: string[] = []
    let title = 'One'
    const cache = new Map<string, FetchResponse>()
    const fetcher: Fetcher = ({ path = '', ...others }) => {
      expect(others).not.toHaveProperty('isFresh')
      paths.push(path)
      const rows = [{ id: 1, title, ...more }]
      const data = /\/1(\?|$)/.test(path) ? rows[0] : rows
      const kept = cache.get(path) ?? { status: 200, headers: new Headers(), data }
      cache.set(path, kept)
      return Promise.resolve({ ...kept, data: structuredClone(kept.data) })
    }
    const things = defineEntity({ kind: 'acme', name: 'thing', baseURL: '/acme/v1/things' })
    const { dispatch, getState } = createEntityStore({ fetcher, entities: [things], devTools: false })
    const read = (options = {}) =>
      dispatch(fetchEntityRecord<string, string>('acme', 'thing', 1, undefined, options))
    const shown = () => selectEntityRecord<string, string>(getState(), 'acme', 'thing', 1)?.title
    await read()
    title = 'Theirs'
    await read({ force: true })
    expect(shown()).toBe(isPast ? 'Theirs' : 'One')
    expect(paths.some((path) => path.includes('_fresh'))).toBe(isPast)
  },
)
