import {
  addEntities,
  createEntityStore,
  deleteEntityRecord,
  editEntityRecord,
  type EntityQuery,
  type EntityStore,
  fetchEntityRecord,
  fetchEntityRecords,
  invalidate,
  type ListReadOptions,
  loadEntityConfigs,
  receiveEntityRecords,
  removeEntityRecords,
  saveEntityRecord,
  selectEntityRecords,
  selectEntityRecordsTotalItems,
  selectEntityRecordsTotalPages,
  selectHasEntityRecords,
  selectResolution,
} from 'copydesk'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, post, refusal, reply, settle, type Rule } from '../support/fakeServer'

let server: ReturnType<typeof fakeServer>
let store: EntityStore
let rule: Rule

beforeEach(async () => {
  rule = () => undefined
  server = fakeServer((request) => rule(request))
  store = createEntityStore({
    fetcher: server.fetcher,
    devTools: false,
    entities: [
      { kind: 'shop', name: 'book', baseURL: '/shop/v1/books', key: 'isbn', supportsPagination: true },
    ],
  })
  await store.dispatch(loadEntityConfigs('postType'))
  server.log.length = 0
})

const fetchPosts = (query?: EntityQuery, options?: ListReadOptions) =>
  store.dispatch(fetchEntityRecords('postType', 'post', query, options))
const postsOf = (query?: object) =>
  selectEntityRecords(store.getState(), 'postType', 'post', query) as readonly { id: number }[] | null
const idsOf = (query?: object) => postsOf(query)?.map(({ id }) => id) ?? null
const totalOf = (query?: object) => selectEntityRecordsTotalItems(store.getState(), 'postType', 'post', query)
const pagesOf = (query?: object) => selectEntityRecordsTotalPages(store.getState(), 'postType', 'post', query)
const resolutionOf = (query?: object) =>
  selectResolution(store.getState(), 'fetchEntityRecords', 'postType', 'post', query)
const receive = (ids: readonly number[], query?: object, totalItems?: number) =>
  store.dispatch(
    receiveEntityRecords(
      'postType',
      'post',
      ids.map((id) => post(id)),
      query,
      totalItems === undefined ? {} : { meta: { totalItems } },
    ),
  )

/** A server with posts that answers pages like WordPress. */
const siteWith =
  (ids: number[]): Rule =>
  ({ path, method }) => {
    const single = /\/posts\/(\d+)/.exec(path)?.[1]
    if (method !== 'GET' || !path.startsWith('/wp/v2/posts')) return undefined
    if (single)
      return ids.includes(Number(single)) ? post(Number(single)) : refusal(404, 'rest_post_invalid_id')
    const query = new URLSearchParams(path.split('?')[1])
    const perPage = Number(query.get('per_page') ?? 10)
    const start = Number(query.get('offset') ?? (Number(query.get('page') ?? 1) - 1) * perPage)
    const include = query.get('include')?.split(',').map(Number)
    const all = include ? ids.filter((id) => include.includes(id)) : ids
    const fields = query.get('_fields')?.split(',')
    const rows = all.slice(start, start + perPage).map((id) => post(id))
    return reply(
      fields
        ? rows.map((row) =>
            Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field))),
          )
        : rows,
      { headers: { 'x-wp-TOTAL': `${all.length}`, 'X-WP-TotalPages': `${Math.ceil(all.length / perPage)}` } },
    )
  }
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

