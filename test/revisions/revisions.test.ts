import {
  createEntityStore,
  defineEntity,
  dehydrate,
  deleteEntityRecord,
  editEntityRecord,
  type EntityConfig,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchRevision,
  fetchRevisions,
  invalidate,
  loadEntityConfigs,
  receiveRevisions,
  removeEntityRecords,
  saveEditedEntityRecord,
  selectEntityConfigs,
  selectEntityRecord,
  selectEntityRecords,
  selectResolution,
  selectRevision,
  selectRevisions,
  selectRevisionsTotalItems,
} from 'copydesk'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeServer, post, refusal, reply, settle, type Rule, type SeenRequest } from '../support/fakeServer'
import { notPlain } from '../support/plainState'
import { tableRows } from '../support/tableRows'

/** Nine versions of each post, newest first, in pages as WordPress gives them. */
const versions = [29, 28, 27, 26, 25, 24, 23, 22, 21]

function revision(id: number, parent = 1) {
  return { id, parent, author: 1, date: '2026-01-01T00:00:00', title: { rendered: `Version ${id}` } }
}

function site({ method, path, data }: SeenRequest): unknown {
  const { pathname, searchParams: asked } = new URL(path, 'http://example.org')
  const [, base = '', id = '', , revisionId] =
    /^\/wp\/v2\/(\w+)\/(\d+)(\/revisions(?:\/(\d+))?)?$/.exec(pathname) ?? []
  if (base !== 'posts' || id === '404') return refusal(404, 'rest_no_route')
  if (!pathname.includes('/revisions')) {
    if (method === 'DELETE') return { deleted: true, previous: post(Number(id)) }
    return post(Number(id), method === 'PUT' ? { title: { raw: Object(data).title, rendered: '' } } : {})
  }
  const fields = asked.get('_fields')?.split(',')
  const shown = (version: number) =>
    Object.fromEntries(
      Object.entries(revision(version, Number(id))).filter(([field]) => fields?.includes(field) ?? true),
    )
  if (revisionId)
    return versions.includes(Number(revisionId)) ? shown(Number(revisionId)) : refusal(404, 'no_revision')
  const perPage = Number(asked.get('per_page') ?? versions.length)
  const start = (Number(asked.get('page') ?? 1) - 1) * perPage
  return reply(versions.slice(start, start + perPage).map(shown), {
    headers: { 'X-WP-Total': '9', 'X-WP-TotalPages': String(Math.ceil(9 / perPage)) },
  })
}

function setUp(rule: Rule = site, entities: readonly EntityConfig[] = []) {
  const server = fakeServer(rule)
  const store = createEntityStore({ fetcher: server.fetcher, entities, devTools: false })
  const log = () => server.log.filter((line) => !line.includes('/types'))
  return { ...server, store, dispatch: store.dispatch, state: store.getState, log }
}

const ids = (rows: readonly { id: number }[] | null) => rows?.map(({ id }) => id)

