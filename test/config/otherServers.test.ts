import {
  createEntityStore,
  defineEntity,
  defineServer,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchPermissions,
  selectCanUser,
  selectEntityRecords,
  selectEntityRecordsTotalItems,
  selectEntityRecordsTotalPages,
  selectResolution,
  type EntityConfig,
  type ServerSettings,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { fakeServer, reply, type Rule } from '../support/fakeServer'

const rowsFrom = (start: number, size: number) =>
  Array.from({ length: 25 }, (_, i) => ({ id: i + 1, text: `Note ${i + 1}` })).slice(start, start + size)

function storeOf(rule: Rule, server?: ServerSettings, config: Partial<EntityConfig> = {}) {
  const fake = fakeServer(rule)
  const note = defineEntity({
    kind: 'app',
    name: 'note',
    baseURL: '/notes',
    supportsPagination: true,
    ...(server && { server }),
    ...config,
  })
  const store = createEntityStore({ fetcher: fake.fetcher, devTools: false, entities: [note] })
  const read = async (query?: {
    page?: number
    per_page?: number
    offset?: number
    [filter: string]: unknown
  }) => {
    const rows = await store.dispatch(fetchEntityRecords('app', 'note', query))
    return rows?.map(({ id }) => id) ?? null
  }
  const statusOf = () => selectResolution(store.getState(), 'fetchEntityRecords', 'app', 'note')
  return { store, log: fake.log, read, statusOf }
}

/** As json-server 0.17. */
const jsonServer = defineServer({
  parameters: {
    page: '_page',
    perPage: '_limit',
    offset: '_start',
    include: false,
    fields: false,
    context: false,
  },
  totals: { items: 'X-Total-Count' },
})
const jsonServerRule: Rule = ({ path }) => {
  const query = new URLSearchParams(path.split('?')[1])
  const size = Number(query.get('_limit'))
  const start = Number(query.get('_start') ?? (Number(query.get('_page')) - 1) * size)
  return reply(rowsFrom(start, size), { headers: { 'X-Total-Count': '25' } })
}

describe('a server that calls the parameters otherwise', () => {
  it('is asked in its own words, and always how many rows a page has', async () => {
    const { log, read } = storeOf(jsonServerRule, jsonServer, { baseURLParams: { context: 'edit' } })
    expect(await read()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    await read({ page: 2, per_page: 3, _fields: 'id', q: 'a' })
    await read({ offset: 14, per_page: 2 })
    expect(log).toEqual([
      'GET /notes?_page=1&_limit=10',
      'GET /notes?_page=2&_limit=3&q=a',
      'GET /notes?_start=14&_limit=2',
    ])
  })

  it('gives its totals in its own headers', async () => {
    const { store, read } = storeOf(jsonServerRule, jsonServer)
    await read()
    const { getState } = store
    expect(selectEntityRecordsTotalItems(getState(), 'app', 'note')).toBe(25)
    expect(selectEntityRecordsTotalPages(getState(), 'app', 'note', { per_page: 10 })).toBe(3)
  })

  it('gives a whole list in as many requests as its total needs', async () => {
    const { log, read } = storeOf(jsonServerRule, jsonServer, { mostRows: 10 })
    expect(await read({ per_page: -1 })).toHaveLength(25)
    expect(log).toHaveLength(3)
  })

  it('that knows no pages is asked by offset, and one that knows no offset by page', async () => {
    const feathers = defineServer({ parameters: { page: false, perPage: '$limit', offset: '$skip' } })
    const byOffset = storeOf(() => rowsFrom(0, 5), feathers)
    await byOffset.read({ page: 3, per_page: 5 })
    expect(byOffset.log).toEqual(['GET /notes?$skip=10&$limit=5'])
    const pages = defineServer({ parameters: { offset: false, page: 'page[number]', perPage: 'page[size]' } })
    const byPage = storeOf(() => rowsFrom(0, 5), pages)
    await byPage.read({ offset: 10, per_page: 5 })
    expect(byPage.log).toEqual(['GET /notes?page[number]=3&page[size]=5'])
    await byPage.store
      .dispatch(fetchEntityRecords('app', 'note', { offset: 7, per_page: 5 }, { throwOnError: true }))
      .catch((error) => expect(error).toMatchObject({ code: 'invalid_query' }))
    expect.assertions(3)
  })

  it('may want a slash at the end of each path', async () => {
    const { store, log, read } = storeOf(() => [{ id: 1 }], undefined, {
      trailingSlash: true,
      baseURL: '/api/notes/',
    })
    await read({ search: 'a' })
    await store.dispatch(fetchEntityRecord('app', 'note', 7)).catch(() => undefined)
    expect(log).toEqual(['GET /api/notes/?search=a', 'GET /api/notes/7/'])
  })
})

describe('a server that puts rows into an envelope', () => {
  const envelope = defineServer({
    readList: (body) => {
      const { data, total } = body as { data: readonly unknown[]; total: number }
      return { rows: data, totalItems: total }
    },
    readRecord: (body) => (body as { data: unknown }).data,
  })

  it('is read by readList and readRecord', async () => {
    const rule: Rule = ({ path }) =>
      path.includes('/notes/') ? { data: { id: 30 } } : { data: rowsFrom(0, 10), total: 25 }
    const { store, read } = storeOf(rule, envelope)
    expect(await read()).toHaveLength(10)
    expect(selectEntityRecordsTotalItems(store.getState(), 'app', 'note')).toBe(25)
    expect(await store.dispatch(fetchEntityRecord('app', 'note', 30))).toEqual({ id: 30 })
  })

  it('settings of the entity itself win over those of its server', async () => {
    const { read } = storeOf(() => ({ items: [{ id: 9 }] }), envelope, {
      readList: (body) => ({ rows: (body as { items: readonly unknown[] }).items }),
    })
    expect(await read()).toEqual([9])
  })

  it.each([
    ['of Feathers', { total: 1, limit: 10, skip: 0, data: [{ id: 1 }] }],
    [
      'of json-server 1',
      { first: 1, prev: null, next: null, last: 1, pages: 1, items: 1, data: [{ id: 1 }] },
    ],
    ['of JSON:API', { data: [{ id: '1', type: 'notes' }], links: { self: '/notes' }, meta: {} }],
    ['without rows', { results: [] }],
    ['of an error', { success: false, message: 'Maintenance' }],
    ['around one record', { id: 1, title: 'One' }],
  ])('%s that nobody declared is an error, and never an empty list', async (title, body) => {
    const { read, statusOf, store } = storeOf(() => body)
    expect(await read()).toBeNull()
    expect(statusOf()).toMatchObject({ status: 'error', error: { code: 'invalid_response' } })
    expect(selectEntityRecords(store.getState(), 'app', 'note')).toBeNull()
  })

  it.each([
    ['scalars', [1, 2, 3]],
    ['records without the key', [{ uuid: 'a' }, { uuid: 'b' }]],
    ['records by name without the key', { links: { self: '/notes' }, meta: { count: 2 } }],
  ])('%s alone are no list of records', async (title, body) => {
    const { read, statusOf } = storeOf(() => body)
    expect(await read()).toBeNull()
    expect(statusOf()).toMatchObject({ status: 'error', error: { code: 'invalid_response' } })
  })

  it.each([
    ['gives no rows', () => ({}) as never, 'gave undefined as rows'],
    ['throws', (body: unknown) => ({ rows: (body as { a: { b: [] } }).a.b }), 'could not read {"data":[]}'],
  ])('says so where readList %s', async (title, readList, message) => {
    const { statusOf, read } = storeOf(() => ({ data: [] }), { readList })
    expect(await read()).toBeNull()
    expect(statusOf()).toMatchObject({ error: { code: 'invalid_response' } })
    expect(String((statusOf().error as Error).message)).toContain(message)
  })
})

describe('a whole list', () => {
  const all = Array.from({ length: 25 }, (_, i) => i + 1)
  const pagesOf =
    (most: number, isCounted: boolean): Rule =>
    ({ path }) => {
      const query = new URLSearchParams(path.split('?')[1])
      const size = Math.min(Number(query.get('per_page')), most)
      const rows = rowsFrom((Number(query.get('page') ?? 1) - 1) * size, size)
      return isCounted ? reply(rows, { headers: { 'X-WP-Total': '25' } }) : rows
    }

  it('of a server that gives fewer rows a page than it is asked for is whole all the same', async () => {
    const { read, log } = storeOf(pagesOf(10, true))
    expect(await read({ per_page: -1 })).toEqual(all)
    expect(log).toEqual([1, 2, 3].map((page) => `GET /notes?page=${page}&per_page=${page === 1 ? 100 : 10}`))
  })

  it('of a server that does not count ends with a page that is not full', async () => {
    const { read, log, store } = storeOf(pagesOf(100, false), { mostRows: 10 })
    expect(await read({ per_page: -1 })).toEqual(all)
    expect(log).toHaveLength(3)
    expect(selectEntityRecordsTotalItems(store.getState(), 'app', 'note', { per_page: -1 })).toBe(25)
  })
})

describe('a server that does not say what is allowed', () => {
  const ask = async (headers: Record<string, string>, config: Partial<EntityConfig> = {}) => {
    const { store } = storeOf(() => reply(null, { status: 204, headers }), undefined, config)
    const resource = { kind: 'app', name: 'note', id: 1 }
    const answer = await store.dispatch(fetchPermissions(resource))
    const can = selectCanUser(store.getState(), 'update', resource)
    return { answer, can, ...selectResolution(store.getState(), 'fetchPermissions', resource) }
  }

  it('leaves permissions unknown', async () => {
    expect(await ask({})).toMatchObject({
      answer: { create: undefined, read: undefined, update: undefined, delete: undefined },
      can: undefined,
      status: 'success',
    })
  })

  it('allows updates by the method that updates', async () => {
    expect((await ask({ Allow: 'GET, PATCH' }, { updateMethod: 'PATCH' })).can).toBe(true)
    expect((await ask({ Allow: 'GET, PUT' }, { updateMethod: 'PATCH' })).can).toBe(false)
  })
})

describe('ids beyond what numbers can distinguish', () => {
  const big = '9007199254740993'

  it('are an error in a list and in a single read, and not one record for another', async () => {
    const rows = JSON.parse(`[{"id":${big}},{"id":9007199254740992}]`) as { id: number }[]
    const { store, read, statusOf } = storeOf(({ path }) => (path.includes('/notes/') ? rows[0] : rows))
    expect(await read()).toBeNull()
    expect((statusOf().error as Error).message).toContain("can't be distinguished from others")
    await expect(store.dispatch(fetchEntityRecord('app', 'note', big))).rejects.toThrow('as a text')
    await expect(store.dispatch(fetchEntityRecord('app', 'note', Number(big)))).rejects.toThrow(
      'Pass the id as a text',
    )
  })

  it('are distinguished as texts', async () => {
    const { read } = storeOf(() => [{ id: big }, { id: '9007199254740992' }])
    expect(await read()).toEqual([big, '9007199254740992'])
  })
})

describe('settings that are none', () => {
  it.each<[object, string]>([
    [{ readList: 'data' }, 'readList "data"'],
    [{ parameters: { page: 1 } }, 'parameters.page 1'],
    [{ parameters: { perPage: false } }, 'parameters.perPage false'],
    [{ parameters: { page: false, offset: false } }, 'so that pages can be asked for'],
    [{ totals: 'X-Total' }, 'totals "X-Total"'],
    [{ mostRows: 0 }, 'mostRows 0'],
  ])('%j is refused', (settings, message) => {
    expect(() => defineServer(settings)).toThrow(message)
    expect(() => defineEntity({ kind: 'app', name: 'note', baseURL: '/notes', ...settings })).toThrow(message)
    expect(() => defineEntity({ kind: 'app', name: 'note', baseURL: '/notes', server: settings })).toThrow(
      message,
    )
  })
})
