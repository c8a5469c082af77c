import {
  createUndoLevel,
  editEntityRecord,
  type EntityState,
  fetchEntityRecord,
  receiveEntityRecords,
  removeEntityRecords,
  saveEntityRecord,
  selectDirtyEntityRecords,
  selectEntityRecordsBeingSaved,
  selectEditedEntityRecord,
  selectHasEdits,
  selectHasUndo,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { post, settle } from '../support/fakeServer'
import { postStore, titled } from '../support/postStore'

describe('the list of dirty records', () => {
  it('names each with kind, name, key and edited title', async () => {
    const { edit, store } = await postStore()
    edit(2, { title: 'Second' })
    edit(1, { slug: 'first' })
    const dirty = selectDirtyEntityRecords(store.getState())
    expect(dirty).toHaveLength(2)
    expect(dirty).toContainEqual({ kind: 'postType', name: 'post', key: 1, title: 'Post 1' })
    expect(dirty).toContainEqual({ kind: 'postType', name: 'post', key: 2, title: 'Second' })
  })

  it('falls back to the id for an emptied title', async () => {
    const { edit, store } = await postStore()
    edit(1, { title: '' })
    expect(selectDirtyEntityRecords(store.getState())[0]?.title).toBe('1')
  })

  it.each([
    ['user', { id: 5, name: 'Ada', slug: 'ada' }, { name: 'Grace' }, 'Grace'],
    ['user', { id: 5, name: 'Ada', slug: 'ada' }, { name: '' }, 'ada'],
    ['globalStyles', { id: 5 }, { settings: { a: 1 } }, 'Custom Styles'],
    ['menu', { id: 5, name: 'Main' }, { name: 'Other' }, ''],
  ])('titles a %s', async (name, record, edits, title) => {
    const { store } = await postStore()
    store.dispatch(receiveEntityRecords('root', name, [record]))
    store.dispatch(editEntityRecord('root', name, 5, edits))
    expect(selectDirtyEntityRecords(store.getState())).toEqual([{ kind: 'root', name, key: 5, title }])
  })

  it('titles a template without a title by its slug', async () => {
    const { store } = await postStore()
    store.dispatch(
      receiveEntityRecords('postType', 'wp_template', [{ id: 'theme//single-post', slug: 'single-post' }]),
    )
    store.dispatch(editEntityRecord('postType', 'wp_template', 'theme//single-post', { content: 'x' }))
    expect(selectDirtyEntityRecords(store.getState())).toEqual([
      { kind: 'postType', name: 'wp_template', key: 'theme//single-post', title: 'Single Post' },
    ])
  })

  it('is always the same empty array when nothing is dirty', async () => {
    const one = await postStore()
    const before = selectDirtyEntityRecords(one.store.getState())
    one.edit(1, { title: 'x' })
    one.edit(1, { title: 'Post 1' })
    expect(selectDirtyEntityRecords(one.store.getState())).toBe(before)
    expect(before).toEqual([])
  })

  it('has the new titles of several records that came again', async () => {
    const { edit, store } = await postStore()
    edit(1, { slug: 'a' })
    edit(2, { slug: 'b' })
    const titles = () => selectDirtyEntityRecords(store.getState()).map(({ title }) => title)
    expect(titles()).toEqual(['Post 1', 'Post 2'])
    store.dispatch(receiveEntityRecords('postType', 'post', [titled(1, 'One'), titled(2, 'Two')]))
    expect(titles()).toEqual(['One', 'Two'])
  })

  it('has a title that came late, in an answer older than what the edits were compared with', async () => {
    const { edit, store, server } = await postStore()
    const titles = () => selectDirtyEntityRecords(store.getState()).map(({ title }) => title)
    const read = (_fields: string) =>
      store.dispatch(fetchEntityRecord('postType', 'post', 1, { _fields }, { force: true }))
    const older = read('id,title')
    await settle()
    const newer = read('id,slug')
    await settle()
    const [first, second] = server.waiting
    second?.answer({ id: 1, slug: 'newer' })
    await newer
    edit(1, { slug: 'typed' })
    expect(titles()).toEqual(['Post 1'])
    first?.answer({ id: 1, title: { raw: 'Late', rendered: 'Late' } })
    await older
    expect(titles()).toEqual(['Late'])
  })

  it('of an earlier state of the store is that of then', async () => {
    const { edit, store } = await postStore()
    const before = store.getState()
    edit(1, { title: 'x' })
    expect(selectDirtyEntityRecords(store.getState())).toHaveLength(1)
    expect(selectDirtyEntityRecords(before)).toEqual([])
    expect(selectDirtyEntityRecords(store.getState())).toHaveLength(1)
  })

  it('is told of a state that was JSON, without a store', async () => {
    const { edit, store } = await postStore()
    edit(1, { title: 'x' })
    const state = JSON.parse(JSON.stringify(store.getState())) as EntityState
    expect(selectDirtyEntityRecords(state)).toEqual(selectDirtyEntityRecords(store.getState()))
  })

  it('of one store says nothing of another', async () => {
    const [one, other] = [await postStore(), await postStore()]
    one.edit(1, { title: 'x' })
    other.edit(2, { title: 'y' })
    expect(one.dirty()).toEqual([1])
    expect(other.dirty()).toEqual([2])
    expect(one.dirty()).toEqual([1])
  })
})

describe('a record that is saved without being known', () => {
  it('is named without a title among those being saved', async () => {
    const { store } = await postStore()
    void store.dispatch(saveEntityRecord('postType', 'post', { id: 9, title: 'Sent' }))
    await settle()
    expect(selectEntityRecordsBeingSaved(store.getState())).toEqual([
      { kind: 'postType', name: 'post', key: 9, title: '' },
    ])
  })
})

describe('a removed record', () => {
  it('takes its edits and its undo steps along', async () => {
    const { edit, store, dirty } = await postStore()
    edit(1, { title: 'New' })
    edit(1, { slug: 'typed' }, { isCached: true })
    store.dispatch(removeEntityRecords('postType', 'post', [1]))
    expect(dirty()).toEqual([])
    expect(selectHasEdits(store.getState(), 'postType', 'post', 1)).toBe(false)
    expect(selectEditedEntityRecord(store.getState(), 'postType', 'post', 1)).toBeUndefined()
    expect(selectHasUndo(store.getState())).toBe(false)
  })

  it('leaves the edits and undo steps of others', async () => {
    const { edit, store, dirty } = await postStore()
    edit(1, { title: 'New' })
    edit(2, { title: 'New' })
    store.dispatch(createUndoLevel())
    store.dispatch(removeEntityRecords('postType', 'post', 1))
    expect(dirty()).toEqual([2])
    expect(selectHasUndo(store.getState())).toBe(true)
  })

  it('that comes back is clean', async () => {
    const { edit, store, dirty } = await postStore()
    edit(1, { title: 'New' })
    store.dispatch(removeEntityRecords('postType', 'post', 1))
    store.dispatch(receiveEntityRecords('postType', 'post', [post(1)]))
    expect(dirty()).toEqual([])
  })
})