describe('the request for a list', () => {
  it.each([
    [undefined, '?context=edit'],
    [{}, '?context=edit'],
    [{ context: 'view', search: 'a b' }, '?context=view&search=a b'],
    [{ page: 2, per_page: 5 }, '?context=edit&page=2&per_page=5'],
    [{ offset: 3 }, '?context=edit&offset=3'],
    [{ _fields: 'title' }, '?context=edit&_fields=title,id'],
    [{ _fields: ['title', 'id'] }, '?context=edit&_fields=title,id'],
    [{ include: [3, 1] }, '?context=edit&include=3,1'],
    [{ tags: [1, 2], search: undefined }, '?context=edit&tags[0]=1&tags[1]=2'],
  ])('with %j is GET /wp/v2/posts%s', async (query, path) => {
    void fetchPosts(query as EntityQuery)
    await settle()
    expect(server.log).toEqual([`GET /wp/v2/posts${path}`])
  })

  it('is shared by equal queries in flight, however they are written', async () => {
    const reads = [
      fetchPosts({ page: 1, per_page: 10, search: '1' }),
      fetchPosts({ search: 1 as never }),
      fetchPosts({ search: '1', page: '1' }),
    ]
    await settle()
    expect(server.log).toHaveLength(1)
    server.waiting[0]?.answer([post(1)])
    expect(new Set(await Promise.all(reads)).size).toBe(1)
  })

  it('is not repeated while the page is known, whatever the size it was read by', async () => {
    rule = siteWith(upTo(12))
    await fetchPosts({ per_page: 12 })
    expect((await fetchPosts({ per_page: 5, page: 2 }))?.length).toBe(5)
    expect((await fetchPosts({ per_page: 3, offset: 9 }))?.length).toBe(3)
    expect((await fetchPosts({ per_page: -1 }))?.length).toBe(12)
    expect(server.log).toHaveLength(1)
  })

  it('is repeated when it is forced or was made stale', async () => {
    rule = siteWith([1])
    await fetchPosts()
    await fetchPosts(undefined, { force: true })
    store.dispatch(invalidate({ kind: 'postType', name: 'post', query: { page: 4 } }))
    await fetchPosts()
    store.dispatch(invalidate({ kind: 'postType', name: 'post', query: { search: 'x' } }))
    await fetchPosts()
    expect(server.log).toHaveLength(3)
  })
})

describe('the body of a list', () => {
  it('may be an object keyed by slug', async () => {
    rule = () => ({ a: { slug: 'a' }, b: { slug: 'b' } })
    expect(await store.dispatch(fetchEntityRecords('root', 'status'))).toEqual([{ slug: 'a' }, { slug: 'b' }])
  })

  it('comes whole where the entity has no pages, however many rows there are', async () => {
    rule = () => upTo(25).map((id) => ({ slug: `s${id}` }))
    expect(await store.dispatch(fetchEntityRecords('root', 'status'))).toHaveLength(25)
    expect(selectEntityRecordsTotalItems(store.getState(), 'root', 'status')).toBe(25)
    expect(selectEntityRecordsTotalPages(store.getState(), 'root', 'status')).toBe(1)
    expect(await store.dispatch(fetchEntityRecords('root', 'status', { per_page: -1 }))).toHaveLength(25)
    expect(server.log).toHaveLength(1)
  })

  it('leaves rows without a key out', async () => {
    rule = () => [post(1), { slug: 'x' }, null, 'x', { id: 0 }, { id: null }, post(2)]
    expect(await fetchPosts()).toEqual([post(1), post(2)])
  })

  it('gives a row that comes twice once', async () => {
    rule = () => [post(1), post(2), post(1)]
    await fetchPosts()
    expect(idsOf()).toEqual([1, 2])
  })

  it.each([['<html>'], [null], [7]])('that is %j is an error', async (body) => {
    rule = () => reply(body)
    expect(await fetchPosts()).toBeNull()
    expect(resolutionOf()).toMatchObject({ status: 'error', error: { code: 'invalid_response' } })
  })
})

