import {
  addEntities,
  createEntityStore,
  editEntityRecord,
  type EntityStore,
  fetchEntityRecord,
  fetchEntityRecords,
  invalidate,
  loadEntityConfigs,
  receiveEntityRecords,
  type ReceiveOptions,
  removeEntityRecords,
  selectEntityRecord,
  selectEntityRecordEdits,
  selectEntityRecords,
  selectEntityRecordsTotalItems,
  selectEntityRecordsTotalPages,
  selectHasEdits,
  type RecordKey,
} from 'copydesk'
import { entityKey, addresses } from 'copydesk/actions'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeServer, post, settle, type Rule } from '../support/fakeServer'

let server: ReturnType<typeof fakeServer>
let store: EntityStore
let rule: Rule

beforeEach(async () => {
  rule = () => undefined
  server = fakeServer((request) => rule(request))
  store = createEntityStore({ fetcher: server.fetcher, devTools: false })
  await store.dispatch(loadEntityConfigs('postType'))
  server.log.length = 0
})

const receive = (records: object | readonly object[], query?: object, options?: ReceiveOptions) =>
  store.dispatch(receiveEntityRecords('postType', 'post', records, query, options))
const idsOf = (query?: object) =>
  (selectEntityRecords(store.getState(), 'postType', 'post', query) as { id: number }[] | null)?.map(
    ({ id }) => id,
  ) ?? null
const postOf = (id: number, query?: object) =>
  selectEntityRecord(store.getState(), 'postType', 'post', id, query)

describe('receiveEntityRecords', () => {
  it('without a query puts records in and touches no list', () => {
    receive([post(1), post(2)])
    expect(postOf(2)).toEqual(post(2))
    expect(store.getState().queries.size).toBe(0)
  })

  it('with a query puts a list in', () => {
    receive([post(2), post(1)], { search: 'x' })
    expect(idsOf({ search: 'x' })).toEqual([2, 1])
    expect(idsOf()).toBeNull()
  })

  it('of one record with a query puts it into that context and touches no list', () => {
    receive(post(1), { context: 'view' })
    expect(postOf(1, { context: 'view' })).toEqual(post(1))
    expect(postOf(1)).toBeUndefined()
    expect(idsOf({ context: 'view' })).toBeNull()
  })

  it('of no rows puts an empty list in', () => {
    receive([], {})
    expect(idsOf()).toEqual([])
  })

  it('takes totals along', () => {
    receive([post(1)], { per_page: 1 }, { meta: { totalItems: 7, totalPages: 7 } })
    expect(selectEntityRecordsTotalItems(store.getState(), 'postType', 'post')).toBe(7)
    expect(selectEntityRecordsTotalPages(store.getState(), 'postType', 'post', { per_page: 2 })).toBe(4)
  })

  it('drops the edits that say what it says, in the default context alone', () => {
    receive(post(1))
    const edit = () =>
      store.dispatch(editEntityRecord('postType', 'post', 1, { slug: 'new', status: 'draft' }))
    edit()
    receive([post(1, { slug: 'new' })], { context: 'view' })
    expect(selectEntityRecordEdits(store.getState(), 'postType', 'post', 1)).toEqual({
      slug: 'new',
      status: 'draft',
    })
    receive(post(1, { slug: 'new' }))
    expect(selectEntityRecordEdits(store.getState(), 'postType', 'post', 1)).toEqual({ status: 'draft' })
  })

  it('with persistedEdits drops those, whatever the server made of them', () => {
    receive(post(1))
    store.dispatch(editEntityRecord('postType', 'post', 1, { slug: 'New One' }))
    receive(post(1, { slug: 'new-one' }), undefined, { persistedEdits: { slug: 'New One' } })
    expect(selectHasEdits(store.getState(), 'postType', 'post', 1)).toBe(false)
    expect(postOf(1)).toMatchObject({ slug: 'new-one' })
  })

  it('with invalidate makes every list of the entity stale, without it none', async () => {
    rule = () => [post(1)]
    await store.dispatch(fetchEntityRecords('postType', 'post'))
    receive(post(2))
    await store.dispatch(fetchEntityRecords('postType', 'post'))
    expect(server.log).toHaveLength(1)
    receive(post(2), undefined, { invalidate: true })
    expect(idsOf()).toEqual([1])
    await store.dispatch(fetchEntityRecords('postType', 'post'))
    expect(server.log).toHaveLength(2)
  })

  it('is newer than every read that was sent before', async () => {
    const read = store.dispatch(fetchEntityRecord('postType', 'post', 1))
    await settle()
    receive(post(1, { slug: 'mine' }))
    server.waiting[0]?.answer(post(1, { slug: 'late' }))
    expect(await read).toMatchObject({ slug: 'mine' })
  })

  it('keeps what it was given apart from later changes by the caller', () => {
    const list = [post(1)]
    receive(list, {})
    list.push(post(2))
    expect(idsOf()).toEqual([1])
  })

  it.each([
    ['null', null],
    ['a text', 'x'],
    ['a record without its key', { slug: 'x' }],
    ['an id that is missing', { id: 0 }],
    ['a list with something else in it', [post(1), 5]],
    ['a list of lists', [[post(1)]]],
  ])('refuses %s and changes nothing', (title, records) => {
    const before = store.getState()
    expect(() => receive(records as object)).toThrow(
      expect.objectContaining({ code: 'invalid_record' }) as Error,
    )
    expect(store.getState()).toBe(before)
  })

  it('refuses an entity that nobody knows', () => {
    expect(() => store.dispatch(receiveEntityRecords('x', 'y', { id: 1 }))).toThrow(
      expect.objectContaining({ code: 'unknown_entity' }) as Error,
    )
  })

  it('refuses a list as the one record of a keyless entity', () => {
    store.dispatch(addEntities([{ kind: 'root', name: 'site', baseURL: '/wp/v2/settings', key: false }]))
    expect(() => store.dispatch(receiveEntityRecords('root', 'site', ['T'] as never))).toThrow(
      'pass an object.',
    )
  })

  it('puts the one record of a keyless entity in', () => {
    store.dispatch(addEntities([{ kind: 'root', name: 'site', baseURL: '/wp/v2/settings', key: false }]))
    store.dispatch(receiveEntityRecords('root', 'site', { title: 'T' }))
    expect(selectEntityRecord(store.getState(), 'root', 'site')).toEqual({ title: 'T' })
  })
})

