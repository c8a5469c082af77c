import {
  clearEntityRecordEdits,
  createEntityStore,
  editEntityRecord,
  fetchEntityRecord,
  receiveEntityRecords,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectHasEdits,
  selectRawEntityRecord,
  selectUndoHistory,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { fakeServer, post, settle } from '../support/fakeServer'
import { postStore, titled } from '../support/postStore'

describe('an edit', () => {
  it('of an entity without a loaded config throws the message of the specification', () => {
    const store = createEntityStore({ fetcher: fakeServer().fetcher, devTools: false })
    expect(() => store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'x' }))).toThrow(
      'The entity being edited (postType, post) does not have a loaded config.',
    )
    expect(() => store.dispatch(clearEntityRecordEdits('postType', 'post', 1))).toThrow(
      'The entity being edited (postType, post) does not have a loaded config.',
    )
  })

  it('shows at once in the edited record, and not in the record', async () => {
    const { edit, edited, record } = await postStore()
    edit(1, { title: 'New' })
    expect(edited(1)).toMatchObject({ title: 'New', content: 'Text 1', slug: 'post-1' })
    expect(record(1)?.title).toEqual({ raw: 'Post 1', rendered: 'Post 1' })
  })

  it('equal to the raw value is none', async () => {
    const { edit, edits, dirty } = await postStore()
    edit(1, { title: 'New' })
    expect(dirty()).toEqual([1])
    edit(1, { title: 'Post 1' })
    expect(edits(1)).toBeUndefined()
    expect(dirty()).toEqual([])
  })

  it('compares by value, not by identity', async () => {
    const { edit, dirty } = await postStore({ posts: [post(1, { tags: [3, { deep: [1] }] })] })
    edit(1, { tags: [3, { deep: [2] }] })
    expect(dirty()).toEqual([1])
    edit(1, { tags: [3, { deep: [1] }] })
    expect(dirty()).toEqual([])
  })

  it('of undefined gives an earlier edit up', async () => {
    const { edit, edits, edited } = await postStore()
    edit(1, { title: 'New', slug: 'new' })
    edit(1, { title: undefined })
    expect(edits(1)).toEqual({ slug: 'new' })
    expect(edited(1)?.title).toBe('Post 1')
  })

  it('can be null, an empty text, an array, zero or false', async () => {
    const { edit, edits } = await postStore()
    const values = { title: '', parent: null, tags: [], featured_media: 0, sticky: false }
    edit(1, values)
    expect(edits(1)).toEqual(values)
  })

  it('of a record that is not loaded is kept, and makes it dirty', async () => {
    const { edit, edited, dirty } = await postStore({ posts: [] })
    edit(7, { title: 'Blind', meta: { a: 1 } })
    expect(edited(7)).toEqual({ title: 'Blind', meta: { a: 1 } })
    expect(dirty()).toEqual([7])
  })

  it('of a record that is not loaded lets go of what turns out to be so already', async () => {
    const { edit, edits, edited, store, server } = await postStore({ posts: [] })
    edit(1, { title: 'Post 1', slug: 'mine' })
    const loaded = store.dispatch(fetchEntityRecord('postType', 'post', 1))
    await settle()
    server.waiting[0]?.answer(post(1))
    await loaded
    expect(edits(1)).toEqual({ slug: 'mine' })
    expect(edited(1)).toMatchObject({ title: 'Post 1', slug: 'mine', content: 'Text 1' })
  })

  it('takes an id as number or text for the same record', async () => {
    const { store, edited } = await postStore()
    store.dispatch(editEntityRecord('postType', 'post', '1', { title: 'New' }))
    expect(edited(1)?.title).toBe('New')
    expect(selectDirtyEntityRecords(store.getState())).toEqual([
      { kind: 'postType', name: 'post', key: 1, title: 'New' },
    ])
  })

  it('without an id is refused where records have one', async () => {
    const { store } = await postStore()
    expect(() => store.dispatch(editEntityRecord('postType', 'post', undefined, { title: 'x' }))).toThrow(
      expect.objectContaining({ code: 'missing_id' }),
    )
  })

  it('of nothing changes nothing', async () => {
    const { edit, store } = await postStore()
    const before = store.getState()
    edit(1, {})
    expect(store.getState()).toBe(before)
  })

  it('keeps frozen values as they are', async () => {
    const { edit, edited } = await postStore()
    edit(1, Object.freeze({ title: 'Ice', meta: Object.freeze({ a: 9 }), tags: Object.freeze([1]) }))
    edit(1, Object.freeze({ meta: Object.freeze({ b: 9 }) }))
    expect(edited(1)).toMatchObject({ title: 'Ice', meta: { a: 9, b: 9 }, tags: [1] })
  })

  it('of fields that every object inherits is one like any other', async () => {
    const { edit, edited, edits } = await postStore()
    edit(1, { constructor: 'mine', toString: 'text', hasOwnProperty: 1 })
    expect(edits(1)).toEqual({ constructor: 'mine', toString: 'text', hasOwnProperty: 1 })
    edit(1, { constructor: undefined })
    expect(Object.hasOwn(edited(1) as object, 'constructor')).toBe(false)
  })
})