describe('_fields of a list', () => {
  it('need not name the key to be readable', async () => {
    rule = siteWith([1, 2])
    expect(await fetchPosts({ _fields: 'slug' })).toEqual([
      { slug: 'post-1', id: 1 },
      { slug: 'post-2', id: 2 },
    ])
    expect(postsOf({ _fields: ['slug', 'id'] })).toHaveLength(2)
    expect(server.log).toHaveLength(1)
  })

  it('that a record lacks are undefined, and not asked for again', async () => {
    rule = siteWith([1])
    expect(await fetchPosts({ _fields: 'slug,nonsense' })).toEqual([
      { id: 1, slug: 'post-1', nonsense: undefined },
    ])
    await store.dispatch(fetchEntityRecord('postType', 'post', 1, { _fields: 'nonsense' }))
    expect(server.log).toHaveLength(1)
  })

  it('other than those read make the list unknown, and so does asking for whole records', async () => {
    rule = siteWith([1])
    await fetchPosts({ _fields: 'slug' })
    expect(postsOf({ _fields: 'status' })).toBeNull()
    expect(postsOf()).toBeNull()
    expect(await fetchPosts({ _fields: 'status' })).toEqual([{ id: 1, status: 'publish' }])
    expect(server.log).toHaveLength(2)
  })

  it('are answered by whole records of the same list', async () => {
    rule = siteWith([1])
    await fetchPosts()
    expect(await fetchPosts({ _fields: 'slug' })).toEqual([{ id: 1, slug: 'post-1' }])
    expect(server.log).toHaveLength(1)
  })
})

describe('include', () => {
  it('of no ids has no rows, and asks for none', async () => {
    expect(await fetchPosts({ include: [] })).toEqual([])
    expect([postsOf({ include: [] }), totalOf({ include: [] }), pagesOf({ include: [] })]).toEqual([[], 0, 1])
    expect(postsOf()).toBeNull()
    expect(resolutionOf({ include: [] }).status).toBe('success')
    expect(server.log).toEqual([])
  })

  it('of slugs gives their rows', async () => {
    rule = () => [{ isbn: 'b' }, { isbn: 'a' }]
    expect(await store.dispatch(fetchEntityRecords('shop', 'book', { include: 'a,b' }))).toHaveLength(2)
    expect(selectEntityRecords(store.getState(), 'shop', 'book', { include: ['a', 'b'] })).toHaveLength(2)
    expect(server.log).toEqual(['GET /shop/v1/books?include=a,b'])
  })

  it('of an id that the server does not have gives the others', async () => {
    rule = siteWith([1, 2, 3])
    await fetchPosts({ include: [1, 99, 3] })
    expect(idsOf({ include: '1,99,3' })).toEqual([1, 3])
  })

  it('of one id means the same as number, text and array', async () => {
    rule = siteWith([1, 2])
    for (const include of [1, '1', [1]]) await fetchPosts({ include })
    expect(server.log).toHaveLength(1)
  })
})

describe('per_page -1', () => {
  it('reads a hundred rows a request, four requests at a time', async () => {
    let most = 0
    rule = (request) => {
      if (request.path.includes('page=1&')) return siteWith(upTo(750))(request)
      return undefined
    }
    const list = fetchPosts({ per_page: -1 })
    for (let page = 0; page < 8; page++) {
      await settle()
      most = Math.max(most, server.waiting.length)
      const request = server.waiting.at(-1)
      const answered = request && (siteWith(upTo(750))(request) as ReturnType<typeof reply>)
      if (answered) request.answer(answered.data, answered.options)
    }
    expect((await list)?.map(({ id }) => id)).toEqual(upTo(750))
    expect(most).toBe(4)
    expect(server.log.slice(0, 2)).toEqual([
      'GET /wp/v2/posts?context=edit&page=1&per_page=100',
      'GET /wp/v2/posts?context=edit&page=2&per_page=100',
    ])
    expect(server.log).toHaveLength(8)
    expect([totalOf({ per_page: -1 }), pagesOf({ per_page: -1 })]).toEqual([750, 1])
  })

  it('is not known from a page, whatever its total', async () => {
    rule = siteWith(upTo(5))
    await fetchPosts({ per_page: 2 })
    expect(postsOf({ per_page: -1 })).toBeNull()
    await fetchPosts({ per_page: 2, page: 2 })
    expect(postsOf({ per_page: -1 })).toBeNull()
    await fetchPosts({ per_page: 2, page: 3 })
    expect(idsOf({ per_page: -1 })).toEqual([1, 2, 3, 4, 5])
  })

  it('is not known from a page that lost a row', async () => {
    rule = siteWith(upTo(50))
    await fetchPosts()
    store.dispatch(removeEntityRecords('postType', 'post', 3))
    expect(postsOf({ per_page: -1 })).toBeNull()
    expect(idsOf()).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10])
  })

  it('tells of its progress after every page', async () => {
    rule = siteWith(upTo(250))
    const onProgress = vi.fn()
    await fetchPosts({ per_page: -1 }, { onProgress })
    expect(onProgress.mock.calls.map(([progress]: unknown[]) => progress)).toEqual([
      { loaded: 100, total: 250 },
      { loaded: 200, total: 250 },
      { loaded: 250, total: 250 },
    ])
  })

  it('counts an endpoint without totals as one page', async () => {
    rule = () => [post(1), post(2)]
    expect(await fetchPosts({ per_page: -1 })).toHaveLength(2)
    expect(totalOf({ per_page: -1 })).toBe(2)
  })

  it('gives what its last row is even where nothing is in it', async () => {
    rule = siteWith([])
    expect(await fetchPosts({ per_page: -1 })).toEqual([])
    expect(await fetchPosts({ per_page: -1 })).toEqual([])
    expect(await fetchPosts({ per_page: 5 })).toEqual([])
    expect(server.log).toHaveLength(1)
  })
})

