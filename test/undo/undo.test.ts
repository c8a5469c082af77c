import {
  createUndoLevel,
  editEntityRecord,
  type EntityStore,
  receiveEntityRecords,
  redo,
  removeEntityRecords,
  selectHasRedo,
  selectHasUndo,
  selectUndoHistory,
  undo,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { post, refusal } from '../support/fakeServer'
import { postStore, titled } from '../support/postStore'

const typing = { isCached: true }
const can = (store: EntityStore) => [selectHasUndo(store.getState()), selectHasRedo(store.getState())]

describe('undo and redo', () => {
  it('take a change back and do it again', async () => {
    const { edit, edited, store, dirty } = await postStore()
    expect(can(store)).toEqual([false, false])
    edit(1, { title: 'New' })
    expect(can(store)).toEqual([true, false])
    store.dispatch(undo())
    expect(edited(1)?.title).toBe('Post 1')
    expect(dirty()).toEqual([])
    expect(can(store)).toEqual([false, true])
    store.dispatch(redo())
    expect(edited(1)?.title).toBe('New')
    expect(can(store)).toEqual([true, false])
  })

  it('do nothing where there is nothing', async () => {
    const { store } = await postStore()
    const before = store.getState()
    store.dispatch(undo())
    store.dispatch(redo())
    expect(store.getState()).toBe(before)
  })

  it('leave what can be done again where an editor mounts or a caret moves, and take it away for typing', async () => {
    const { edit, edited, store } = await postStore()
    edit(1, { title: 'New' })
    store.dispatch(undo())
    const blocks = [{ clientId: 'a', name: 'core/paragraph', attributes: {}, innerBlocks: [] }]
    edit(2, { blocks, selection: { start: 0 } }, typing)
    edit(1, { selection: { start: 3 } }, typing)
    expect(can(store)).toEqual([false, true])
    store.dispatch(redo())
    expect(edited(1)).toMatchObject({ title: 'New', selection: { start: 3 } })
    expect(edited(2)?.blocks).toBe(blocks)
    expect(can(store)).toEqual([true, false])
    store.dispatch(undo())
    edit(1, { title: 'N', selection: { start: 1 } }, typing)
    expect(can(store)).toEqual([true, false])
  })

  it('bring an edit back that was given up by typing the old value', async () => {
    const { edit, edited, edits, store } = await postStore()
    edit(1, { title: 'X' })
    edit(1, { title: 'Post 1' })
    expect(edits(1)).toBeUndefined()
    store.dispatch(undo())
    expect(edited(1)?.title).toBe('X')
  })

  it('keep the entries of merged properties that were not edited', async () => {
    const { edit, edited, store } = await postStore()
    edit(1, { meta: { a: 9 } })
    store.dispatch(undo())
    expect(edited(1)?.meta).toEqual({ a: 1, b: 2 })
    store.dispatch(redo())
    expect(edited(1)?.meta).toEqual({ a: 9, b: 2 })
  })

  it('leave entries alone that the server changed between two keys of one level', async () => {
    const { edit, edited, edits, store } = await postStore()
    edit(1, { meta: { a: 8 } }, typing)
    store.dispatch(receiveEntityRecords('postType', 'post', [post(1, { meta: { a: 1, b: 77 } })]))
    edit(1, { meta: { a: 9 } }, typing)
    store.dispatch(undo())
    expect(edited(1)?.meta).toEqual({ a: 1, b: 77 })
    expect(edits(1)).toBeUndefined()
  })

  it('take an entry away that was added to a merged property, and add it again', async () => {
    const { edit, edited, store } = await postStore()
    edit(1, { meta: { c: 3 } })
    store.dispatch(undo())
    expect(edited(1)?.meta).toEqual({ a: 1, b: 2 })
    store.dispatch(redo())
    expect(edited(1)?.meta).toEqual({ a: 1, b: 2, c: 3 })
  })

  it('walk through many levels, and a new change cuts off what could be redone', async () => {
    const { edit, edited, store } = await postStore()
    for (const title of ['2', '3', '4']) edit(1, { title })
    store.dispatch(undo())
    store.dispatch(undo())
    expect(edited(1)?.title).toBe('2')
    edit(1, { title: '5' })
    expect(can(store)).toEqual([true, false])
    store.dispatch(undo())
    expect(edited(1)?.title).toBe('2')
    store.dispatch(undo())
    expect(edited(1)?.title).toBe('Post 1')
  })

  it('walk back and forth through a hundred levels', async () => {
    const { edit, edited, store } = await postStore()
    const titles = ['Post 1', ...Array.from({ length: 100 }, (none, i) => `Title ${i}`)]
    for (const title of titles.slice(1)) edit(1, { title })
    const back = titles.map(() => (store.dispatch(undo()), edited(1)?.title))
    expect(back).toEqual([...titles.slice(0, -1).reverse(), 'Post 1'])
    const forth = titles.map(() => (store.dispatch(redo()), edited(1)?.title))
    expect(forth).toEqual([...titles.slice(1), 'Title 99'])
  })

  it('pass over a record whose entity nobody has defined since', async () => {
    const book = { kind: 'shop', name: 'book', baseURL: '/shop/v1/books' }
    const before = await postStore({ entities: [book] })
    before.store.dispatch(receiveEntityRecords('shop', 'book', [{ id: 1, title: 'A' }]))
    before.store.dispatch(editEntityRecord('shop', 'book', 1, { title: 'B' }))
    const { config, ...preloadedState } = before.store.getState()
    expect(config).toBeDefined()
    const { store } = await postStore({ posts: [], preloadedState })
    expect(can(store)).toEqual([true, false])
    store.dispatch(undo())
    expect(can(store)).toEqual([false, true])
  })

  it('leave changes out that are marked so', async () => {
    const { edit, edited, store } = await postStore()
    edit(1, { title: 'New' }, { undoIgnore: true })
    expect(can(store)).toEqual([false, false])
    edit(1, { slug: 'new' })
    store.dispatch(undo())
    expect(edited(1)).toMatchObject({ title: 'New', slug: 'post-1' })
  })

  it('leave a change out that changes nothing', async () => {
    const { edit, store } = await postStore()
    edit(1, { title: 'Post 1', meta: { a: 1 } })
    expect(can(store)).toEqual([false, false])
  })

  it('take several fields of one change back together, transient ones among them', async () => {
    const { edit, edited, store } = await postStore()
    edit(1, { title: 'New', blocks: ['a'], selection: 3 })
    store.dispatch(undo())
    expect(edited(1)?.title).toBe('Post 1')
    expect(edited(1)).not.toHaveProperty('blocks')
    store.dispatch(redo())
    expect(edited(1)).toMatchObject({ title: 'New', blocks: ['a'], selection: 3 })
  })

  it('work on a record that is not loaded', async () => {
    const { edit, edited, store } = await postStore({ posts: [] })
    edit(7, { title: 'Blind' })
    store.dispatch(undo())
    expect(edited(7)).toBeUndefined()
    store.dispatch(redo())
    expect(edited(7)).toEqual({ title: 'Blind' })
  })

  it('revert one level on two records at once, with one notification', async () => {
    const { edit, edited, store } = await postStore()
    edit(1, { title: 'One' }, typing)
    edit(2, { title: 'Two' }, typing)
    const states = new Set<unknown>()
    store.subscribe(() => states.add(store.getState()))
    store.dispatch(undo())
    expect([edited(1)?.title, edited(2)?.title]).toEqual(['Post 1', 'Post 2'])
    expect(states.size).toBe(1)
    store.dispatch(redo())
    expect([edited(1)?.title, edited(2)?.title]).toEqual(['One', 'Two'])
  })
})

describe('what is being typed', () => {
  it('joins the change before it: one undo takes both back, one redo does both', async () => {
    const { edit, edited, store } = await postStore()
    edit(1, { content: 'a' })
    edit(1, { content: 'ab' }, typing)
    edit(1, { content: 'abc' }, typing)
    store.dispatch(undo())
    expect(edited(1)?.content).toBe('Text 1')
    expect(can(store)).toEqual([false, true])
    store.dispatch(redo())
    expect(edited(1)?.content).toBe('abc')
  })

  it('can be undone even when nothing was finished before', async () => {
    const { edit, edited, store } = await postStore()
    edit(1, { content: 'a' }, typing)
    edit(1, { content: 'ab' }, typing)
    expect(can(store)).toEqual([true, false])
    store.dispatch(undo())
    expect(edited(1)?.content).toBe('Text 1')
    expect(can(store)).toEqual([false, true])
  })

  it('joins the level before when another change is finished', async () => {
    const { edit, edited, store } = await postStore()
    edit(1, { content: 'a' })
    edit(1, { content: 'ab' }, typing)
    edit(1, { title: 'New' })
    store.dispatch(undo())
    expect(edited(1)).toMatchObject({ title: 'Post 1', content: 'ab' })
    store.dispatch(undo())
    expect(edited(1)?.content).toBe('Text 1')
  })

  it('is a level of its own after one was closed', async () => {
    const { edit, edited, store } = await postStore()
    edit(1, { content: 'a' })
    store.dispatch(createUndoLevel())
    edit(1, { content: 'ab' }, typing)
    store.dispatch(undo())
    expect(edited(1)?.content).toBe('a')
  })

  it('leaves what was undone to be redone when a level is closed that nobody has begun', async () => {
    const { edit, edited, store } = await postStore()
    edit(1, { content: 'a' })
    store.dispatch(undo())
    store.dispatch(createUndoLevel())
    expect(can(store)).toEqual([false, true])
    store.dispatch(redo())
    expect(edited(1)?.content).toBe('a')
  })

  it('is closed into a level by asking for one', async () => {
    const { edit, edited, store } = await postStore()
    edit(1, { content: 'a' }, typing)
    store.dispatch(createUndoLevel())
    edit(1, { content: 'ab' }, typing)
    store.dispatch(createUndoLevel())
    expect(selectUndoHistory(store.getState()).levels).toHaveLength(2)
    store.dispatch(undo())
    expect(edited(1)?.content).toBe('a')
  })

  it('and taken back by hand is nothing to undo', async () => {
    const { edit, store } = await postStore()
    edit(1, { content: 'a' }, typing)
    edit(1, { content: 'Text 1' }, typing)
    expect(can(store)).toEqual([false, false])
  })

  it('after a change, back to where that began, leaves nothing to undo', async () => {
    const { edit, store } = await postStore()
    edit(1, { content: 'a' })
    edit(1, { content: 'Text 1' }, typing)
    expect(can(store)).toEqual([false, false])
    store.dispatch(undo())
    expect(selectUndoHistory(store.getState()).position).toBeLessThan(2)
  })

  it('is not written over by a redo, which is there again once that is taken back', async () => {
    const { edit, edited, store } = await postStore()
    edit(1, { content: 'a' })
    store.dispatch(undo())
    edit(1, { content: 'typed' }, typing)
    expect(can(store)).toEqual([true, false])
    store.dispatch(redo())
    expect(edited(1)?.content).toBe('typed')
    edit(1, { content: 'Text 1' }, typing)
    expect(can(store)).toEqual([false, true])
    store.dispatch(redo())
    expect(edited(1)?.content).toBe('a')
  })

  it('cuts off what could be redone when it is undone', async () => {
    const { edit, edited, store } = await postStore()
    edit(1, { content: 'a' })
    store.dispatch(undo())
    edit(1, { content: 'typed' }, typing)
    store.dispatch(undo())
    expect(edited(1)?.content).toBe('Text 1')
    store.dispatch(redo())
    expect(edited(1)?.content).toBe('typed')
  })
})

describe('the history and the server', () => {
  it('survives a save: undo makes the old value an edit again, redo is clean', async () => {
    const { edit, edits, save, server, store, dirty } = await postStore()
    edit(1, { title: 'New' })
    const { promise } = await save(1)
    server.waiting[0]?.answer(titled(1, 'New'))
    await promise
    expect(dirty()).toEqual([])
    store.dispatch(undo())
    expect(edits(1)).toEqual({ title: 'Post 1' })
    store.dispatch(redo())
    expect(dirty()).toEqual([])
  })

  it('gets no level from saves, failures and what the server sends', async () => {
    const { edit, save, server, store } = await postStore()
    edit(1, { title: 'New' })
    const { levels } = selectUndoHistory(store.getState())
    const first = await save(1)
    server.waiting[0]?.fail(refusal(500, 'bad'))
    await first.promise
    const second = await save(1)
    server.waiting[0]?.answer(titled(1, 'Cleaned'))
    await second.promise
    store.dispatch(receiveEntityRecords('postType', 'post', [titled(1, 'Told')]))
    expect(selectUndoHistory(store.getState()).levels).toBe(levels)
  })

  it('undone while a save runs shows the old value and saves it next', async () => {
    const { edit, edited, save, server, store } = await postStore()
    edit(1, { title: 'New' })
    const first = await save(1)
    store.dispatch(undo())
    expect(edited(1)?.title).toBe('Post 1')
    server.waiting[0]?.answer(titled(1, 'New'))
    await first.promise
    expect(edited(1)?.title).toBe('Post 1')
    await save(1)
    expect(server.seen[1]?.data).toEqual({ title: 'Post 1' })
  })

  it('forgets records that are gone, in levels done, undone and being typed', async () => {
    const { edit, store, edited } = await postStore()
    edit(1, { title: 'One' })
    edit(2, { title: 'Two' })
    edit(1, { title: 'Three' })
    store.dispatch(undo())
    store.dispatch(removeEntityRecords('postType', 'post', 1))
    const { levels, position, staged } = selectUndoHistory(store.getState())
    expect([levels.length, position, staged.length]).toEqual([1, 1, 0])
    store.dispatch(undo())
    expect(edited(2)?.title).toBe('Post 2')
    expect(can(store)).toEqual([false, true])
  })

  it('stays the same object when records go that it does not know', async () => {
    const { edit, store } = await postStore()
    edit(1, { title: 'One' })
    const before = selectUndoHistory(store.getState())
    store.dispatch(removeEntityRecords('postType', 'post', 2))
    expect(selectUndoHistory(store.getState())).toBe(before)
  })
})

describe('the history itself', () => {
  it('is plain data', async () => {
    const { edit, store } = await postStore()
    edit(1, { title: 'One', blocks: ['a'], content: () => 'computed' })
    edit(1, { slug: 'two' }, typing)
    const { undo: history } = store.getState()
    expect(JSON.parse(JSON.stringify(history))).toEqual(history)
  })

  it('says what changed where, from what and to what', async () => {
    const { edit, store } = await postStore()
    edit(1, { title: 'New' })
    expect(selectUndoHistory(store.getState())).toMatchObject({
      position: 1,
      staged: [],
      levels: [
        [{ kind: 'postType', name: 'post', id: 1, changes: { title: { from: 'Post 1', to: 'New' } } }],
      ],
    })
  })

  it('keeps as many levels as the store was made with', async () => {
    const { edit, edited, store } = await postStore({ undoLimit: 2 })
    for (const title of ['a', 'b', 'c', 'd']) edit(1, { title })
    edit(1, { title: 'e' }, typing)
    store.dispatch(createUndoLevel())
    expect(selectUndoHistory(store.getState()).levels).toHaveLength(2)
    for (let i = 0; i < 5; i++) store.dispatch(undo())
    expect(edited(1)?.title).toBe('b')
    for (let i = 0; i < 5; i++) store.dispatch(redo())
    expect(edited(1)?.title).toBe('e')
  })

  it('keeps as many levels as the store was made with, however long one types', async () => {
    const { edit, edited, store } = await postStore({ undoLimit: 40 })
    for (let i = 1; i <= 120; i++) edit(1, { title: `${i}` })
    expect(selectUndoHistory(store.getState()).levels).toHaveLength(40)
    for (let i = 0; i < 50; i++) store.dispatch(undo())
    expect(edited(1)?.title).toBe('80')
  })

  it('is the same state after typing what is there already', async () => {
    const { edit, store } = await postStore()
    const before = store.getState().undo
    edit(1, { title: 'Post 1' }, typing)
    expect(store.getState().undo).toBe(before)
  })

  it('wakes who waits for it with every edit, undo and redo', async () => {
    const { edit, store } = await postStore()
    let woken = 0
    store.subscribeTo('?undo' as never, () => woken++)
    edit(1, { title: 'a' }, typing)
    edit(1, { title: 'b' })
    store.dispatch(createUndoLevel())
    store.dispatch(undo())
    store.dispatch(redo())
    expect(woken).toBe(5)
  })

  it('takes changes of entities without ids', async () => {
    const { store } = await postStore({
      entities: [{ kind: 'app', name: 'options', baseURL: '/options', key: false }],
    })
    store.dispatch(editEntityRecord('app', 'options', undefined, { color: 'red' }))
    store.dispatch(undo())
    expect(store.getState().edits.records['app/options' as never]).toMatchObject({ size: 0 })
    store.dispatch(redo())
    expect(store.getState().edits.records['app/options' as never]).toMatchObject({ size: 1 })
  })
})