describe('A list of revisions', () => {
  it('is asked for below the record, with the query and without the base parameters of the entity', async () => {
    const { dispatch, log } = setUp()
    expect(ids(await dispatch(fetchRevisions('postType', 'post', 1)))).toEqual(versions)
    await dispatch(fetchRevisions('postType', 'post', 1, { context: 'edit', per_page: 2 }))
    expect(log()).toEqual([
      'GET /wp/v2/posts/1/revisions',
      'GET /wp/v2/posts/1/revisions?per_page=2&context=edit',
    ])
  })

  it('is kept in pages with totals, and is null while it is not known', async () => {
    const { dispatch, state } = setUp()
    const shown = (query: object) => ids(selectRevisions(state(), 'postType', 'post', 1, query))
    expect(selectRevisions(state(), 'postType', 'post', 1)).toBeNull()
    expect(selectRevisionsTotalItems(state(), 'postType', 'post', 1)).toBeNull()
    await dispatch(fetchRevisions('postType', 'post', 1, { per_page: 2, page: 2 }))
    expect(shown({ per_page: 2, page: 2 })).toEqual([27, 26])
    expect(shown({ per_page: 2 })).toBeUndefined()
    expect(selectRevisionsTotalItems(state(), 'postType', 'post', 1)).toBe(9)
  })

  it('is whole without paging, as WordPress then gives all, and a page with it', async () => {
    const many = Array.from({ length: 25 }, (_, i) => 49 - i)
    const rule: Rule = ({ path }) =>
      path.endsWith('/revisions')
        ? reply(
            many.map((id) => revision(id)),
            { headers: { 'X-WP-Total': '25', 'X-WP-TotalPages': '1' } },
          )
        : undefined
    const { dispatch, state, log } = setUp(rule)
    const rows = await dispatch(fetchRevisions('postType', 'post', 1))
    expect(ids(rows)).toEqual(many)
    expect(selectRevisions(state(), 'postType', 'post', 1)).toBe(rows)
    expect(selectRevisions(state(), 'postType', 'post', 1, {})).toBe(rows)
    expect(ids(selectRevisions(state(), 'postType', 'post', 1, { per_page: 10 }))).toEqual(many.slice(0, 10))
    expect(await dispatch(fetchRevisions('postType', 'post', 1))).toBe(rows)
    expect(log()).toHaveLength(1)
  })

  it('comes whole with per_page: -1, a hundred a request', async () => {
    const { dispatch, log } = setUp()
    const all = await dispatch(fetchRevisions('postType', 'post', 1, { per_page: -1 }))
    expect(ids(all)).toEqual(versions)
    expect(log()).toEqual(['GET /wp/v2/posts/1/revisions?page=1&per_page=100'])
  })

  it('asks once, also for callers at the same time, and again when forced', async () => {
    const { dispatch, log } = setUp()
    const both = [1, '1'].map((id) => dispatch(fetchRevisions('postType', 'post', id, {})))
    const [one, other] = await Promise.all(both)
    expect(one).toBe(other)
    expect(await dispatch(fetchRevisions('postType', 'post', 1))).toBe(one)
    expect(log()).toHaveLength(1)
    expect(await dispatch(fetchRevisions('postType', 'post', 1, {}, { force: true }))).toBe(one)
    expect(log()).toHaveLength(2)
  })

  it('of one record is apart from that of another, and from the records themselves', async () => {
    const { dispatch, state } = setUp(({ path }) =>
      path.includes('/revisions') ? [revision(path.includes('/posts/1/') ? 11 : 12)] : undefined,
    )
    await dispatch(fetchRevisions('postType', 'post', 1))
    await dispatch(fetchRevisions('postType', 'post', 2))
    expect(ids(selectRevisions(state(), 'postType', 'post', 1))).toEqual([11])
    expect(ids(selectRevisions(state(), 'postType', 'post', 2))).toEqual([12])
    expect(selectRevision(state(), 'postType', 'post', 1, 12)).toBeUndefined()
    expect(selectEntityRecord(state(), 'postType', 'post', 11)).toBeUndefined()
    expect(selectEntityRecords(state(), 'postType', 'post')).toBeNull()
  })

  it('is kept apart by context and by query', async () => {
    const { dispatch, state } = setUp()
    await dispatch(fetchRevisions('postType', 'post', 1, { context: 'edit' }))
    expect(selectRevisions(state(), 'postType', 'post', 1, { context: 'edit' })).not.toBeNull()
    expect(selectRevisions(state(), 'postType', 'post', 1)).toBeNull()
    expect(selectRevisions(state(), 'postType', 'post', 1, { context: 'edit', order: 'asc' })).toBeNull()
  })

  it('with _fields asks for the key too, and gives what is missing as undefined', async () => {
    const { dispatch, state, log } = setUp()
    const query = { _fields: 'author,slug' }
    const rows = await dispatch(fetchRevisions('postType', 'post', 1, query))
    expect(log()).toEqual(['GET /wp/v2/posts/1/revisions?_fields=author,slug,id'])
    expect(rows?.[0]).toEqual({ author: 1, slug: undefined, id: 29 })
    expect(selectRevisions(state(), 'postType', 'post', 1, query)).toBe(rows)
    expect(selectRevisions(state(), 'postType', 'post', 1)).toBeNull()
  })

  it.each([undefined, null, '', 0])('of the missing id %j asks nothing', async (id) => {
    const { dispatch, state, seen } = setUp()
    expect(await dispatch(fetchRevisions('postType', 'post', id as never))).toBeNull()
    expect(await dispatch(fetchRevision('postType', 'post', id as never, 5))).toBeUndefined()
    expect(selectRevisions(state(), 'postType', 'post', id as never)).toBeNull()
    expect(selectRevision(state(), 'postType', 'post', id as never, 5)).toBeUndefined()
    expect(selectResolution(state(), 'fetchRevisions', 'postType', 'post', id as never)).toEqual({
      status: 'idle',
    })
    expect(selectResolution(state(), 'fetchRevision', 'postType', 'post', id as never, 5)).toEqual({
      status: 'idle',
    })
    expect(seen).toEqual([])
  })

  it('refuses what is no id, and a query that can’t be sent', async () => {
    const { dispatch, log } = setUp()
    await expect(dispatch(fetchRevisions('postType', 'post', {} as never))).rejects.toMatchObject({
      code: 'invalid_id',
    })
    await expect(dispatch(fetchRevisions('postType', 'post', 1, { page: -1 }))).rejects.toMatchObject({
      code: 'invalid_query',
    })
    await expect(dispatch(fetchRevision('postType', 'post', 1, {} as never))).rejects.toMatchObject({
      code: 'invalid_id',
    })
    expect(log()).toEqual([])
  })
})