describe('removeEntityRecords', () => {
  it('takes records out of every context and list, with their edits', () => {
    receive([post(1), post(2)], {})
    receive([post(1)], { context: 'view' })
    store.dispatch(editEntityRecord('postType', 'post', 1, { slug: 'x' }))
    store.dispatch(removeEntityRecords('postType', 'post', '1'))
    expect([postOf(1), postOf(1, { context: 'view' })]).toEqual([undefined, undefined])
    expect([idsOf(), idsOf({ context: 'view' })]).toEqual([[2], []])
    expect(selectHasEdits(store.getState(), 'postType', 'post', 1)).toBe(false)
  })

  it('works in contexts with hostile names', () => {
    receive(post(1), { context: '__proto__' })
    store.dispatch(removeEntityRecords('postType', 'post', 1))
    expect(postOf(1, { context: '__proto__' })).toBeUndefined()
    receive(post(2), { context: '__proto__' })
    expect(postOf(2, { context: '__proto__' })).toEqual(post(2))
  })

  it('leaves the lists that do not have them as they are', () => {
    receive([post(1)], { search: 'a' })
    receive([post(2)], { search: 'b' })
    const before = selectEntityRecords(store.getState(), 'postType', 'post', { search: 'b' })
    store.dispatch(removeEntityRecords('postType', 'post', [1]))
    expect(selectEntityRecords(store.getState(), 'postType', 'post', { search: 'b' })).toBe(before)
  })

  it('is not undone by a read that was sent before', async () => {
    receive(post(1))
    const list = store.dispatch(fetchEntityRecords('postType', 'post'))
    await settle()
    store.dispatch(removeEntityRecords('postType', 'post', 1))
    server.waiting[0]?.answer([post(1), post(2)])
    await settle()
    expect(postOf(1)).toBeUndefined()
    server.waiting[0]?.answer([post(2)])
    await list
    expect(idsOf()).toEqual([2])
  })

  it('of ids that are not there changes no record and no list', () => {
    receive([post(1)], {})
    const { queries } = store.getState()
    const before = postOf(1)
    store.dispatch(removeEntityRecords('postType', 'post', [7, 0, '']))
    expect(store.getState().queries).toBe(queries)
    expect(postOf(1)).toBe(before)
  })
})

