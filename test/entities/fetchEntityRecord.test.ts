import {
  addEntities,
  createEntityStore,
  deleteEntityRecord,
  type EntityId,
  type EntityQuery,
  type EntityState,
  type EntityStore,
  fetchEntityRecord,
  fetchEntityRecords,
  invalidate,
  loadEntityConfigs,
  receiveEntityRecords,
  saveEntityRecord,
  selectCanUser,
  selectEntityRecord,
  selectEntityRecords,
  selectHasEntityRecord,
  selectResolution,
  type Thunk,
} from 'copydesk'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeServer, post, refusal, reply, settle, type Rule } from '../support/fakeServer'
import { tableRows } from '../support/tableRows'

let server: ReturnType<typeof fakeServer>
let store: EntityStore
let rule: Rule

const setUp = async () => {
  server = fakeServer((request) => rule(request))
  store = createEntityStore({
    fetcher: server.fetcher,
    devTools: false,
    entities: [{ kind: 'shop', name: 'book', baseURL: '/shop/v1/books', key: 'isbn' }],
  })
  await store.dispatch(loadEntityConfigs('postType'))
  server.log.length = 0
}

beforeEach(async () => {
  rule = () => undefined
  await setUp()
})

const fetchPost = (id?: EntityId | null, query?: EntityQuery, options?: object) =>
  store.dispatch(fetchEntityRecord('postType', 'post', id as EntityId, query, options))
const postOf = (id: EntityId, query?: object) =>
  selectEntityRecord(store.getState(), 'postType', 'post', id, query)
const hasPost = (id: EntityId, query?: object) =>
  selectHasEntityRecord(store.getState(), 'postType', 'post', id, query)
const resolutionOf = (id: EntityId, query?: object) =>
  selectResolution(store.getState(), 'fetchEntityRecord', 'postType', 'post', id, query)
const anyPost: Rule = ({ path }) => {
  const id = /\/posts\/(\d+)/.exec(path)?.[1]
  return id === undefined ? undefined : post(Number(id))
}

describe('the request for one record', () => {
  it.each([
    ['postType', 'post', 1, undefined, '/wp/v2/posts/1?context=edit'],
    ['root', 'widget', 'w-1', undefined, '/wp/v2/widgets/w-1?context=edit'],
    [
      'root',
      'postType',
      'post',
      { context: 'view', _envelope: '1' },
      '/wp/v2/types/post?context=view&_envelope=1',
    ],
    [
      'postType',
      'wp_template',
      'theme//home page',
      undefined,
      '/wp/v2/templates/theme//home page?context=edit',
    ],
    ['postType', 'post', 2, { _fields: 'title.raw' }, '/wp/v2/posts/2?context=edit&_fields=title.raw,id'],
    [
      'postType',
      'post',
      3,
      { _fields: ['id', 'title', 'id'] },
      '/wp/v2/posts/3?context=edit&_fields=id,title',
    ],
    ['shop', 'book', '978/3', { _fields: 'name' }, '/shop/v1/books/978/3?_fields=name,isbn'],
    ['shop', 'book', 'a?b', undefined, '/shop/v1/books/a?b'],
  ])('of (%s, %s) %s with %j is GET %s', async (kind, name, id, query, path) => {
    void store.dispatch(fetchEntityRecord(kind, name, id, query as EntityQuery))
    await settle()
    expect(server.log).toEqual([`GET ${path}`])
  })

  it('encodes every unsafe character of an id but its slashes', async () => {
    void store.dispatch(fetchEntityRecord('shop', 'book', 'a//ü?&#'))
    await settle()
    expect(server.seen.at(-1)?.request.path).toBe('/shop/v1/books/a//%C3%BC%3F%26%23')
  })

  it.each([[undefined], [null], [0], ['']])('is not sent for the missing id %j', async (id) => {
    expect(await fetchPost(id)).toBeUndefined()
    expect(server.log).toEqual([])
    expect(tableRows(store.getState().entities.records).has('postType/post')).toBe(false)
  })

  it.each([[{}], [NaN], [true], [[1]]])('is not sent for %j, which is no id', async (id) => {
    await expect(fetchPost(id as never)).rejects.toMatchObject({ code: 'invalid_id' })
    expect(server.log).toEqual([])
  })

  it.each(['..', 'a/../b'])('is not sent for the id %s, which addresses something else', async (id) => {
    await expect(store.dispatch(fetchEntityRecord('shop', 'book', id))).rejects.toThrow(
      'is not the id of a record',
    )
    expect(server.log).toEqual([])
  })

  it('is shared by equal calls in flight, however they are written', async () => {
    const reads = [
      fetchPost(1),
      fetchPost('1'),
      fetchPost(1, {}),
      fetchPost(1, { context: undefined }),
      fetchPost(1, undefined),
    ]
    await settle()
    expect(server.log).toHaveLength(1)
    server.waiting[0]?.answer(post(1))
    const records = await Promise.all(reads)
    expect(new Set(records).size).toBe(1)
    expect(records[0]).toEqual(post(1))
  })
})