describe('One revision', () => {
  it('is asked for below the record, and makes no list', async () => {
    const { dispatch, state, log } = setUp()
    const found = await dispatch(fetchRevision('postType', 'post', 1, 27, { context: 'edit' }))
    expect(found).toMatchObject({ id: 27, parent: 1 })
    expect(log()).toEqual(['GET /wp/v2/posts/1/revisions/27?context=edit'])
    expect(selectRevision(state(), 'postType', 'post', '1', '27', { context: 'edit' })).toBe(found)
    expect(selectRevisions(state(), 'postType', 'post', 1, { context: 'edit' })).toBeNull()
    expect(selectRevision(state(), 'postType', 'post', 2, 27, { context: 'edit' })).toBeUndefined()
  })

  it('that a slow answer brings leaves a list as it is that came meanwhile', async () => {
    const { dispatch, state, waiting } = setUp(() => undefined)
    const query = { context: 'edit' } as const
    const single = dispatch(fetchRevision('postType', 'post', 1, 27, query))
    const list = dispatch(fetchRevisions('postType', 'post', 1, query))
    await settle()
    waiting[1]?.answer([revision(29), revision(28)])
    await list
    waiting[0]?.answer(revision(27))
    await single
    expect(ids(selectRevisions(state(), 'postType', 'post', 1, query))).toEqual([29, 28])
  })

  it('counts as read when it came with a list', async () => {
    const { dispatch, state, log } = setUp()
    await dispatch(fetchRevisions('postType', 'post', 1, { per_page: 2 }))
    expect(selectResolution(state(), 'fetchRevision', 'postType', 'post', 1, 28)).toMatchObject({
      status: 'success',
    })
    expect(await dispatch(fetchRevision('postType', 'post', 1, 28))).toMatchObject({ id: 28 })
    expect(log()).toHaveLength(1)
    expect(selectResolution(state(), 'fetchRevision', 'postType', 'post', 1, 21)).toEqual({ status: 'idle' })
    expect(await dispatch(fetchRevision('postType', 'post', 1, 21))).toMatchObject({ id: 21 })
    expect(log()).toHaveLength(2)
  })

  it('with _fields is the same object for the same fields, and comes from what is known', async () => {
    const { dispatch, state, log } = setUp()
    await dispatch(fetchRevision('postType', 'post', 1, 27))
    const query = { _fields: ['author'] }
    expect(await dispatch(fetchRevision('postType', 'post', 1, 27, query))).toEqual({ author: 1, id: 27 })
    expect(selectRevision(state(), 'postType', 'post', 1, 27, query)).toBe(
      selectRevision(state(), 'postType', 'post', 1, 27, { _fields: 'author' }),
    )
    expect(log()).toHaveLength(1)
  })

  it('with an id that leads elsewhere asks nothing and is an error in the resolution', async () => {
    const { dispatch, state, log } = setUp()
    expect(await dispatch(fetchRevision('postType', 'post', 1, '../2'))).toBeUndefined()
    expect(selectResolution(state(), 'fetchRevision', 'postType', 'post', 1, '../2')).toMatchObject({
      status: 'error',
      error: { code: 'invalid_id' },
    })
    expect(log()).toEqual([])
  })
})