describe('intermediate results', () => {
  const pages: Rule = ({ path }) => {
    const page = Number(/[?&]page=(\d+)/.exec(path)?.[1])
    return reply([[post(1), post(2)], [post(3), post(4)], [post(5)]][page - 1], {
      headers: { 'X-WP-Total': '5', 'X-WP-TotalPages': '3' },
    })
  }

  it('show the rows of each page as it arrives, with the total of all', async () => {
    const seen: string[] = []
    rule = pages
    store.subscribe(() => {
      const now = `${idsOf({ per_page: -1 })?.length} of ${totalOf({ per_page: -1 })}`
      if (now !== seen.at(-1)) seen.push(now)
    })
    await fetchPosts({ per_page: -1 }, { intermediateResults: true })
    expect(seen).toEqual(['undefined of null', '2 of 5', '4 of 5', '5 of 5'])
  })

  it('make single reads of the rows so far unnecessary', async () => {
    rule = (request) => (request.path.includes('page=1&') ? pages(request) : undefined)
    void fetchPosts({ per_page: -1 }, { intermediateResults: true })
    await settle()
    server.log.length = 0
    await store.dispatch(fetchEntityRecord('postType', 'post', 2))
    expect(server.log).toEqual([])
  })

  it('do not pass for a page that is not whole yet', async () => {
    rule = (request) => (request.path.includes('page=1&') ? pages(request) : undefined)
    void fetchPosts({ per_page: -1 }, { intermediateResults: true })
    await settle()
    expect(idsOf({ per_page: 2 })).toEqual([1, 2])
    expect(postsOf({ per_page: 3 })).toBeNull()
  })

  it('are not shown when they are older than a deletion, and the list is asked again', async () => {
    rule = (request) => (request.path.includes('page=1&') ? pages(request) : undefined)
    const wanted = fetchPosts({ per_page: -1 }, { intermediateResults: true })
    await settle()
    store.dispatch(removeEntityRecords('postType', 'post', 3))
    const [second, third] = server.waiting
    second?.answer([post(3), post(4)], { headers: { 'X-WP-Total': '5', 'X-WP-TotalPages': '3' } })
    await settle()
    expect(idsOf({ per_page: -1 })).toEqual([1, 2])
    rule = siteWith([1, 2, 4, 5])
    third?.answer([post(5)], { headers: { 'X-WP-Total': '5', 'X-WP-TotalPages': '3' } })
    expect((await wanted)?.map(({ id }) => id)).toEqual([1, 2, 4, 5])
  })

  it('do not take rows off the screen when a known list is read again', async () => {
    rule = pages
    await fetchPosts({ per_page: -1 })
    rule = (request) => (request.path.includes('page=1&') ? pages(request) : undefined)
    void fetchPosts({ per_page: -1 }, { intermediateResults: true, force: true })
    await settle()
    expect(idsOf({ per_page: -1 })).toEqual([1, 2, 3, 4, 5])
  })
})