describe('a record that is known', () => {
  beforeEach(() => {
    rule = (request) =>
      anyPost(request) ?? (request.path.startsWith('/wp/v2/posts?') ? [post(1), post(2), post(3)] : undefined)
  })

  it('from a list is not asked for again', async () => {
    await store.dispatch(fetchEntityRecords('postType', 'post'))
    expect(await fetchPost(2)).toEqual(post(2))
    expect(await fetchPost('2')).toEqual(post(2))
    expect(resolutionOf(2).status).toBe('success')
    expect(server.log).toHaveLength(1)
  })

  it('answers a projection of the same context', async () => {
    await fetchPost(1, { context: 'edit' })
    expect(await fetchPost(1, { context: 'edit', _fields: 'id,slug' })).toEqual({ id: 1, slug: 'post-1' })
    expect(server.log).toHaveLength(1)
  })

  it('is asked for in each context by itself, but for the one in which it is read anyway', async () => {
    await Promise.all([fetchPost(1), fetchPost(1, { context: 'edit' })])
    expect(postOf(1, { context: 'view' })).toBeUndefined()
    expect(postOf(1, { context: 'edit' })).toBe(postOf(1))
    await fetchPost(1, { context: 'edit' })
    await fetchPost(1, { context: 'view' })
    expect(server.log).toEqual(['GET /wp/v2/posts/1?context=edit', 'GET /wp/v2/posts/1?context=view'])
  })

  it('is asked for when a field is wanted that it does not have, and then not again', async () => {
    await fetchPost(1)
    await fetchPost(1, { _fields: 'nonsense' })
    expect(await fetchPost(1, { _fields: 'nonsense' })).toEqual({ id: 1, nonsense: undefined })
    expect(server.log).toHaveLength(2)
  })

  it('is asked for when its parent field was only told in part', async () => {
    rule = ({ path }) =>
      path.includes('title.raw')
        ? { id: 1, title: { raw: 'T' } }
        : path.includes('posts/1')
          ? { id: 1, title: { raw: 'T', rendered: 'T!' } }
          : undefined
    await fetchPost(1, { _fields: 'title.raw' })
    expect(postOf(1, { _fields: 'title' })).toBeUndefined()
    expect(hasPost(1, { _fields: 'title' })).toBe(false)
    expect(await fetchPost(1, { _fields: 'title' })).toEqual({ id: 1, title: { raw: 'T', rendered: 'T!' } })
    expect(server.log).toHaveLength(2)
  })

  it('is asked for again with force', async () => {
    await fetchPost(1)
    await fetchPost(1, undefined, { force: true })
    expect(server.log).toHaveLength(2)
  })

  it('is asked for again once it was made stale, and stays visible meanwhile', async () => {
    await fetchPost(1)
    store.dispatch(invalidate({ kind: 'postType', name: 'post', id: '1' }))
    expect(postOf(1)).toEqual(post(1))
    await fetchPost(1)
    expect(server.log).toHaveLength(2)
  })

  it('with further parameters is asked for by itself', async () => {
    await fetchPost(1)
    await fetchPost(1, { _embed: true })
    await fetchPost(1, { _embed: 'true' })
    expect(server.log).toEqual([
      'GET /wp/v2/posts/1?context=edit',
      'GET /wp/v2/posts/1?context=edit&_embed=true',
    ])
  })

  it('put in by hand is asked for once', async () => {
    store.dispatch(receiveEntityRecords('postType', 'post', { id: 1, slug: 'mine' }))
    expect(postOf(1)).toEqual({ id: 1, slug: 'mine' })
    await fetchPost(1)
    await fetchPost(1)
    expect(server.log).toHaveLength(1)
  })

  it('of which a read told parts, and a hand the whole, is asked for once', async () => {
    await fetchPost(1, { _fields: 'slug' })
    store.dispatch(receiveEntityRecords('postType', 'post', post(1)))
    await fetchPost(1)
    expect(server.log).toHaveLength(2)
  })
})