it('A record with an id that leads elsewhere is asked for no revisions, with the error in the resolution', async () => {
  const { dispatch, state, log } = setUp()
  expect(await dispatch(fetchRevisions('postType', 'post', '../users'))).toBeNull()
  expect(await dispatch(fetchRevision('postType', 'post', '..', 1))).toBeUndefined()
  expect(selectResolution(state(), 'fetchRevisions', 'postType', 'post', '../users')).toMatchObject({
    status: 'error',
    error: { code: 'invalid_id' },
  })
  expect(log()).toEqual([])
})

describe('The error catalogue', () => {
  it('Failed revision requests: ignored.', async () => {
    const { dispatch, state } = setUp(() => refusal(403, 'rest_cannot_read'))
    const refused = { status: 'error', error: { code: 'rest_cannot_read' } }
    expect(await dispatch(fetchRevisions('postType', 'post', 1))).toBeNull()
    expect(await dispatch(fetchRevision('postType', 'post', 1, 5))).toBeUndefined()
    expect(selectResolution(state(), 'fetchRevisions', 'postType', 'post', 1)).toMatchObject(refused)
    expect(selectResolution(state(), 'fetchRevision', 'postType', 'post', 1, 5)).toMatchObject(refused)
  })

  it('rejects when told to throw', async () => {
    const { dispatch } = setUp(() => refusal(403, 'rest_cannot_read'))
    const throwing = { throwOnError: true }
    const refused = { code: 'rest_cannot_read' }
    await expect(dispatch(fetchRevisions('postType', 'post', 1, {}, throwing))).rejects.toMatchObject(refused)
    await expect(dispatch(fetchRevision('postType', 'post', 1, 5, {}, throwing))).rejects.toMatchObject(
      refused,
    )
  })

  it('holds nothing up: a save goes on, and the next call asks again', async () => {
    const answers = [refusal(500, 'down'), [revision(21)]]
    const { dispatch } = setUp((request) =>
      request.path.includes('/revisions') ? answers.shift() : site(request),
    )
    await dispatch(fetchEntityRecord('postType', 'post', 1))
    expect(await dispatch(fetchRevisions('postType', 'post', 1))).toBeNull()
    dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
    expect(await dispatch(saveEditedEntityRecord('postType', 'post', 1))).toBeDefined()
    expect(ids(await dispatch(fetchRevisions('postType', 'post', 1)))).toEqual([21])
  })

  it('keeps what was known when a later request fails', async () => {
    const answers: unknown[] = [[revision(21)], refusal(500, 'down')]
    const { dispatch, state } = setUp(() => answers.shift())
    await dispatch(fetchRevisions('postType', 'post', 1))
    await dispatch(fetchRevisions('postType', 'post', 1, {}, { force: true }))
    expect(ids(selectRevisions(state(), 'postType', 'post', 1))).toEqual([21])
  })

  it('gives nothing for an entity that nobody knows, with the error in the resolution', async () => {
    const { dispatch, state } = setUp()
    expect(await dispatch(fetchRevisions('postType', 'nothing', 1))).toBeNull()
    expect(await dispatch(fetchRevision('postType', 'nothing', 1, 2))).toBeUndefined()
    expect(selectRevisions(state(), 'postType', 'nothing', 1)).toBeNull()
    expect(selectRevision(state(), 'postType', 'nothing', 1, 2)).toBeUndefined()
    expect(selectResolution(state(), 'fetchRevisions', 'postType', 'nothing', 1)).toMatchObject({
      status: 'error',
      error: { code: 'unknown_entity' },
    })
  })

  it('rejects when the caller gives up, and leaves no trace', async () => {
    const { dispatch, state, waiting } = setUp(() => undefined)
    const controller = new AbortController()
    const read = dispatch(fetchRevisions('postType', 'post', 1, {}, { signal: controller.signal }))
    await settle()
    expect(waiting).toHaveLength(1)
    controller.abort()
    await expect(read).rejects.toMatchObject({ name: 'AbortError' })
    await settle()
    expect(waiting).toHaveLength(0)
    expect(selectResolution(state(), 'fetchRevisions', 'postType', 'post', 1)).toEqual({ status: 'idle' })
  })
})

