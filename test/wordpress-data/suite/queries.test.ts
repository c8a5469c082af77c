import { describe, expect, it } from 'vitest'
import { post, reply } from '../../support/fakeServer'
import { quiet, smallSite } from '../registryOf'
import { coreOf, coreWithPosts, first, posts, totalOf } from './coreOf'

const row = (id: number) => ({ id, title: { raw: `T${id}`, rendered: `T${id}` } })
const rows = (...ids: readonly number[]) => ids.map(row)

interface Received {
  readonly ids: readonly number[]
  readonly query?: object
  readonly total?: number
}

/** A store that was given lists one after the other. */
async function given(...lists: readonly Received[]) {
  const core = await coreWithPosts(() => undefined)
  const list = (query?: object) =>
    (core.ask('getEntityRecords', ...posts, query) as { id: number }[] | null)?.map(({ id }) => id) ?? null
  for (const { ids, query, total } of lists) {
    const meta = total === undefined ? undefined : { totalItems: total, totalPages: 1 }
    await core.act('receiveEntityRecords', ...posts, rows(...ids), query, false, undefined, meta)
  }
  return { ...core, list }
}

describe('a query', () => {
  const same: readonly [what: string, received: object, asked: object][] = [
    ['its page and its size [query 1]', { page: 2, per_page: 2 }, { per_page: 2, page: 2 }],
    ['what it includes, as a list [query 2]', { include: [1, 2] }, { include: '1,2' }],
    [
      'its parameters, in whatever order [query 3]',
      { search: 'a?&', author: 1 },
      { author: 1, search: 'a?&' },
    ],
    ['lists and objects within [query 4]', { tax: { in: [1, 2] } }, { tax: { in: [1, 2] } }],
    ['numbers that are texts [query 5]', { page: '2', per_page: '2' }, { page: 2, per_page: 2 }],
    ['all without a limit [query 6]', { per_page: -1 }, { per_page: '-1' }],
    ['its fields, as a text or a list [query 7]', { _fields: 'id,title' }, { _fields: ['id', 'title'] }],
    ['its context [query 8]', { context: 'view' }, { context: 'view' }],
    [
      'its offset, which may be that of a page [query 9]',
      { per_page: 2, offset: 2 },
      { per_page: 2, page: 2 },
    ],
    ['no offset that is no number [query 10]', { search: 'b', offset: 'abc' }, { search: 'b' }],
  ]
  it.each(same)('is the same by %s', async (what, received, asked) => {
    const { list } = await given({ ids: [1, 2], query: received })
    expect(list(asked)).toEqual([1, 2])
  })

  it.each<[what: string, received: object, asked: object]>([
    ['another page [query 1]', { page: 2, per_page: 2 }, { page: 3, per_page: 2 }],
    ['what it includes [query 2]', { include: [1, 2] }, { include: [1, 3] }],
    ['the order within a list [query 4]', { tax: { in: [1, 2] } }, { tax: { in: [2, 1] } }],
    ['its context [query 8]', { context: 'view' }, {}],
  ])('is another one by %s', async (what, received, asked) => {
    const { list } = await given({ ids: [1, 2], query: received, total: 20 })
    expect(list(asked)).toBeNull()
  })
})