describe('which rows of a list are known', () => {
  it.each<[string, [number[], object, number?][], object, number[] | null]>([
    ['two of five rows for a page of three: unknown', [[[1, 2], { per_page: 2 }, 5]], { per_page: 3 }, null],
    [
      'three rows at 100 of 103',
      [[[1, 2, 3], { offset: 100, per_page: 50 }, 103]],
      { offset: 100, per_page: 50 },
      [1, 2, 3],
    ],
    [
      'two of fifty rows at 50 of 200, put in by hand: unknown',
      [[[1, 2], { offset: 50, per_page: 50 }, 200]],
      { offset: 50, per_page: 50 },
      null,
    ],
    [
      'five rows for a page of ten at 3 of 50: unknown',
      [[[1, 2, 3, 4, 5], { per_page: 5 }, 50]],
      { offset: 3, per_page: 10 },
      null,
    ],
    ['offset 0 is the first page', [[[1, 2], { per_page: 2 }, 4]], { offset: 0, per_page: 2 }, [1, 2]],
    ['an offset at the total is past the end', [[[1, 2], { per_page: 2 }, 84]], { offset: 84 }, []],
    ['page 2 alone leaves page 1 unknown', [[[3, 4], { page: 2, per_page: 2 }]], { per_page: 2 }, null],
    ['an unknown total gives what there is', [[[1, 2], { per_page: 5 }]], { per_page: 5 }, [1, 2]],
    [
      'two pages joined',
      [
        [[4, 5, 6], { page: 2, per_page: 3 }],
        [[1, 2, 3], { per_page: 3 }],
      ],
      { per_page: 6 },
      [1, 2, 3, 4, 5, 6],
    ],
    [
      'a page in place of another',
      [
        [[1, 2, 3, 4, 5, 6], { per_page: 6 }],
        [[9, 5, 6], { page: 2, per_page: 3 }],
      ],
      { per_page: 6 },
      [1, 2, 3, 9, 5, 6],
    ],
    [
      'a row added at the end',
      [
        [[1, 2, 3, 4, 5, 6], { per_page: 6 }],
        [[7], { page: 3, per_page: 3 }],
      ],
      { per_page: 7 },
      [1, 2, 3, 4, 5, 6, 7],
    ],
    [
      'two offsets leave what is between unknown',
      [
        [[2, 3], { offset: 1, per_page: 2 }],
        [[5, 6], { offset: 4, per_page: 2 }],
      ],
      { offset: 1, per_page: 5 },
      null,
    ],
    ['twelve rows where ten were asked for', [[upTo(12), {}, 12]], { per_page: 12 }, upTo(12)],
    [
      'no tail of a list that has become shorter',
      [
        [[1, 2, 3, 4], { per_page: 4 }, 4],
        [[1], { per_page: 4 }, 1],
      ],
      { per_page: 4 },
      [1],
    ],
    [
      'more than before where the server gives no totals',
      [
        [[1, 2], { per_page: 3 }],
        [[1, 2, 3], { per_page: 3 }],
      ],
      { per_page: 3 },
      [1, 2, 3],
    ],
    ['a query never received', [[[1], { search: 'a' }]], { search: 'b' }, null],
  ])('%s', (title, received, query, expected) => {
    for (const [ids, received1, total] of received) receive(ids, received1, total)
    expect(idsOf(query)).toEqual(expected)
    expect(selectHasEntityRecords(store.getState(), 'postType', 'post', query)).toBe(expected !== null)
  })

  it('an empty page behind the last one does not make the last one unknown', async () => {
    rule = siteWith([1, 2, 3])
    await fetchPosts({ per_page: 2, page: 2 })
    await fetchPosts({ per_page: 2, page: 3 })
    expect(idsOf({ per_page: 2, page: 2 })).toEqual([3])
    expect(idsOf({ per_page: 2, page: 3 })).toEqual([])
  })

  it('an empty page behind the end tells the end where the server counts nothing', async () => {
    rule = ({ path }) => (path.includes('page=1') ? [post(1), post(2)] : [])
    await fetchPosts({ per_page: 2, page: 1 })
    expect(idsOf({ per_page: -1 })).toBeNull()
    await fetchPosts({ per_page: 2, page: 3 })
    expect(idsOf({ per_page: 2, page: 3 })).toEqual([])
    expect(idsOf({ per_page: 2, page: 1 })).toEqual([1, 2])
    expect([totalOf(), pagesOf({ per_page: 2 })]).toEqual([null, null])
  })

  it('a full page without totals leaves the end where it was known', async () => {
    rule = siteWith(upTo(5))
    await fetchPosts({ per_page: 2 })
    rule = () => [post(1), post(2)]
    await fetchPosts({ per_page: 2 }, { force: true })
    expect([totalOf(), pagesOf({ per_page: 2 })]).toEqual([5, 3])
    expect(idsOf({ per_page: 2, page: 4 })).toEqual([])
  })

  it('a full page leaves the end that a short one has told, and tells of none behind itself', async () => {
    rule = ({ path }) => (path.includes('page=3') ? [post(5)] : [post(1), post(2)])
    await fetchPosts({ per_page: 2, page: 3 })
    await fetchPosts({ per_page: 2, page: 1 })
    expect(idsOf({ per_page: 2, page: 4 })).toEqual([])
    await fetchPosts({ per_page: 2, page: 4 }, { force: true })
    expect(idsOf({ per_page: 2, page: 5 })).toBeNull()
  })

  it('a read behind the end that is answered with a total of 0 leaves the rows before it, as WordPress answers', async () => {
    rule = ({ path }) =>
      path.includes('offset=84')
        ? reply([], { headers: { 'X-WP-Total': '0', 'X-WP-TotalPages': '0' } })
        : siteWith([1, 2, 3])({ path, method: 'GET' } as never)
    await fetchPosts()
    await fetchPosts({ offset: 84 })
    expect(idsOf()).toEqual([1, 2, 3])
    expect(idsOf({ offset: 84 })).toEqual([])
    expect([totalOf(), pagesOf()]).toEqual([3, 1])
  })

  it('a page that the server kept rows back from is known', async () => {
    rule = () => reply([post(1), post(3)], { headers: { 'X-WP-Total': '9', 'X-WP-TotalPages': '3' } })
    await fetchPosts({ per_page: 3 })
    expect(idsOf({ per_page: 3 })).toEqual([1, 3])
    await fetchPosts({ per_page: 3 })
    expect(server.log).toHaveLength(1)
  })

  it('a context that was not read is unknown', async () => {
    rule = siteWith([1])
    await fetchPosts({ context: 'view' })
    expect(postsOf()).toBeNull()
    expect(idsOf({ context: 'view' })).toEqual([1])
  })
})