describe('When the record changes', () => {
  it('a save makes its revisions stale, and those of no other record', async () => {
    const { dispatch, state, log } = setUp()
    for (const id of [1, 2]) {
      await dispatch(fetchEntityRecord('postType', 'post', id))
      await dispatch(fetchRevisions('postType', 'post', id))
    }
    const before = selectRevisions(state(), 'postType', 'post', 1)
    dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
    await dispatch(saveEditedEntityRecord('postType', 'post', 1))
    expect(selectRevisions(state(), 'postType', 'post', 1)).toBe(before)
    const sent = log().length
    await dispatch(fetchRevisions('postType', 'post', 1))
    await dispatch(fetchRevisions('postType', 'post', 2))
    expect(log().slice(sent)).toEqual(['GET /wp/v2/posts/1/revisions'])
  })

  it('a list that is read while it is saved waits for the save', async () => {
    const { dispatch, log, waiting } = setUp((request) =>
      request.method === 'PUT' ? undefined : site(request),
    )
    await dispatch(fetchEntityRecord('postType', 'post', 1))
    dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
    const save = dispatch(saveEditedEntityRecord('postType', 'post', 1))
    const list = dispatch(fetchRevisions('postType', 'post', 1))
    await settle()
    expect(log().slice(1)).toEqual(['PUT /wp/v2/posts/1'])
    waiting[0]?.answer(post(1))
    await Promise.all([save, list])
    expect(log().slice(1)).toEqual(['PUT /wp/v2/posts/1', 'GET /wp/v2/posts/1/revisions'])
  })

  it('a list that was asked for before a save is asked for again', async () => {
    const { dispatch, waiting } = setUp((request) =>
      request.path.includes('/revisions') ? undefined : site(request),
    )
    await dispatch(fetchEntityRecord('postType', 'post', 1))
    const list = dispatch(fetchRevisions('postType', 'post', 1))
    await settle()
    dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
    await dispatch(saveEditedEntityRecord('postType', 'post', 1))
    waiting[0]?.answer([revision(21)])
    await settle()
    waiting[0]?.answer([revision(22), revision(21)])
    expect(ids(await list)).toEqual([22, 21])
  })

  it.each([
    ['the record', { kind: 'postType', name: 'post', id: 1 }],
    ['its entity', { kind: 'postType', name: 'post' }],
    ['its kind', { kind: 'postType' }],
    ['everything', {}],
  ])('invalidating %s makes its revisions stale', async (what, target) => {
    const { dispatch, log } = setUp()
    await dispatch(fetchRevisions('postType', 'post', 1))
    dispatch(invalidate(target))
    await dispatch(fetchRevisions('postType', 'post', 1))
    expect(log()).toHaveLength(2)
  })

  it('its deletion removes its revisions, and those of no other record', async () => {
    const { dispatch, state } = setUp()
    for (const id of [1, 2]) await dispatch(fetchRevisions('postType', 'post', id))
    await dispatch(deleteEntityRecord('postType', 'post', 1, { force: true }))
    expect(selectRevisions(state(), 'postType', 'post', 1)).toBeNull()
    expect(selectRevision(state(), 'postType', 'post', 1, 29)).toBeUndefined()
    expect(selectRevisionsTotalItems(state(), 'postType', 'post', 1)).toBeNull()
    expect(ids(selectRevisions(state(), 'postType', 'post', 2))).toEqual(versions)
    for (const table of [state().entities.records, state().queries])
      expect([...tableRows(table).keys()].filter((name) => name.includes('revisions'))).toHaveLength(1)
  })

  it('its removal lets its revisions be asked for again', async () => {
    const { dispatch, log } = setUp()
    await dispatch(fetchRevisions('postType', 'post', 1))
    dispatch(removeEntityRecords('postType', 'post', [1]))
    expect(ids(await dispatch(fetchRevisions('postType', 'post', 1)))).toEqual(versions)
    expect(log()).toHaveLength(2)
  })

  it('a late answer brings no revisions of a removed record back', async () => {
    const { dispatch, state, waiting } = setUp(() => undefined)
    const read = dispatch(fetchRevisions('postType', 'post', 1))
    await settle()
    dispatch(removeEntityRecords('postType', 'post', 1))
    waiting[0]?.answer([revision(21)])
    await settle()
    waiting[0]?.fail(refusal(404, 'rest_post_invalid_id'))
    expect(await read).toBeNull()
    expect(selectRevisions(state(), 'postType', 'post', 1)).toBeNull()
  })
})