describe('ids', () => {
  it('that are numbers and their text mean one record', async () => {
    rule = anyPost
    await fetchPost('123')
    expect(postOf(123)).toBe(postOf('123'))
    expect(postOf(123)).toEqual(post(123))
  })

  it.each(['007', '3.42', ' 1', '1 ', '123-abc', '1e3'])('like %s stay as they are', async (id) => {
    void store.dispatch(fetchEntityRecord('shop', 'book', id))
    await settle()
    expect(server.log).toEqual([`GET /shop/v1/books/${id}`])
    server.waiting[0]?.answer({ isbn: id })
    await settle()
    expect(selectEntityRecord(store.getState(), 'shop', 'book', id)).toEqual({ isbn: id })
  })

  it('of texts may be the names of what every object has', async () => {
    rule = ({ path }) => ({ isbn: path.split('/').at(-1) })
    for (const id of ['constructor', '__proto__', 'toString']) {
      expect(selectEntityRecord(store.getState(), 'shop', 'book', id)).toBeUndefined()
      await store.dispatch(fetchEntityRecord('shop', 'book', id))
      expect(selectEntityRecord(store.getState(), 'shop', 'book', id)).toEqual({ isbn: id })
    }
  })
})

describe('projections', () => {
  it('hold the asked paths and the key, and are the same object as long as the record is', async () => {
    rule = anyPost
    await fetchPost(1)
    const one = postOf(1, { _fields: 'id,title.raw' })
    expect(one).toEqual({ id: 1, title: { raw: 'Post 1' } })
    expect(postOf(1, { _fields: ['id', 'title.raw'] })).toBe(one)
    expect(postOf(1, { _fields: ['id'] })).not.toBe(one)
  })

  it('show a path through a missing parent as undefined', () => {
    store.dispatch(receiveEntityRecords('postType', 'post', { id: 1 }))
    expect(postOf(1, { _fields: 'foo.bar' })).toEqual({ id: 1, foo: { bar: undefined } })
  })

  it('take arrays as they are', () => {
    store.dispatch(receiveEntityRecords('postType', 'post', { id: 1, tags: [{ a: 1, b: 2 }] }))
    expect(postOf(1, { _fields: 'tags' })).toEqual({ id: 1, tags: [{ a: 1, b: 2 }] })
  })

  it('of fields that no answer has told are not known', async () => {
    rule = () => ({ id: 1, slug: 's' })
    await fetchPost(1, { _fields: 'slug' })
    expect(postOf(1)).toBeUndefined()
    expect(postOf(1, { _fields: 'slug' })).toEqual({ id: 1, slug: 's' })
    expect(postOf(1, { _fields: 'slug,title' })).toBeUndefined()
    expect([hasPost(1), hasPost(1, { _fields: 'slug' }), hasPost(1, { _fields: 'title' })]).toEqual([
      false,
      true,
      false,
    ])
  })

  it('do not make a whole record incomplete', async () => {
    rule = ({ path }) => (path.includes('_fields') ? { id: 1, slug: 'new' } : post(1))
    await fetchPost(1)
    await fetchPost(1, { _fields: 'slug' }, { force: true })
    expect(hasPost(1)).toBe(true)
    expect(postOf(1)).toEqual(post(1, { slug: 'new' }))
  })
})

describe('records keep their identity', () => {
  const receive = (record: object) => store.dispatch(receiveEntityRecords('postType', 'post', record))

  it('when the same is received again', () => {
    receive(post(1))
    const before = postOf(1)
    receive(structuredClone(post(1)))
    expect(postOf(1)).toBe(before)
  })

  it('in every branch that did not change', () => {
    receive(post(1))
    const before = postOf(1) as ReturnType<typeof post>
    receive(post(1, { title: { raw: 'New', rendered: 'New' } }))
    const after = postOf(1) as ReturnType<typeof post>
    expect(after).not.toBe(before)
    expect(after.content).toBe(before.content)
    expect(after.title).toEqual({ raw: 'New', rendered: 'New' })
  })

  it('while another record changes', () => {
    receive([post(1), post(2)])
    const before = postOf(1)
    receive(post(2, { slug: 'x' }))
    expect(postOf(1)).toBe(before)
  })

  it('but lose what a whole answer no longer has', () => {
    receive({ id: 1, a: 1, b: 2 })
    receive({ id: 1, b: 2 })
    expect(postOf(1)).toEqual({ id: 1, b: 2 })
  })

  it('and join what partial answers told', () => {
    store.dispatch(receiveEntityRecords('postType', 'post', { id: 1, a: 1 }, { _fields: 'id,a' }))
    store.dispatch(receiveEntityRecords('postType', 'post', { id: 1, b: 2 }, { _fields: 'id,b' }))
    expect(postOf(1, { _fields: 'a,b' })).toEqual({ a: 1, b: 2, id: 1 })
  })
})

