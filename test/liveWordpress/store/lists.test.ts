import {
  deleteEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  type Fetcher,
  type ListProgress,
  saveEntityRecord,
  selectEntityRecord,
  selectEntityRecords,
  selectEntityRecordsTotalItems,
  selectEntityRecordsTotalPages,
  selectResolution,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { asUser, newPost, rawFetch } from '../../support/wordpress'
import { storeWith } from '../../support/wordpressStore'

const oldest = { orderby: 'date', order: 'asc' } as const

/** What the server itself answers, as ids. */
async function idsOnServer(query: string): Promise<[number, number, number, ...number[]]> {
  const response = await rawFetch('administrator', `/wp-json/wp/v2/posts?_fields=id&${query}`)
  const rows = (await response.json()) as { id: number }[]
  return rows.map(({ id }) => id) as [number, number, number]
}

const idsOf = (records: readonly { id?: number | undefined }[] | null) => records?.map(({ id }) => id)

describe('A page of a list', () => {
  it.each([
    ['the first', { ...oldest, per_page: 3, page: 1 }, 'orderby=date&order=asc&per_page=3'],
    ['the second', { ...oldest, per_page: 3, page: 2 }, 'orderby=date&order=asc&per_page=3&page=2'],
    ['an offset', { ...oldest, per_page: 3, offset: 7 }, 'orderby=date&order=asc&per_page=3&offset=7'],
    ['a search', { search: 'tram', ...oldest, per_page: 3 }, 'search=tram&orderby=date&order=asc&per_page=3'],
    [
      'a list of statuses',
      { status: ['draft', 'private'], ...oldest, per_page: 4 },
      'status=draft,private&orderby=date&order=asc&per_page=4',
    ],
    ['drafts', { status: 'draft', ...oldest, per_page: 4 }, 'status=draft&orderby=date&order=asc&per_page=4'],
    [
      'two categories',
      { categories: [2, 5], ...oldest, per_page: 3 },
      'categories=2,5&orderby=date&order=asc&per_page=3',
    ],
  ])('has the rows that the server gives, in its order: %s', async (title, query, raw) => {
    const { dispatch } = storeWith(asUser('administrator'))
    const records = await dispatch(fetchEntityRecords('postType', 'post', query))
    const ids = await idsOnServer(raw)
    expect(ids.length).toBeGreaterThan(0)
    expect(idsOf(records)).toEqual(ids)
  })

  it('may be the last, with fewer rows than the others', async () => {
    const { dispatch, state } = storeWith(asUser('administrator'))
    const query = { before: '2024-01-01T00:00:00', ...oldest, per_page: 7, _fields: 'id' }
    await dispatch(fetchEntityRecords('postType', 'post', query))
    const total = selectEntityRecordsTotalItems(state(), 'postType', 'post', query) ?? 0
    const page = selectEntityRecordsTotalPages(state(), 'postType', 'post', query) ?? 0
    expect([page, page > 2]).toEqual([Math.ceil(total / 7), true])
    const last = await dispatch(fetchEntityRecords('postType', 'post', { ...query, page }))
    expect(last).toHaveLength(total - (page - 1) * 7)
  })

  it('asks nothing where the pages before have told its rows', async () => {
    const { dispatch, sentSince } = storeWith(asUser('administrator'))
    await dispatch(fetchEntityRecords('postType', 'post', { ...oldest, per_page: 4, page: 1 }))
    await dispatch(fetchEntityRecords('postType', 'post', { ...oldest, per_page: 4, page: 2 }))
    sentSince()
    const rows = await dispatch(fetchEntityRecords('postType', 'post', { ...oldest, per_page: 3, offset: 3 }))
    expect(sentSince()).toEqual([])
    expect(idsOf(rows)).toEqual(await idsOnServer('orderby=date&order=asc&per_page=3&offset=3'))
  })

  it('behind the end is an error with the server’s reason, and leaves the pages before', async () => {
    const { dispatch, state } = storeWith(asUser('administrator'))
    const query = { ...oldest, per_page: 2 }
    const first = await dispatch(fetchEntityRecords('postType', 'post', query))
    expect(await dispatch(fetchEntityRecords('postType', 'post', { ...query, page: 999 }))).toBeNull()
    const resolution = selectResolution(state(), 'fetchEntityRecords', 'postType', 'post', {
      ...query,
      page: 999,
    })
    expect(resolution).toMatchObject({ error: { code: 'rest_post_invalid_page_number', status: 400 } })
    expect(selectEntityRecords(state(), 'postType', 'post', query)).toBe(first)
  })

  it('by an offset behind the end is empty, and leaves rows and totals as they were', async () => {
    const { dispatch, state } = storeWith(asUser('administrator'))
    const query = { ...oldest, per_page: 2 }
    const first = await dispatch(fetchEntityRecords('postType', 'post', query))
    const total = selectEntityRecordsTotalItems(state(), 'postType', 'post', query)
    const beyond = await dispatch(fetchEntityRecords('postType', 'post', { ...query, offset: 5000 }))
    expect(beyond).toEqual([])
    expect(selectEntityRecords(state(), 'postType', 'post', query)).toBe(first)
    expect(selectEntityRecordsTotalItems(state(), 'postType', 'post', query)).toBe(total)
  })

  it.each([
    [{ orderby: 'luck' }, 'Invalid parameter(s): orderby'],
    [{ per_page: 101 }, 'Invalid parameter(s): per_page'],
    [{ status: 'lost' }, 'Invalid parameter(s): status'],
  ])('that the server finds no sense in is an error that names the parameter: %o', async (query, message) => {
    const { dispatch, state } = storeWith(asUser('administrator'))
    expect(await dispatch(fetchEntityRecords('postType', 'post', query))).toBeNull()
    expect(selectResolution(state(), 'fetchEntityRecords', 'postType', 'post', query)).toMatchObject({
      status: 'error',
      error: { code: 'rest_invalid_param', message, status: 400 },
    })
  })
})

describe('The fields of a list', () => {
  it.each([[['title']], [['id', 'title']], ['title']] as const)(
    'are those of _fields and the key: %o',
    async (fields) => {
      const { dispatch, state } = storeWith(asUser('administrator'))
      const query = { ...oldest, per_page: 2, _fields: fields }
      const records = await dispatch(fetchEntityRecords('postType', 'post', query))
      expect(records?.map((record) => Object.keys(record).sort())).toEqual([
        ['id', 'title'],
        ['id', 'title'],
      ])
      expect(selectEntityRecords(state(), 'postType', 'post', query)).toBe(records)
    },
  )

  it.each([
    ['view', false],
    ['embed', false],
    ['edit', true],
  ] as const)('follow the context: %s', async (context, isRaw) => {
    const { dispatch } = storeWith(asUser('administrator'))
    const records = await dispatch(
      fetchEntityRecords('postType', 'post', { ...oldest, per_page: 1, context }),
    )
    const [record] = records ?? []
    expect(record && 'raw' in record.title).toBe(isRaw)
  })

  it('leave the record of another context alone', async () => {
    const { dispatch, state } = storeWith(asUser('administrator'))
    await dispatch(fetchEntityRecords('postType', 'post', { ...oldest, per_page: 1, context: 'view' }))
    const [id] = await idsOnServer('orderby=date&order=asc&per_page=1')
    expect(selectEntityRecord(state(), 'postType', 'post', id, { context: 'view' })).toBeDefined()
    expect(selectEntityRecord(state(), 'postType', 'post', id)).toBeUndefined()
  })

  it('hold what was asked to be embedded', async () => {
    const { dispatch } = storeWith(asUser('administrator'))
    const query = { ...oldest, per_page: 1, _embed: 'author' }
    const records = await dispatch(fetchEntityRecords('postType', 'post', query))
    expect(records?.[0]).toMatchObject({ _embedded: { author: [{ name: expect.any(String) }] } })
  })
})

describe('A list of chosen ids', () => {
  it('comes in the server’s order by default, and in the asked one with orderby include', async () => {
    const { dispatch } = storeWith(asUser('administrator'))
    const [a, b, c] = await idsOnServer('orderby=date&order=asc&per_page=3')
    const include = [b, c, a]
    const byDate = await dispatch(fetchEntityRecords('postType', 'post', { include }))
    const asAsked = await dispatch(fetchEntityRecords('postType', 'post', { include, orderby: 'include' }))
    expect([idsOf(byDate), idsOf(asAsked)]).toEqual([
      [c, b, a],
      [b, c, a],
    ])
  })

  it('leaves out an id that no record has', async () => {
    const { dispatch, state } = storeWith(asUser('administrator'))
    const [a, b] = await idsOnServer('orderby=date&order=asc&per_page=2')
    const query = { include: [a, 987654321, b] }
    expect(idsOf(await dispatch(fetchEntityRecords('postType', 'post', query)))).toEqual([b, a])
    expect(selectEntityRecordsTotalItems(state(), 'postType', 'post', query)).toBe(2)
  })
})

describe('The whole list', () => {
  const query = { per_page: -1, status: 'any', context: 'view', _fields: ['id'] } as const

  it('of more than two hundred posts comes in requests of a hundred, without gaps or repeats', async () => {
    await newPost()
    const { dispatch, state, sent } = storeWith(asUser('administrator'))
    const progress: ListProgress[] = []
    const onProgress = (now: ListProgress) => progress.push(now)
    const records = await dispatch(fetchEntityRecords('postType', 'post', query, { onProgress }))
    const total = records?.length ?? 0
    expect(total).toBeGreaterThan(200)
    expect(new Set(idsOf(records)).size).toBe(total)
    expect(sent.filter((line) => line.includes('per_page=100'))).toHaveLength(3)
    expect(progress.map(({ loaded }) => loaded)).toEqual([100, 200, total])
    expect(progress.map((now) => now.total)).toEqual([total, total, total])
    expect(selectEntityRecordsTotalItems(state(), 'postType', 'post', query)).toBe(total)
    expect(selectEntityRecordsTotalPages(state(), 'postType', 'post', query)).toBe(1)
  })

  it('shows its rows as they come, with at most four requests at once', async () => {
    const { store, dispatch, state, mostAtOnce, sent } = storeWith(inSmallerPages(asUser('administrator')))
    const lengths = new Set<number>()
    const stop = store.subscribe(() => {
      const rows = selectEntityRecords(state(), 'postType', 'post', query)
      if (rows) lengths.add(rows.length)
    })
    const records = await dispatch(
      fetchEntityRecords('postType', 'post', query, { intermediateResults: true }),
    )
    stop()
    const pages = Math.ceil((records?.length ?? 0) / 25)
    expect(sent.filter((line) => line.includes('/posts?'))).toHaveLength(pages)
    expect(pages).toBeGreaterThan(7)
    expect(mostAtOnce()).toBe(4)
    expect([...lengths]).toEqual([
      ...Array.from({ length: pages - 1 }, (none, i) => (i + 1) * 25),
      records?.length,
    ])
  })

  it('answers pages of it, and single records, without a request', async () => {
    const { dispatch, sentSince } = storeWith(asUser('administrator'))
    const before = '2023-03-01T00:00:00'
    const all = { per_page: -1, ...oldest, before, context: 'edit' } as const
    const records = await dispatch(fetchEntityRecords('postType', 'post', all))
    sentSince()
    const page = await dispatch(fetchEntityRecords('postType', 'post', { ...all, per_page: 3, page: 2 }))
    const one = await dispatch(fetchEntityRecord('postType', 'post', records?.[4]?.id, { context: 'edit' }))
    expect(sentSince()).toEqual([])
    expect(page).toHaveLength(3)
    expect(page).toEqual(records?.slice(3, 6))
    expect(one).toBe(records?.[4])
  })
})

describe('Totals', () => {
  it('go up by one after a create, when the list is read again', async () => {
    const { dispatch, state } = storeWith(asUser('administrator'))
    const query = { status: 'draft', per_page: 3 }
    await dispatch(fetchEntityRecords('postType', 'post', query))
    const before = selectEntityRecordsTotalItems(state(), 'postType', 'post', query) ?? NaN
    const created = await dispatch(
      saveEntityRecord('postType', 'post', { title: 'One more', status: 'draft' }),
    )
    const after = await dispatch(fetchEntityRecords('postType', 'post', query))
    expect(selectEntityRecordsTotalItems(state(), 'postType', 'post', query)).toBe(before + 1)
    expect(idsOf(after)?.[0]).toBe(created?.id)
  })

  it('go down at once after a deletion, and the row is gone', async () => {
    const { id } = await newPost({ status: 'publish' })
    const { dispatch, state } = storeWith(asUser('administrator'))
    const query = { per_page: 3 }
    const rows = await dispatch(fetchEntityRecords('postType', 'post', query))
    const before = selectEntityRecordsTotalItems(state(), 'postType', 'post', query) ?? NaN
    await dispatch(deleteEntityRecord('postType', 'post', id, { force: true }))
    expect(selectEntityRecordsTotalItems(state(), 'postType', 'post', query)).toBe(before - 1)
    expect(idsOf(rows)?.[0]).toBe(id)
    expect(idsOf(selectEntityRecords(state(), 'postType', 'post', query))).toEqual(idsOf(rows)?.slice(1))
  })

  it('of the trash go up when a post is put there, once read again', async () => {
    const { id } = await newPost({ status: 'publish' })
    const { dispatch, state } = storeWith(asUser('administrator'))
    const trash = { status: 'trash', per_page: 1 }
    await dispatch(fetchEntityRecords('postType', 'post', trash))
    const before = selectEntityRecordsTotalItems(state(), 'postType', 'post', trash) ?? NaN
    await dispatch(deleteEntityRecord('postType', 'post', id))
    await dispatch(fetchEntityRecords('postType', 'post', trash))
    expect(selectEntityRecordsTotalItems(state(), 'postType', 'post', trash)).toBe(before + 1)
  })
})

/** The same list in more pages: what is asked by the hundred is sent by twenty-five. */
function inSmallerPages(fetcher: Fetcher): Fetcher {
  return (request) =>
    fetcher({ ...request, path: request.path?.replace('per_page=100', 'per_page=25') ?? '' })
}