describe('Where revisions are', () => {
  it('templates have them below their id with its slashes, told apart by wp_id', async () => {
    const rows = [
      { id: 'tt4//index', wp_id: 32, title: { rendered: 'Newer' } },
      { id: 'tt4//index', wp_id: 31, title: { rendered: 'Older' } },
    ]
    const { dispatch, state, log } = setUp(({ path }) => (path.endsWith('/31') ? rows[1] : rows))
    const list = await dispatch(fetchRevisions('postType', 'wp_template', 'tt4//index'))
    expect(list).toEqual(rows)
    expect(selectRevision(state(), 'postType', 'wp_template', 'tt4//index', 31)).toBe(list?.[1])
    expect(await dispatch(fetchRevision('postType', 'wp_template', 'tt4//index', 32))).toBe(list?.[0])
    await dispatch(fetchRevision('postType', 'wp_template', 'tt4//index', 31, {}, { force: true }))
    await dispatch(fetchRevisions('postType', 'wp_template', 'tt4//home', { _fields: 'title' }))
    expect(log()).toEqual([
      'GET /wp/v2/templates/tt4//index/revisions',
      'GET /wp/v2/templates/tt4//index/revisions/31',
      'GET /wp/v2/templates/tt4//home/revisions?_fields=title,wp_id',
    ])
  })

  const link = 'https://example.org/wp-json/wp/v2/global-styles/12/revisions'
  const styles = (href?: string) => ({
    id: 12,
    title: { raw: 'Custom Styles' },
    ...(href && { _links: { 'version-history': [{ count: 2, href }] } }),
  })
  const stylesSite =
    (href?: string): Rule =>
    ({ path }) => {
      if (!path.includes('/revisions')) return styles(href)
      return /\/revisions\/7/.test(path) ? { id: 7 } : [{ id: 7 }]
    }

  it('global styles have them where their version-history link says, and are read for it first', async () => {
    const { dispatch, log } = setUp(stylesSite(link))
    expect(ids(await dispatch(fetchRevisions('root', 'globalStyles', 12)))).toEqual([7])
    await dispatch(fetchRevision('root', 'globalStyles', 12, 7, { context: 'edit' }))
    expect(log()).toEqual([
      'GET /wp/v2/global-styles/12?context=edit',
      `GET ${link}`,
      `GET ${link}/7?context=edit`,
    ])
  })

  it('the link of global styles is sent as a whole address', async () => {
    const { dispatch, seen } = setUp(stylesSite(link))
    await dispatch(fetchRevisions('root', 'globalStyles', 12))
    expect(seen[1]?.request).toMatchObject({ url: link })
    expect(seen[1]?.request).not.toHaveProperty('path')
  })

  it('a link of a site without permalinks keeps its query', async () => {
    const plain = 'https://example.org/index.php?rest_route=/wp/v2/global-styles/12/revisions'
    const { dispatch, log } = setUp(stylesSite(plain))
    await dispatch(fetchRevision('root', 'globalStyles', 12, 7, { context: 'edit' }))
    await dispatch(fetchRevisions('root', 'globalStyles', 12, { per_page: 5 }))
    expect(log().slice(1)).toEqual([`GET ${plain}/7&context=edit`, `GET ${plain}&per_page=5`])
  })

  it.each([
    ['tell no link', styles()],
    ['may not be read', refusal(403, 'rest_forbidden')],
  ])('global styles that %s are asked for them at the usual place', async (what, answer) => {
    const { dispatch, log } = setUp(({ path }) => (path.includes('/revisions') ? [{ id: 7 }] : answer))
    expect(ids(await dispatch(fetchRevisions('root', 'globalStyles', 12)))).toEqual([7])
    expect(log()[1]).toBe('GET /wp/v2/global-styles/12/revisions')
  })

  it('an entity says it itself with getRevisionsUrl, and what tells them apart with revisionKey', async () => {
    const book = defineEntity({
      kind: 'shop',
      name: 'book',
      baseURL: '/shop/v1/books',
      revisionKey: 'number',
      getRevisionsUrl: (id, revisionId) =>
        revisionId === undefined ? `/shop/v1/history?book=${id}` : `/shop/v1/versions/${revisionId}`,
    })
    const { dispatch, log } = setUp(
      ({ path }) => (path.includes('history') ? [{ number: 4 }] : { number: 5 }),
      [book],
    )
    expect(await dispatch(fetchRevisions('shop', 'book', 9, { per_page: 2 }))).toEqual([{ number: 4 }])
    expect(await dispatch(fetchRevision('shop', 'book', 9, 5, { context: 'view' }))).toEqual({ number: 5 })
    expect(log()).toEqual(['GET /shop/v1/history?book=9&per_page=2', 'GET /shop/v1/versions/5?context=view'])
  })

  it('a query in the base of an entity stays behind the path', async () => {
    const book = defineEntity({ kind: 'shop', name: 'book', baseURL: '/shop/v1/books?lang=de' })
    const { dispatch, log } = setUp(() => [{ id: 4 }], [book])
    await dispatch(fetchRevisions('shop', 'book', 9, { per_page: 2 }))
    expect(log()).toEqual(['GET /shop/v1/books/9/revisions?lang=de&per_page=2'])
  })

  it('reads of one revision are not gathered with those of records', async () => {
    const book = defineEntity({ kind: 'shop', name: 'book', baseURL: '/shop/v1/books', batchReads: true })
    const { dispatch, log } = setUp(() => ({ id: 4 }), [book])
    await dispatch(fetchRevision('shop', 'book', 9, 4))
    expect(log()).toEqual(['GET /shop/v1/books/9/revisions/4'])
  })
})