describe('totals', () => {
  it.each([
    ['per_page 2', { per_page: 2 }, 5, 3],
    ['per_page 1', { per_page: 1 }, 5, 5],
    ['per_page 10', { per_page: 10 }, 5, 1],
    ['no per_page', {}, 5, 1],
    ['per_page -1', { per_page: -1 }, 5, 1],
    ['another list', { search: 'x' }, null, null],
    ['all of another list', { search: 'x', per_page: -1 }, null, 1],
  ])('of five rows with %s', async (title, query, items, pages) => {
    rule = siteWith(upTo(5))
    await fetchPosts()
    expect([totalOf(query), pagesOf(query)]).toEqual([items, pages])
  })

  it('without per_page are what the server counted', () => {
    store.dispatch(
      receiveEntityRecords('postType', 'post', [post(1)], {}, { meta: { totalItems: 5, totalPages: 4 } }),
    )
    expect(pagesOf()).toBe(4)
    expect(pagesOf({ per_page: 5 })).toBe(1)
  })

  it('without per_page do not take over how another size was counted', async () => {
    rule = siteWith(upTo(25))
    await fetchPosts({ per_page: 5 })
    expect([pagesOf({ per_page: 5 }), pagesOf()]).toEqual([5, 3])
    await fetchPosts({ per_page: -1 })
    expect([pagesOf({ per_page: -1 }), pagesOf()]).toEqual([1, 3])
  })

  it('of an empty list are 0', async () => {
    rule = siteWith([])
    await fetchPosts()
    expect([totalOf(), pagesOf(), pagesOf({ per_page: 3 })]).toEqual([0, 0, 0])
  })

  it.each([[{}], [{ 'X-WP-Total': 'many', 'X-WP-TotalPages': '' }]])(
    'are null where the server says %j',
    async (headers) => {
      rule = () => reply([post(1)], { headers })
      await fetchPosts()
      expect([totalOf(), pagesOf(), pagesOf({ per_page: 2 })]).toEqual([null, null, null])
    },
  )

  it('stay when rows are put in without any', async () => {
    rule = siteWith(upTo(5))
    await fetchPosts({ per_page: 2 })
    receive([1, 2], { per_page: 2 })
    expect([totalOf(), pagesOf({ per_page: 2 })]).toEqual([5, 3])
  })

  it('of an older answer do not count', async () => {
    const first = fetchPosts({ per_page: 2, page: 2 })
    const second = fetchPosts({ per_page: 2 })
    await settle()
    server.waiting[1]?.answer([post(1), post(2)], { headers: { 'X-WP-Total': '3', 'X-WP-TotalPages': '2' } })
    await second
    server.waiting[0]?.answer([post(3), post(4)], { headers: { 'X-WP-Total': '4', 'X-WP-TotalPages': '2' } })
    await first
    expect(totalOf()).toBe(3)
    expect(idsOf({ per_page: 2, page: 2 })).toEqual([3])
  })
})