describe('what _embed brought along', () => {
  const embedding: Rule = ({ path }) => {
    const embedded = path.includes('_embed=') && { _embedded: { author: [{ id: 4 }] } }
    const rows = [1, 2].map((id) => post(id, { ...embedded }))
    return /posts\/\d/.test(path) ? rows[0] : rows
  }

  it('stays with the record when it is read without, in the list too', async () => {
    rule = embedding
    const rows = await store.dispatch(fetchEntityRecords('postType', 'post', { _embed: true }))
    await fetchPost(1, undefined, { force: true })
    expect(postOf(1)).toHaveProperty('_embedded.author')
    expect(selectEntityRecords(store.getState(), 'postType', 'post', { _embed: true })).toBe(rows)
  })

  it('is asked for where the record is known without', async () => {
    rule = embedding
    await fetchPost(1)
    expect(postOf(1)).not.toHaveProperty('_embedded')
    expect(await fetchPost(1, { _embed: true })).toHaveProperty('_embedded.author')
  })
})

describe('an auto-draft', () => {
  const draft = post(5, { status: 'auto-draft', title: { raw: 'Auto Draft', rendered: 'Auto Draft' } })

  it('has an empty title, read alone or in a list', async () => {
    rule = ({ path }) => (path.startsWith('/wp/v2/posts/5') ? draft : [draft])
    expect(await fetchPost(5)).toMatchObject({ title: '' })
    expect(await store.dispatch(fetchEntityRecords('postType', 'post'))).toMatchObject([{ title: '' }])
  })

  it('is a matter of post types', () => {
    store.dispatch(receiveEntityRecords('shop', 'book', { isbn: 'a', status: 'auto-draft', title: 'T' }))
    expect(selectEntityRecord(store.getState(), 'shop', 'book', 'a')).toMatchObject({ title: 'T' })
  })
})

describe('a wrong answer', () => {
  it.each([
    ['a text', '<html>'],
    ['a list', [post(1)]],
    ['an empty body', null],
    ['another record', post(2)],
    ['an object without the key', { slug: 'x' }],
    ['a key that is an object', { id: { a: 1 } }],
    ['a key that is only inherited', { slug: 'constructor', constructor: 1 }],
  ])('(%s) is an error in the resolution and changes nothing else', async (title, body) => {
    rule = () => reply(body)
    const { entities, permissions, queries } = store.getState()
    await expect(fetchPost(1)).rejects.toMatchObject({
      code: 'invalid_response',
      message: expect.stringContaining("record '1'") as string,
    })
    expect(resolutionOf(1)).toMatchObject({ status: 'error', error: { code: 'invalid_response' } })
    expect(store.getState().entities).toBe(entities)
    expect(store.getState().permissions).toBe(permissions)
    expect(store.getState().queries).toBe(queries)
  })

  it('is tried again at the next read', async () => {
    let isUp = false
    rule = (request) => (isUp ? anyPost(request) : refusal(500, 'down'))
    await expect(fetchPost(1)).rejects.toMatchObject({ code: 'down' })
    expect(resolutionOf(1)).toMatchObject({ status: 'error', error: { code: 'down', status: 500 } })
    isUp = true
    expect(await fetchPost(1)).toEqual(post(1))
    expect(resolutionOf(1)).toMatchObject({ status: 'success', source: 'server' })
  })
})

describe('permissions come with a record', () => {
  it('from its Allow header, in the same notification and without a further request', async () => {
    rule = () => reply(post(1), { headers: { Allow: 'GET, POST, PUT' } })
    const seen: unknown[] = []
    store.subscribe(() =>
      seen.push([
        postOf(1) !== undefined,
        selectCanUser(store.getState(), 'update', { kind: 'postType', name: 'post', id: 1 }),
      ]),
    )
    await fetchPost(1)
    expect(seen.every((pair) => JSON.stringify(pair) !== '[true,null]')).toBe(true)
    const can = (action: 'create' | 'read' | 'update' | 'delete') =>
      selectCanUser(store.getState(), action, { kind: 'postType', name: 'post', id: '1' })
    expect([can('create'), can('read'), can('update'), can('delete')]).toEqual([true, true, true, false])
    expect(server.log).toHaveLength(1)
  })
})