describe('Revisions put in by hand', () => {
  let desk: ReturnType<typeof setUp>
  beforeEach(async () => {
    desk = setUp()
    await desk.dispatch(loadEntityConfigs('postType'))
  })

  it('are a page of the list when they come with a query, and are still asked for once', async () => {
    const { dispatch, state, log } = desk
    const query = { per_page: 2 }
    dispatch(
      receiveRevisions('postType', 'post', 1, [revision(29), revision(28)], query, {
        meta: { totalItems: 9 },
      }),
    )
    expect(ids(selectRevisions(state(), 'postType', 'post', 1, query))).toEqual([29, 28])
    expect(selectRevisionsTotalItems(state(), 'postType', 'post', 1)).toBe(9)
    expect(selectRevision(state(), 'postType', 'post', 1, 28)).toMatchObject({ id: 28 })
    await dispatch(fetchRevisions('postType', 'post', 1, query))
    expect(log()).toHaveLength(1)
  })

  it('make no list without a query or when it is one', () => {
    const { dispatch, state } = desk
    dispatch(receiveRevisions('postType', 'post', 1, [revision(29)]))
    dispatch(receiveRevisions('postType', 'post', 1, revision(28), { context: 'edit' }))
    expect(selectRevisions(state(), 'postType', 'post', 1)).toBeNull()
    expect(selectRevisions(state(), 'postType', 'post', 1, { context: 'edit' })).toBeNull()
    expect(selectRevision(state(), 'postType', 'post', 1, 29)).toMatchObject({ id: 29 })
    expect(selectRevision(state(), 'postType', 'post', 1, 28, { context: 'edit' })).toMatchObject({ id: 28 })
  })

  it('make the lists of revisions stale when told to', async () => {
    const { dispatch, log } = desk
    await dispatch(fetchRevisions('postType', 'post', 1))
    dispatch(receiveRevisions('postType', 'post', 1, revision(30), undefined, { invalidate: true }))
    await dispatch(fetchRevisions('postType', 'post', 1))
    expect(log()).toHaveLength(2)
  })

  it('are told apart by the revision key', () => {
    const { dispatch, state } = desk
    const template = (wp_id: number) => ({ id: 'tt4//index', wp_id })
    dispatch(receiveRevisions('postType', 'wp_template', 'tt4//index', [template(1), template(2)]))
    expect(selectRevision(state(), 'postType', 'wp_template', 'tt4//index', 2)).toEqual(template(2))
  })

  it('are refused without their key, for a missing id, and for an entity that is not loaded', () => {
    const { dispatch, state } = desk
    const before = state()
    const receive = (...given: Parameters<typeof receiveRevisions>) => dispatch(receiveRevisions(...given))
    expect(() => receive('postType', 'post', 1, [{ title: '' }])).toThrow(/pass an object with its 'id'/)
    expect(() => receive('postType', 'post', '', [revision(1)])).toThrow(/not the id of a record/)
    expect(() => receive('shop', 'book', 1, [revision(1)])).toThrow(/There is no entity/)
    expect(state()).toBe(before)
  })
})