class Money {
  amount = 1
}
const cyclic: Record<string, unknown> = {}
cyclic.self = cyclic

describe('an edit that is not plain data is refused and changes nothing', () => {
  it.each<[string, unknown]>([
    ['a cyclic value', { tags: cyclic }],
    ['a class instance', { tags: new Money() }],
    ['a date', { date: new Date(0) }],
    ['a map', { tags: new Map() }],
    ['a function inside a value', { tags: [{ run: () => 1 }] }],
    ['a symbol', { tags: Symbol('x') }],
    ['a bigint', { tags: 1n }],
    ['a merged property that is no object', { meta: 'text' }],
    ['a merged property that is null', { meta: null }],
    ['a merged property that is an array', { meta: [1] }],
    ['a field named __proto__', JSON.parse('{"__proto__": {"polluted": true}}')],
    ['edits that are null', null],
    ['edits that are an array', [1]],
    ['edits that are a text', 'title'],
  ])('%s', async (...[, edits]) => {
    const { edit, store } = await postStore()
    const before = store.getState()
    expect(() => edit(1, edits as Record<string, unknown>)).toThrow(
      expect.objectContaining({ name: 'EntityStoreError', code: 'invalid_edit' }),
    )
    expect(store.getState()).toBe(before)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('not even the good fields beside the bad one', async () => {
    const { edit, edits } = await postStore()
    expect(() => edit(1, { slug: 'fine', tags: cyclic })).toThrow()
    expect(edits(1)).toBeUndefined()
  })
})

describe('edits of merged properties', () => {
  it('add up, over the entries that the record has', async () => {
    const { edit, edited, edits } = await postStore({ posts: [post(1, { meta: { a: 1, b: 2, c: 3 } })] })
    edit(1, { meta: { a: 9 } })
    edit(1, { meta: { b: 8 } })
    expect(edits(1)).toEqual({ meta: { a: 9, b: 8, c: 3 } })
    expect(edited(1)?.meta).toEqual({ a: 9, b: 8, c: 3 })
  })

  it('may be an empty array, as PHP writes an object without entries: that edits nothing', async () => {
    const { edit, edits, dirty } = await postStore()
    edit(1, { meta: [] })
    expect([edits(1), dirty()]).toEqual([undefined, []])
    edit(1, { meta: { a: 5 } })
    edit(1, { meta: [] })
    expect(edits(1)).toEqual({ meta: { a: 5, b: 2 } })
  })

  it('are merged one level deep: an object inside is replaced', async () => {
    const { edit, edited } = await postStore({ posts: [post(1, { meta: { box: { x: 1, y: 2 }, b: 2 } })] })
    edit(1, { meta: { box: { x: 5 } } })
    expect(edited(1)?.meta).toEqual({ box: { x: 5 }, b: 2 })
  })

  it('are none when all entries are as in the record', async () => {
    const { edit, dirty } = await postStore()
    edit(1, { meta: { a: 9 } })
    edit(1, { meta: { a: 1 } })
    expect(dirty()).toEqual([])
    edit(1, { meta: { b: 2 } })
    expect(dirty()).toEqual([])
  })

  it('show entries that the server changes meanwhile', async () => {
    const { edit, edited, store } = await postStore()
    edit(1, { meta: { a: 9 } })
    store.dispatch(receiveEntityRecords('postType', 'post', [post(1, { meta: { a: 1, b: 77 } })]))
    expect(edited(1)?.meta).toEqual({ a: 9, b: 77 })
  })

  it('give single entries up with undefined', async () => {
    const { edit, edits, dirty } = await postStore()
    edit(1, { meta: { a: 9, b: 9 } })
    edit(1, { meta: { a: undefined } })
    expect(edits(1)).toEqual({ meta: { a: 1, b: 9 } })
    edit(1, { meta: undefined })
    expect(dirty()).toEqual([])
  })
})

describe('transient edits', () => {
  it('show in the edited record and its edits, and are never dirty nor to be saved', async () => {
    const { edit, edited, edits, toSave, hasEdits, dirty } = await postStore()
    edit(1, { selection: { start: 3 }, blocks: [{ name: 'core/paragraph' }] })
    expect(edited(1)).toMatchObject({ selection: { start: 3 } })
    expect(edits(1)).toHaveProperty('blocks')
    expect(toSave(1)).toEqual({})
    expect(hasEdits(1)).toBe(false)
    expect(dirty()).toEqual([])
  })

  it('beside others leave those to be saved', async () => {
    const { edit, toSave, dirty } = await postStore()
    edit(1, { selection: { start: 3 }, title: 'New' })
    expect(toSave(1)).toEqual({ title: 'New' })
    expect(dirty()).toEqual([1])
  })
})

describe('raw attributes', () => {
  it('are plain in the raw and the edited record', async () => {
    const { store, edited } = await postStore()
    const raw = selectRawEntityRecord(store.getState(), 'postType', 'post', 1)
    expect(raw).toMatchObject({ title: 'Post 1', content: 'Text 1', excerpt: '' })
    expect(edited(1)).toBe(raw)
  })

  it.each<[string, unknown, unknown]>([
    ['null stays null', { raw: null, rendered: '' }, null],
    ['an object is given as it is', { raw: { a: 1 }, rendered: '' }, { a: 1 }],
    ['a missing raw leaves the value', { rendered: 'shown' }, { rendered: 'shown' }],
    ['a plain text stays', 'plain', 'plain'],
  ])('whose raw is unusual: %s', async (...[, given, expected]) => {
    const { store } = await postStore({ posts: [post(1, { title: given })] })
    expect(selectRawEntityRecord(store.getState(), 'postType', 'post', 1)?.title).toEqual(expected)
  })

  it('that an entity does not have leave the record the same object', async () => {
    const { store } = await postStore({
      entities: [{ kind: 'shop', name: 'book', baseURL: '/shop/books' }],
    })
    const book = { id: 1, title: { raw: 'x', rendered: 'y' } }
    store.dispatch(receiveEntityRecords('shop', 'book', [book]))
    expect(selectRawEntityRecord(store.getState(), 'shop', 'book', 1)).toEqual(book)
    expect(selectEditedEntityRecord(store.getState(), 'shop', 'book', 1)).toBe(
      selectRawEntityRecord(store.getState(), 'shop', 'book', 1),
    )
  })
})

describe('clearing the edits of a record', () => {
  it('gives all of them up and makes no undo level', async () => {
    const { edit, edits, store, dirty } = await postStore()
    edit(1, { title: 'New', selection: 3, meta: { a: 9 } })
    const { levels } = selectUndoHistory(store.getState())
    store.dispatch(clearEntityRecordEdits('postType', 'post', 1))
    expect(edits(1)).toBeUndefined()
    expect(dirty()).toEqual([])
    expect(selectUndoHistory(store.getState()).levels).toBe(levels)
  })

  it('does nothing where there are none', async () => {
    const { store } = await postStore()
    const before = store.getState()
    store.dispatch(clearEntityRecordEdits('postType', 'post', 1))
    expect(store.getState()).toBe(before)
  })
})

describe('what the server tells', () => {
  it('drops the edits that it equals, and no others', async () => {
    const { edit, edits, store } = await postStore()
    edit(1, { title: 'New', slug: 'mine', meta: { a: 9, b: 9 } })
    store.dispatch(receiveEntityRecords('postType', 'post', [titled(1, 'New', { meta: { a: 9, b: 2 } })]))
    expect(edits(1)).toEqual({ slug: 'mine', meta: { a: 9, b: 9 } })
    store.dispatch(
      receiveEntityRecords('postType', 'post', [titled(1, 'New', { slug: 'mine', meta: { a: 9, b: 9 } })]),
    )
    expect(edits(1)).toBeUndefined()
    expect(selectHasEdits(store.getState(), 'postType', 'post', 1)).toBe(false)
  })

  it('in another context drops no edit', async () => {
    const { edit, edits, store } = await postStore()
    edit(1, { slug: 'mine' })
    store.dispatch(receiveEntityRecords('postType', 'post', [post(1, { slug: 'mine' })], { context: 'view' }))
    expect(edits(1)).toEqual({ slug: 'mine' })
  })

  it('late, after newer data, drops no edit', async () => {
    const { edit, edits, edited, store, server } = await postStore()
    const older = store.dispatch(fetchEntityRecord('postType', 'post', 1, {}, { force: true }))
    await settle()
    const newer = store.dispatch(
      fetchEntityRecord('postType', 'post', 1, { _fields: 'id,title' }, { force: true }),
    )
    await settle()
    const [first, second] = server.waiting
    second?.answer({ id: 1, title: { raw: 'Newer', rendered: 'Newer' } })
    await newer
    edit(1, { title: 'Older' })
    first?.answer(titled(1, 'Older'))
    await older
    expect(edited(1)?.title).toBe('Older')
    expect(edits(1)).toEqual({ title: 'Older' })
  })
})