describe('a list', () => {
  it('is null while nothing of it came [list 1]', async () => {
    const { list } = await given({ ids: [1], query: { search: 'a' } })
    expect(list({ search: 'b' })).toBeNull()
  })

  it('is its records, the same array until one of them changes [list 2, 3]', async () => {
    const { ask, act, list } = await given({ ids: [1, 2], query: {} })
    expect(list({})).toEqual([1, 2])
    const before = ask('getEntityRecords', ...posts, {})
    expect(ask('getEntityRecords', ...posts, { per_page: 10 })).toBe(before)
    await act('receiveEntityRecords', ...posts, row(9))
    expect(ask('getEntityRecords', ...posts, {})).toBe(before)
    await act('receiveEntityRecords', ...posts, { ...row(1), slug: 'new' })
    expect(ask('getEntityRecords', ...posts, {})).not.toBe(before)
    expect(ask('getEntityRecords', ...posts, {})).toMatchObject([{ slug: 'new' }, { id: 2 }])
  })

  it('is of what it includes those that the server gave [list 4]', async () => {
    const { list } = await given({ ids: [1, 3], query: { include: [1, 2, 3] } })
    expect(list({ include: [1, 2, 3] })).toEqual([1, 3])
  })

  it.each([
    ['of whole records [list 5]', undefined, 'id,author', [{ id: 1, author: 7 }]],
    ['within others [list 6]', undefined, 'id,title.raw', [{ id: 1, title: { raw: 'T' } }]],
    ['that are not known: none [list 7]', { _fields: 'id,author' }, 'id,slug', null],
  ])('has fields %s', async (what, query, fields, expected) => {
    const { ask, act } = await coreWithPosts(() => undefined)
    const whole = { id: 1, author: 7, title: { raw: 'T', rendered: 'T!' } }
    const some = query ? { id: 1, author: 7 } : whole
    await act('receiveEntityRecords', ...posts, [some], query ?? { _fields: fields })
    expect(ask('getEntityRecords', ...posts, { _fields: fields })).toEqual(expected)
  })

  it('is null where only some fields of its records are known [list 8]', async () => {
    const { ask, act } = await coreWithPosts(() => undefined)
    await act('receiveEntityRecords', ...posts, [{ id: 1 }], { _fields: 'id' })
    expect(ask('getEntityRecords', ...posts)).toBeNull()
  })

  it.each<[what: string, Received, asked: object, expected: readonly number[] | null]>([
    [
      'null where more was asked for than came, and there are more [list 9]',
      { ids: [1, 2], query: { per_page: 2 }, total: 5 },
      { per_page: 3 },
      null,
    ],
    [
      'what is left on the last page from an offset [list 10]',
      { ids: [101, 102, 103], query: { offset: 100, per_page: 50 }, total: 103 },
      { offset: 100, per_page: 50 },
      [101, 102, 103],
    ],
    [
      'null from an offset where some are missing [list 11]',
      { ids: [51, 52], query: { offset: 50, per_page: 2 }, total: 200 },
      { offset: 50, per_page: 50 },
      null,
    ],
    [
      'null from an offset where most are missing [list 12]',
      { ids: [1, 2, 3, 4, 5], query: { per_page: 5 }, total: 50 },
      { offset: 3, per_page: 10 },
      null,
    ],
    [
      'from the offset 0 what it is without one [list 13]',
      { ids: [1, 2], query: { per_page: 2 }, total: 9 },
      { offset: 0, per_page: 2 },
      [1, 2],
    ],
    [
      'empty from the offset that is its length [list 14]',
      { ids: [], query: { offset: 84, per_page: 10 }, total: 84 },
      { offset: 84, per_page: 10 },
      [],
    ],
  ])('is %s', async (what, received, asked, expected) => {
    const { list } = await given(received)
    expect(list(asked)).toEqual(expected)
  })
})

describe('lists one after the other', () => {
  const six = { ids: [1, 2, 3, 4, 5, 6], query: { per_page: 6 } }
  const three = (page: number, ...ids: number[]) => ({ ids, query: { page, per_page: 3 } })
  it.each<[what: string, lists: readonly Received[], asked: object, expected: readonly number[] | null]>([
    ['a later page comes first [rows 1]', [three(2, 4, 5, 6)], { page: 2, per_page: 3 }, [4, 5, 6]],
    [
      'and the first joins it [rows 2]',
      [three(2, 4, 5, 6), three(1, 1, 2, 3)],
      { per_page: 6 },
      [1, 2, 3, 4, 5, 6],
    ],
    [
      'a page takes the place of what it was [rows 3]',
      [six, three(2, 18, 5, 6)],
      { per_page: 6 },
      [1, 2, 3, 18, 5, 6],
    ],
    ['a page that is not full is added [rows 4]', [six, three(3, 7)], { page: 3, per_page: 3 }, [7]],
    [
      'all without one are all [rows 5]',
      [
        { ids: [1, 2, 3], query: { per_page: -1 } },
        { ids: [1, 3], query: { per_page: -1 } },
      ],
      { per_page: -1 },
      [1, 3],
    ],
    [
      'all with one less and one more are all [rows 6]',
      [
        { ids: [1, 2, 3], query: { per_page: -1 } },
        { ids: [1, 3, 4], query: { per_page: -1 } },
      ],
      { per_page: -1 },
      [1, 3, 4],
    ],
    [
      'a page has fewer than before [rows 7]',
      [three(1, 1, 2, 3), { ...three(1, 1, 2), total: 2 }],
      { per_page: 3 },
      [1, 2],
    ],
    [
      'more come than were asked for [rows 8]',
      [{ ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], query: { search: 'a' }, total: 12 }],
      { search: 'a', per_page: 12 },
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    ],
    [
      'pages are known apart [rows 16]',
      [
        { ids: [2, 3], query: { offset: 1, per_page: 2 } },
        { ids: [5, 6], query: { offset: 4, per_page: 2 } },
      ],
      { offset: 4, per_page: 2 },
      [5, 6],
    ],
    [
      'what lies between them is not known [rows 16]',
      [
        { ids: [2, 3], query: { offset: 1, per_page: 2 } },
        { ids: [5, 6], query: { offset: 4, per_page: 2 } },
      ],
      { offset: 3, per_page: 2 },
      null,
    ],
  ])('%s', async (what, lists, asked, expected) => {
    const { list } = await given(...lists)
    expect(list(asked)).toEqual(expected)
  })
})