describe('invalidate', () => {
  const readAll = async () => {
    server.log.length = 0
    await store.dispatch(fetchEntityRecord('postType', 'post', 1, { context: 'view' }))
    await store.dispatch(fetchEntityRecord('postType', 'post', 2, { context: 'view' }))
    await store.dispatch(fetchEntityRecords('postType', 'post', { per_page: 1 }))
    await store.dispatch(fetchEntityRecords('postType', 'post', { search: 'x' }))
    await store.dispatch(fetchEntityRecord('root', 'user', 1))
    return server.log.map((line) => line.replace(/^GET \/wp\/v2\/|context=\w+&?/g, ''))
  }
  beforeEach(async () => {
    rule = ({ path }) => {
      const id = /\/(\d+)/.exec(path.replace('/v2', ''))?.[1]
      return id ? post(Number(id)) : [post(8)]
    }
    await readAll()
  })

  it.each<[string, Parameters<typeof invalidate>, string[]]>([
    ['everything', [], ['types?', 'posts/1?', 'posts/2?', 'posts?per_page=1', 'posts?search=x', 'users/1?']],
    [
      'everything, as an empty target',
      [{}],
      ['types?', 'posts/1?', 'posts/2?', 'posts?per_page=1', 'posts?search=x', 'users/1?'],
    ],
    ['a kind', [{ kind: 'root' }], ['users/1?']],
    [
      'an entity',
      [{ kind: 'postType', name: 'post' }],
      ['posts/1?', 'posts/2?', 'posts?per_page=1', 'posts?search=x'],
    ],
    ['a record', [{ kind: 'postType', name: 'post', id: '1' }], ['posts/1?']],
    [
      'a list, whatever page of it',
      [{ kind: 'postType', name: 'post', query: { page: 3 } }],
      ['posts?per_page=1'],
    ],
    ['another entity', [{ kind: 'postType', name: 'page' }], []],
  ])('of %s makes that be read again, and nothing else', async (title, target, expected) => {
    store.dispatch(invalidate(...target))
    expect(await readAll()).toEqual(expected)
    expect(await readAll()).toEqual([])
  })

  it.each([
    [{ name: 'post' }],
    [{ id: 1 }],
    [{ query: {} }],
    [{ kind: 'postType', id: 1 }],
    [{ kind: 'postType', query: {} }],
  ])('refuses %j, which does not say what is meant', (target) => {
    expect(() => store.dispatch(invalidate(target))).toThrow(
      expect.objectContaining({ code: 'invalid_resource' }) as Error,
    )
  })

  it('of a record whose entity is not loaded yet wakes those who wait for it', () => {
    let woken = 0
    const record = addresses.record(entityKey('shop', 'book'), '1' as RecordKey)
    store.subscribeTo(record, () => woken++)
    store.dispatch(invalidate({ kind: 'shop', name: 'book', id: 1 }))
    expect(woken).toBe(1)
  })

  it('of a record wakes those who show it, not those who show another', () => {
    const woken: string[] = []
    const entity = entityKey('postType', 'post')
    for (const key of ['1', '2'] as RecordKey[])
      store.subscribeTo(addresses.record(entity, key), () => woken.push(key))
    store.dispatch(invalidate({ kind: 'postType', name: 'post', id: 1 }))
    expect(woken).toEqual(['1'])
  })
})
