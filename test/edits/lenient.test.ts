import {
  clearEntityRecordEdits,
  editEntityBlocks,
  editEntityRecord,
  receiveEntityRecords,
  redo,
  selectDirtyEntityRecords,
  selectHasUndo,
  undo,
  type EntityState,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { post } from '../support/fakeServer'
import { notPlain } from '../support/plainState'
import { postStore } from '../support/postStore'

const lenientStore = (options: Parameters<typeof postStore>[0] = {}) =>
  postStore({ ...options, lenient: true })

class Money {
  readonly amount = 3
}

describe('in a lenient store an edit', () => {
  it.each([undefined, '', 0])('with the id %o does nothing', async (id) => {
    const { store } = await lenientStore()
    const before = store.getState()
    store.dispatch(editEntityRecord('postType', 'post', id, { title: 'x' }))
    store.dispatch(clearEntityRecordEdits('postType', 'post', id))
    store.dispatch(editEntityBlocks('postType', 'post', id, []))
    expect(store.getState()).toBe(before)
  })

  it('of an entity without ids is one as any', async () => {
    const options = { kind: 'app', name: 'options', baseURL: '/options', key: false as const }
    const { store } = await lenientStore({ entities: [options] })
    store.dispatch(editEntityRecord('app', 'options', undefined, { color: 'red' }))
    store.dispatch(receiveEntityRecords('app', 'options', { color: 'blue' }))
    expect(selectDirtyEntityRecords(store.getState())).toHaveLength(1)
  })

  it.each<[string, unknown]>([
    ['null', null],
    ['a text', 'text'],
    ['a list', [1]],
  ])('of a merged property by %s leaves it as it was', async (what, meta) => {
    const { edit, edits, dirty } = await lenientStore()
    edit(1, { meta })
    expect(dirty()).toEqual([])
    edit(1, { meta: { a: 9 }, slug: 'new' })
    edit(1, { meta, title: 'New' })
    expect(edits(1)).toEqual({ meta: { a: 9, b: 2 }, slug: 'new', title: 'New' })
  })

  it('by no object at all does nothing', async () => {
    const { edit, store } = await lenientStore()
    const before = store.getState()
    for (const edits of [null, 'title', [1]]) edit(1, edits as never)
    expect(store.getState()).toBe(before)
  })

  it('of a field that would be the prototype does nothing', async () => {
    const { edit, edits } = await lenientStore()
    edit(1, JSON.parse('{"__proto__":{"slug":"x"},"title":"New"}') as never)
    expect(edits(1)).toEqual({ title: 'New' })
  })

  it('of a merged property by a function comes back as that function', async () => {
    const { edit, edits, store } = await lenientStore()
    const meta = () => ({ a: 9 })
    edit(1, { meta, slug: 'new' })
    store.dispatch(undo())
    expect(edits(1)).toBeUndefined()
    store.dispatch(redo())
    expect(edits(1)).toEqual({ meta, slug: 'new' })
  })

  it('of an entity that is not loaded is refused as ever', async () => {
    const { store } = await lenientStore()
    expect(() => store.dispatch(editEntityRecord('postType', 'poem', 1, { title: 'x' }))).toThrow(
      'The entity being edited (postType, poem) does not have a loaded config.',
    )
  })
})

describe('a value that is no plain data', () => {
  it('comes out of a lenient store as it went in, and stands beside its state', async () => {
    const { edit, edited, edits, store } = await lenientStore()
    const [date, money] = [new Date(5), new Money()]
    edit(1, { date, tags: [money], meta: { a: money } })
    expect(edited(1)?.date).toBe(date)
    expect((edited(1)?.tags as unknown[])[0]).toBe(money)
    expect(edits(1)?.meta).toEqual({ a: money, b: 2 })
    expect((edited(1)?.meta as { a: unknown }).a).toBe(money)
    expect(notPlain(store.getState())).toEqual([])
  })

  it('comes back by undo and redo', async () => {
    const { edit, edited, store } = await lenientStore()
    const dates = [new Date(5), new Date(6)]
    for (const date of dates) edit(1, { date, meta: { a: date } })
    store.dispatch(undo())
    expect(edited(1)?.date).toBe(dates[0])
    expect((edited(1)?.meta as { a: unknown }).a).toBe(dates[0])
    store.dispatch(undo())
    expect(edited(1)).not.toHaveProperty('date')
    store.dispatch(redo())
    store.dispatch(redo())
    expect(edited(1)?.date).toBe(dates[1])
    expect(selectHasUndo(store.getState())).toBe(true)
    expect(notPlain(store.getState())).toEqual([])
  })

  it('is saved as JSON has it, and is that from then on', async () => {
    const { edit, edited, dirty, save, server } = await lenientStore()
    edit(1, { date: new Date(5), tags: [new Money()] })
    const { promise } = await save(1)
    const sent = { date: '1970-01-01T00:00:00.005Z', tags: [{ amount: 3 }] }
    expect(server.waiting[0]?.data).toEqual(sent)
    server.waiting[0]?.answer(post(1, sent))
    await promise
    expect(edited(1)).toMatchObject(sent)
    expect(dirty()).toEqual([])
  })

  it('is saved beside plain ones, which are sent as they are', async () => {
    const { edit, save, server } = await lenientStore()
    edit(1, { date: new Date(5), title: 'New' })
    edit(2, { title: 'Plain' })
    await save(1)
    await save(2)
    expect(server.waiting.map(({ data }) => data)).toEqual([
      { date: '1970-01-01T00:00:00.005Z', title: 'New' },
      { title: 'Plain' },
    ])
  })

  it('stands in a merged property beside plain entries', async () => {
    const { edit, edits } = await lenientStore()
    const money = new Money()
    edit(1, { meta: { a: money, c: 'text' } })
    expect(edits(1)?.meta).toEqual({ a: money, b: 2, c: 'text' })
  })

  it('is what JSON makes of it in a state that was JSON: null where that can hold nothing', async () => {
    const { edit, store } = await lenientStore()
    edit(1, { date: new Date(5), tags: Symbol('tag') })
    const preloadedState = JSON.parse(JSON.stringify(store.getState())) as EntityState
    const later = await lenientStore({ preloadedState, posts: [] })
    expect(later.edited(1)).toMatchObject({ date: '1970-01-01T00:00:00.005Z', tags: null })
  })

  it('that JSON can not hold is kept all the same', async () => {
    const { edit, edited, store } = await lenientStore()
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic
    edit(1, { tags: cyclic })
    expect(edited(1)?.tags).toBe(cyclic)
    expect(notPlain(store.getState())).toEqual([])
  })
})

describe('a record that is not loaded', () => {
  it('is unsaved in a lenient store once it is known, in the order of the edits', async () => {
    const { edit, edited, dirty, store } = await lenientStore()
    edit(7, { title: 'Blind' })
    edit(1, { title: 'New' })
    expect([edited(7), dirty()]).toEqual([{ title: 'Blind' }, [1]])
    store.dispatch(receiveEntityRecords('postType', 'post', [post(7)]))
    expect(dirty()).toEqual([7, 1])
  })
})