describe('an entity that gathers its reads', () => {
  const reads = (ids: readonly EntityId[], query?: EntityQuery) =>
    Promise.all(ids.map((id) => store.dispatch(fetchEntityRecord('shop', 'tag', id, query))))

  beforeEach(() => {
    store.dispatch(
      addEntities([
        { kind: 'shop', name: 'tag', baseURL: '/tags', batchReads: true, supportsPagination: true },
      ]),
    )
    rule = ({ path }) => {
      const include = /include=([^&]*)/.exec(path)?.[1]
      if (include === undefined) return refusal(404, 'gone')
      return include
        .split(',')
        .filter((id) => id !== '13')
        .map((id) => ({ id: Number(id), name: `t${id}` }))
    }
  })

  it('asks once for all that are wanted in one tick', async () => {
    expect(await reads([1, 2, '3', 2])).toEqual([1, 2, 3, 2].map((id) => ({ id, name: `t${id}` })))
    expect(server.log).toEqual(['GET /tags?include=1,2,3&per_page=3'])
  })

  it('asks for at most a hundred at once', async () => {
    await reads(Array.from({ length: 250 }, (_, i) => i + 1000))
    expect(server.seen.map(({ path }) => /per_page=(\d+)/.exec(path)?.[1])).toEqual([
      undefined,
      '100',
      '100',
      '50',
    ])
  })

  it('asks for one that was left out by itself', async () => {
    await expect(reads([12, 13])).rejects.toMatchObject({ code: 'gone' })
    expect(server.log).toEqual(['GET /tags?include=12,13&per_page=2', 'GET /tags/13'])
    expect(selectEntityRecord(store.getState(), 'shop', 'tag', 12)).toEqual({ id: 12, name: 't12' })
  })

  it('keeps different fields apart', async () => {
    await Promise.all([reads([1, 2], { _fields: 'name' }), reads([3])])
    expect(server.log).toEqual([
      'GET /tags?include=1,2&per_page=2&_fields=name,id',
      'GET /tags?include=3&per_page=1',
    ])
  })

  it('fails all of them when the request fails, and asks again afterwards', async () => {
    const before = rule
    rule = () => refusal(500, 'down')
    const [one, other] = await Promise.allSettled([reads([1]), reads([2])])
    expect([one?.status, other?.status]).toEqual(['rejected', 'rejected'])
    rule = before
    expect(await reads([1, 2])).toHaveLength(2)
  })
})

describe('a template', () => {
  const template = { id: 'a//b', title: 'X' }
  it.each<[string, Thunk<EntityState, Promise<unknown>>, number]>([
    ['saved', saveEntityRecord('postType', 'wp_template', template as never), 2],
    ['deleted', deleteEntityRecord('postType', 'wp_template', 'a//b', { force: true }), 2],
    ['only read', fetchEntityRecord('postType', 'wp_template', 'a//b'), 1],
  ])('that is %s makes the site be read again where it was written', async (title, work, reads) => {
    rule = ({ path, method, data }) =>
      path.startsWith('/wp/v2/templates')
        ? { ...template, ...(data as object) }
        : method === 'OPTIONS'
          ? {}
          : { title: 'T' }
    await store.dispatch(fetchEntityRecord('root', 'site'))
    await store.dispatch(work)
    await store.dispatch(fetchEntityRecord('root', 'site'))
    expect(server.log.filter((line) => line === 'GET /wp/v2/settings')).toHaveLength(reads)
  })
})

describe('a single record read with a context', () => {
  it.each([[true], [false]])('never changes a list of that context (list first: %s)', async (isListFirst) => {
    const single = fetchPost(2, { context: 'view' })
    const list = store.dispatch(fetchEntityRecords('postType', 'post', { context: 'view' }))
    await settle()
    const [first, second] = isListFirst ? [1, 0] : [0, 1]
    const answers = [
      () => server.waiting.find(({ path }) => path.includes('/posts/2'))?.answer(post(2)),
      () => server.waiting.find(({ path }) => path.includes('/posts?'))?.answer([post(1), post(2), post(3)]),
    ]
    answers[first]?.()
    await settle()
    answers[second]?.()
    await Promise.all([single, list])
    expect(selectEntityRecords(store.getState(), 'postType', 'post', { context: 'view' })).toEqual([
      post(1),
      post(2),
      post(3),
    ])
  })
})

describe('a read without an id', () => {
  it.each([undefined, null, '', 0])('asks nothing, also not what there is to be read: %j', async (id) => {
    const fresh = createEntityStore({ fetcher: server.fetcher, devTools: false })
    for (const [kind, name] of [
      ['postType', 'post'],
      ['taxonomy', 'genre'],
    ] as const) {
      expect(await fresh.dispatch(fetchEntityRecord(kind, name, id as EntityId))).toBeUndefined()
    }
    expect(server.log).toEqual([])
  })
})