describe('a list keeps its identity', () => {
  beforeEach(async () => {
    rule = siteWith([1, 2])
    await fetchPosts()
  })

  it('for inline queries and after an equal answer', async () => {
    const before = postsOf()
    expect(postsOf({ page: 1 })).toBe(before)
    await fetchPosts(undefined, { force: true })
    expect(postsOf()).toBe(before)
    expect(postsOf({ _fields: 'id' })).toBe(postsOf({ _fields: ['id'] }))
  })

  it('while a record of it is edited, and one that is not in it changes', () => {
    const before = postsOf()
    store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'X' }))
    receive([7])
    expect(postsOf()).toBe(before)
  })

  it('beside the list of another entity that is asked for by the same query object', async () => {
    rule = () => [{ id: 1 }]
    const query = { per_page: 5 }
    await fetchPosts(query)
    await store.dispatch(fetchEntityRecords('postType', 'page', query))
    const posts = selectEntityRecords(store.getState(), 'postType', 'post', query)
    selectEntityRecords(store.getState(), 'postType', 'page', query)
    expect(selectEntityRecords(store.getState(), 'postType', 'post', query)).toBe(posts)
  })

  it('beside the same list in another store', async () => {
    const other = createEntityStore({ fetcher: server.fetcher, devTools: false })
    await other.dispatch(fetchEntityRecords('postType', 'post'))
    const before = postsOf()
    expect(selectEntityRecords(other.getState(), 'postType', 'post')).not.toBe(before)
    expect(postsOf()).toBe(before)
  })

  it('in its rows: one that changed makes a new array and touches no other row', () => {
    const before = postsOf()
    store.dispatch(receiveEntityRecords('postType', 'post', post(2, { slug: 'new' })))
    const after = postsOf()
    expect(after).not.toBe(before)
    expect(after?.[0]).toBe(before?.[0])
    expect(after?.[1]).toMatchObject({ slug: 'new' })
  })
})