describe('a record in lists', () => {
  const fields = { _fields: 'id' }
  it.each<[what: string, queries: readonly (object | undefined)[], isWhole: boolean]>([
    ['is whole when it came by itself [rows 9]', [undefined], true],
    ['is whole when it came with a list [rows 10]', [{ search: 'a' }], true],
    ['is not when some fields came [rows 11]', [fields], false],
    ['stays whole when some fields come again [rows 12]', [undefined, fields], true],
  ])('%s', async (what, queries, isWhole) => {
    const { ask, act } = await coreWithPosts(() => undefined)
    for (const query of queries)
      await act('receiveEntityRecords', ...posts, [query === fields ? { id: 1 } : row(1)], query)
    expect(ask('hasEntityRecord', ...first)).toBe(isWhole)
    expect(ask('hasEntityRecord', ...first, fields)).toBe(true)
  })

  it('is in none at first, in one where it came with it, in none where it came alone [rows 13, 14, 15]', async () => {
    const { ask, act, list } = await given()
    expect([ask('getEntityRecord', ...first), list()]).toEqual([undefined, null])
    await act('receiveEntityRecords', ...posts, [row(1)])
    expect([ask('getEntityRecord', ...first), list()]).toEqual([row(1), null])
    await act('receiveEntityRecords', ...posts, [row(2)], { search: 'a' })
    expect(list({ search: 'a' })).toEqual([2])
  })

  it('leaves them, and their totals, when it is deleted [rows 17, 18]', async () => {
    const { ask, act, read } = coreOf((request) =>
      request.method === 'GET' && request.path.startsWith('/wp/v2/posts?')
        ? request.path.includes('search')
          ? reply([post(3)], totalOf(1))
          : reply([post(1), post(2), post(3)], totalOf(3))
        : smallSite(request),
    )
    await read('getEntityRecords', ...posts)
    await read('getEntityRecords', ...posts, { search: 'c' })
    const other = ask('getEntityRecords', ...posts, { search: 'c' })
    await act('deleteEntityRecord', ...first, { force: true })
    expect(ask('getEntityRecords', ...posts)).toMatchObject([{ id: 2 }, { id: 3 }])
    expect(ask('getEntityRecordsTotalItems', ...posts)).toBe(2)
    expect(ask('getEntityRecords', ...posts, { search: 'c' })).toBe(other)
    expect(ask('getEntityRecordsTotalItems', ...posts, { search: 'c' })).toBe(1)
    await quiet()
  })

  it('leaves them by an id that is a text, too [rows 19]', async () => {
    const { ask, act } = await coreWithPosts(({ method }) =>
      method === 'DELETE' ? { deleted: true } : undefined,
    )
    const template = (slug: string) => ({ id: `tides//${slug}`, slug })
    const templates = ['postType', 'wp_template'] as const
    await act('receiveEntityRecords', ...templates, [template('home'), template('single')], { per_page: -1 })
    await act('deleteEntityRecord', ...templates, 'tides//home', { force: true })
    expect(ask('getEntityRecords', ...templates, { per_page: -1 })).toMatchObject([{ slug: 'single' }])
  })
})