describe('Names and state', () => {
  it('no kind and name, and no other id, have the same revisions', async () => {
    const twin = defineEntity({ kind: 'postType', name: 'post/1/revisions', baseURL: '/twin' })
    const odd = ['1', '1/revisions', '1%2Frevisions', 'a b', '__proto__', 'constructor']
    const { dispatch, state } = setUp(
      ({ path }) =>
        path.startsWith('/twin')
          ? [{ id: 99 }]
          : [{ id: 1 + odd.findIndex((id) => path === `/t/${id}/revisions`) }],
      [twin, defineEntity({ kind: 'postType', name: 'post', baseURL: '/t' })],
    )
    await dispatch(fetchEntityRecords('postType', 'post/1/revisions'))
    for (const id of odd) await dispatch(fetchRevisions('postType', 'post', id))
    for (const [place, id] of odd.entries())
      expect(ids(selectRevisions(state(), 'postType', 'post', id))).toEqual([1 + place])
    expect(selectEntityRecords(state(), 'postType', 'post/1/revisions')).toEqual([{ id: 99 }])
  })

  it('the state stays plain, and goes through JSON', async () => {
    const { dispatch, state } = setUp()
    await dispatch(fetchRevisions('postType', 'post', 1))
    expect(notPlain(state())).toEqual([])
    const fetcher = vi.fn()
    const again = createEntityStore({ fetcher, preloadedState: dehydrate(state()), devTools: false })
    expect(ids(await again.dispatch(fetchRevisions('postType', 'post', 1)))).toEqual(versions)
    expect(fetcher).not.toHaveBeenCalled()
    expect(selectEntityConfigs(again.getState(), 'postType').map(({ name }) => name)).not.toContain(
      'post/1/revisions',
    )
  })
})