describe('a list that can not be read', () => {
  it('gives null, shows its error, holds no lock and is read at the next try', async () => {
    rule = () => refusal(500, 'down', 'The server is down.')
    expect(await fetchPosts()).toBeNull()
    expect(postsOf()).toBeNull()
    expect(resolutionOf()).toMatchObject({
      status: 'error',
      error: { code: 'down', message: 'The server is down.' },
    })
    rule = ({ method, data }) => (method === 'PUT' ? post(1, data as Record<string, unknown>) : [post(1)])
    expect(await store.dispatch(saveEntityRecord('postType', 'post', { id: 1, title: 'X' }))).toMatchObject({
      title: 'X',
    })
    expect(await fetchPosts()).toHaveLength(1)
    expect(resolutionOf()).toMatchObject({ status: 'success', source: 'server' })
  })

  it('rejects with throwOnError', async () => {
    rule = () => refusal(500, 'down')
    await expect(fetchPosts(undefined, { throwOnError: true })).rejects.toMatchObject({ code: 'down' })
  })

  it('keeps the rows that were known', async () => {
    rule = siteWith([1, 2])
    await fetchPosts()
    rule = () => refusal(500, 'down')
    await fetchPosts(undefined, { force: true })
    expect(idsOf()).toEqual([1, 2])
    expect(resolutionOf().status).toBe('error')
  })

  it('fails when one of its pages does, and keeps nothing of it', async () => {
    rule = (request) =>
      request.path.includes('page=3&') ? refusal(500, 'down') : siteWith(upTo(350))(request)
    expect(await fetchPosts({ per_page: -1 })).toBeNull()
    expect(postsOf({ per_page: 10 })).toBeNull()
  })

  it.each([[{ per_page: 0 }], [{ page: 0 }], [{ page: 'two' }], [[]], [{ search: () => 1 }]])(
    'refuses the query %j',
    async (query) => {
      await expect(fetchPosts(query as never)).rejects.toMatchObject({ code: 'invalid_query' })
      expect(server.log).toEqual([])
    },
  )
})

describe('a record that is deleted', () => {
  it('leaves its lists, which show the rest until they are read again; the others are untouched', async () => {
    rule = (request) => (request.method === 'DELETE' ? { deleted: true } : siteWith(upTo(4))(request))
    await fetchPosts({ per_page: 2 })
    await fetchPosts({ include: [4] })
    const other = postsOf({ include: [4] })
    await store.dispatch(deleteEntityRecord('postType', 'post', 1, { force: true }))
    expect(idsOf({ per_page: 2 })).toEqual([2])
    expect([totalOf(), pagesOf({ per_page: 2 }), pagesOf()]).toEqual([3, 2, 1])
    expect(postsOf({ include: [4] })).toBe(other)
    server.log.length = 0
    await fetchPosts({ per_page: 2 })
    expect(server.log).toHaveLength(1)
  })

  it('takes one off the total, though two answers had it in two places', () => {
    receive([1, 2], { per_page: 2 }, 4)
    receive([2, 3], { per_page: 2, page: 2 }, 4)
    store.dispatch(removeEntityRecords('postType', 'post', '2'))
    expect(totalOf()).toBe(3)
  })
})

describe('a list that is looked at in more pages than are remembered', () => {
  it('shows each of them, the first ones again too', () => {
    receive(upTo(150), { per_page: 150 }, 150)
    const pages = () => upTo(150).map((page) => idsOf({ per_page: 1, page }))
    const expected = upTo(150).map((id) => [id])
    expect(pages()).toEqual(expected)
    receive([7], undefined)
    expect(pages()).toEqual(expected)
  })
})

describe('all rows of an entity that has no pages', () => {
  it('are asked for in one request of as many as a page may have', async () => {
    const shelf = { kind: 'shop', name: 'shelf', baseURL: '/shop/v1/shelves', supportsPagination: false }
    store.dispatch(addEntities([shelf]))
    rule = ({ path }) => (path.startsWith('/shop') ? [{ id: 1 }, { id: 2 }] : undefined)
    const rows = await store.dispatch(fetchEntityRecords('shop', 'shelf', { per_page: -1 }))
    expect(rows).toEqual([{ id: 1 }, { id: 2 }])
    expect(server.log).toEqual(['GET /shop/v1/shelves?per_page=100'])
  })
})
