import { type EntityState, redo, saveEntityRecord, selectUndoHistory, undo, type RecordData } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { post, settle } from '../support/fakeServer'
import { postStore, titled } from '../support/postStore'

const fromBlocks = (edited: RecordData) => (edited.blocks as string[]).join('+')

describe('an edit that is a function', () => {
  it('shows as what it comes to in the edited record, is computed when that is read, once, and is dirty', async () => {
    const { edit, edited, dirty } = await postStore()
    let computed = 0
    const counted = (record: RecordData) => {
      computed++
      return fromBlocks(record)
    }
    edit(1, { blocks: ['a', 'b'], content: counted })
    edit(1, { title: 'New' })
    expect(edited(1)).toMatchObject({ title: 'New' })
    expect([dirty(), computed]).toEqual([[1], 0])
    expect(edited(1)?.content).toBe('a+b')
    expect(JSON.parse(JSON.stringify(edited(1)))).toMatchObject({ content: 'a+b', title: 'New' })
    expect(computed).toBe(1)
    expect(edited(1)).toBe(edited(1))
  })

  it('is read as a text in a recipe, and stays where that leaves it', async () => {
    const { edit, edited } = await postStore()
    let computed = 0
    const counted = (record: RecordData) => {
      computed++
      return fromBlocks(record)
    }
    edit(1, { blocks: ['a', 'b'], content: counted })
    edit(1, (draft: RecordData) => void Object.assign(draft, { title: 'New' }))
    expect(computed).toBe(0)
    edit(1, (draft: RecordData) => ({ ...draft, slug: 'new' }))
    edit(1, { blocks: ['z'] })
    expect(edited(1)).toMatchObject({ title: 'New', slug: 'new', content: 'z' })
    edit(1, (draft: RecordData) => void Object.assign(draft, { content: `${String(draft.content)}!` }))
    expect(edited(1)?.content).toBe('z!')
  })

  it('leaves the state plain JSON', async () => {
    const { edit, store } = await postStore()
    edit(1, { blocks: ['a'], content: fromBlocks })
    const { edits, undo: history } = store.getState()
    expect(JSON.parse(JSON.stringify(edits))).toEqual(edits)
    expect(JSON.parse(JSON.stringify(history))).toEqual(history)
  })

  it('is dirty even if it would come to what the record has', async () => {
    const { edit, dirty } = await postStore()
    edit(1, { content: () => 'Text 1' })
    expect(dirty()).toEqual([1])
  })

  it('stays when the server tells the record again', async () => {
    const { edit, edited, store, server } = await postStore()
    edit(1, { content: fromBlocks, slug: 'mine' })
    const saved = store.dispatch(saveEntityRecord('postType', 'post', { id: 1, slug: 'mine' }))
    await settle()
    server.waiting[0]?.answer(post(1, { slug: 'mine' }))
    await saved
    edit(1, { blocks: ['z'] })
    expect(edited(1)?.content).toBe('z')
  })

  it('is computed from the edited record when it is saved, and sent as what it came to', async () => {
    const { edit, save, server } = await postStore()
    edit(1, { blocks: ['a', 'b'], content: fromBlocks, title: 'New' })
    await save(1)
    expect(server.waiting[0]?.data).toEqual({ title: 'New', content: 'a+b' })
  })

  it('is an edit of the computed value from then on, without an undo level', async () => {
    const { edit, edited, save, store } = await postStore()
    edit(1, { blocks: ['a', 'b'], content: fromBlocks })
    const { levels } = selectUndoHistory(store.getState())
    await save(1)
    expect(edited(1)?.content).toBe('a+b')
    expect(selectUndoHistory(store.getState()).levels).toBe(levels)
  })

  it('is computed at the moment of the save, not of the edit', async () => {
    const { edit, save, server } = await postStore()
    edit(1, { blocks: ['a'], content: fromBlocks })
    edit(1, { blocks: ['z'] })
    await save(1)
    expect(server.waiting[0]?.data).toEqual({ content: 'z' })
  })

  it('set anew while a save runs is kept after the answer', async () => {
    const { edit, edited, save, server, dirty } = await postStore()
    edit(1, { blocks: ['a'], content: fromBlocks })
    const { promise } = await save(1)
    const again = (record: RecordData) => `${fromBlocks(record)}!`
    edit(1, { blocks: ['a', 'b'], content: again })
    server.waiting[0]?.answer(post(1, { content: { raw: 'a', rendered: 'a' } }))
    await promise
    expect(edited(1)?.content).toBe('a+b!')
    expect(dirty()).toEqual([1])
  })

  it('that throws is a failed save: nothing is sent and the edit stays', async () => {
    const { edit, edited, save, saveError, isSaving, server } = await postStore()
    const failure = new Error('No serializer.')
    const broken = () => {
      throw failure
    }
    edit(1, { content: broken })
    const { promise } = await save(1)
    expect(await promise).toBeUndefined()
    expect(server.log).toEqual([])
    expect(saveError(1)).toBe(failure)
    expect(isSaving(1)).toBe(false)
    expect(() => edited(1)?.content).toThrow(failure)
  })

  it('that gives no plain data is a failed save too', async () => {
    const { edit, save, saveError, server } = await postStore()
    edit(1, { content: () => Promise.resolve('late') })
    const { promise } = await save(1, { throwOnError: true })
    await expect(promise).rejects.toMatchObject({ code: 'invalid_edit' })
    expect(server.log).toEqual([])
    expect(saveError(1)).toMatchObject({ code: 'invalid_edit' })
  })

  it('can be undone with what changed beside it', async () => {
    const { edit, edited, store } = await postStore()
    edit(1, { blocks: ['a'], content: fromBlocks })
    const later = (record: RecordData) => `${fromBlocks(record)}!`
    edit(1, { blocks: ['a', 'b'], content: later })
    store.dispatch(undo())
    expect(edited(1)).toMatchObject({ blocks: ['a'], content: 'a' })
    store.dispatch(undo())
    expect(edited(1)?.content).toBe('Text 1')
  })

  it('alone makes no undo level', async () => {
    const { edit, store } = await postStore()
    edit(1, { content: fromBlocks })
    expect(selectUndoHistory(store.getState()).levels).toEqual([])
  })

  it('gives way to a value in an undo step of its own, and comes back with its undo', async () => {
    const { edit, edited, store } = await postStore()
    edit(1, { blocks: ['a'], content: fromBlocks })
    edit(1, { content: 'Text' })
    store.dispatch(undo())
    expect(edited(1)).toMatchObject({ blocks: ['a'], content: 'a' })
    store.dispatch(redo())
    expect(edited(1)?.content).toBe('Text')
  })

  it('that an undo would bring back is given up where the state was JSON, which holds no functions', async () => {
    const { edit, store } = await postStore()
    edit(1, { content: () => 'Computed' })
    edit(1, { content: 'Typed' })
    const preloadedState = JSON.parse(JSON.stringify(store.getState())) as EntityState
    const later = await postStore({ preloadedState, posts: [] })
    expect(later.edited(1)?.content).toBe('Typed')
    later.store.dispatch(undo())
    expect([later.edited(1)?.content, later.dirty()]).toEqual(['Text 1', []])
  })

  it('of a merged property is computed and merged', async () => {
    const { edit, save, server, edited } = await postStore()
    edit(1, { meta: () => ({ a: 9 }) })
    await save(1)
    expect(edited(1)?.meta).toEqual({ a: 9, b: 2 })
    expect(server.waiting[0]?.data).toEqual({ meta: { a: 9 } })
  })

  it('in a record given to be saved is computed as well, and the caller keeps their object', async () => {
    const { store, server } = await postStore()
    const record = Object.freeze({ id: 1, title: (edited: RecordData) => `${String(edited.slug)}!` })
    void store.dispatch(saveEntityRecord('postType', 'post', record as never))
    await settle()
    expect(server.waiting[0]?.data).toEqual({ title: 'post-1!' })
    server.waiting[0]?.answer(titled(1, 'post-1!'))
  })
})
