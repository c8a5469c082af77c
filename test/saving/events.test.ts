import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  receiveEntityRecords,
  addEntities,
  createEntityStore,
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  saveEditedEntityRecord,
  receivePermissions,
  saveEntityRecord,
  selectAutosave,
  selectCanUser,
  selectDeleteError,
  selectDirtyEntityRecords,
  selectEntityRecordEdits,
  selectHasEntityRecord,
  selectIsSaving,
  selectSaveError,
} from 'copydesk'
import type { Middleware } from 'redux'
import { fakeServer, post, refusal, reply, settle } from '../support/fakeServer'

const one = ['postType', 'post', 1] as const

/** A store with a post, and what happens in it from then on, as middleware sees it, locks among it. */
async function watched(fail?: (type: string) => void) {
  const types: string[] = []
  const watch: Middleware = () => (next) => (action) => {
    const { type, actions } = action as { type: string; actions?: readonly { type: string }[] }
    const told = actions?.map((each) => each.type) ?? [type]
    types.push(told.join(' + '))
    const result = next(action)
    told.forEach((each) => fail?.(each))
    return result
  }
  const server = fakeServer(({ method, path }) => {
    if (method !== 'GET') return undefined
    return path.startsWith('/wp/v2/posts?') ? reply([post(1)]) : post(1)
  })
  const store = createEntityStore({ fetcher: server.fetcher, devTools: false, middleware: [watch] })
  await store.dispatch(fetchEntityRecord(...one))
  await store.dispatch(fetchEntityRecords('postType', 'post'))
  store.dispatch(editEntityRecord(...one, { title: 'New' }))
  types.length = 0
  return { ...server, ...store, types }
}

describe('one event is one action', () => {
  it('a save', async () => {
    const { dispatch, waiting, types } = await watched()
    const save = dispatch(saveEditedEntityRecord(...one))
    await settle()
    waiting[0]?.answer(post(1, { title: { raw: 'New', rendered: 'New' } }))
    await save
    expect(types).toEqual(['saving/started', 'entities/recordSaved'])
  })

  it('a create', async () => {
    const { dispatch, waiting, types } = await watched()
    const save = dispatch(saveEntityRecord('postType', 'post', { title: 'Other' }))
    await settle()
    waiting[0]?.answer(post(2))
    await save
    expect(types).toEqual(['saving/started', 'entities/recordSaved'])
  })

  it('a save that fails', async () => {
    const { dispatch, waiting, types } = await watched()
    const save = dispatch(saveEditedEntityRecord(...one))
    await settle()
    waiting[0]?.fail(refusal(500, 'down'))
    await save
    expect(types).toEqual(['saving/started', 'saving/failed'])
  })

  it.each([
    ['for good', { deleted: true, previous: post(1) }, 'entities/recordsRemoved'],
    ['into the trash', post(1, { status: 'trash' }), 'entities/recordDeleted'],
  ])('a deletion %s', async (how, answer, event) => {
    const { dispatch, waiting, types } = await watched()
    const deletion = dispatch(deleteEntityRecord(...one))
    await settle()
    waiting[0]?.answer(answer)
    await deletion
    expect(types).toEqual(['deleting/started', event])
  })

  it('a deletion that fails', async () => {
    const { dispatch, waiting, types } = await watched()
    const deletion = dispatch(deleteEntityRecord(...one))
    await settle()
    waiting[0]?.fail(refusal(500, 'down'))
    await deletion
    expect(types).toEqual(['deleting/started', 'deleting/failed'])
  })

  it('a save that is refused, and what it says of permissions', async () => {
    const { dispatch, getState, waiting, types } = await watched()
    const save = dispatch(saveEditedEntityRecord(...one))
    await settle()
    waiting[0]?.fail(refusal(403, 'rest_forbidden'))
    await save
    expect(types).toEqual(['saving/started', 'saving/failed'])
    expect(selectCanUser(getState(), 'update', { kind: 'postType', name: 'post', id: 1 })).toBe(false)
  })

  it('a save after which the server has the record under another key, with what was typed meanwhile', async () => {
    const { dispatch, getState, waiting, types } = await watched()
    const tide = ['shop', 'book', 'tide'] as const
    dispatch(addEntities([{ kind: 'shop', name: 'book', baseURL: '/books', key: 'slug' }]))
    dispatch(receiveEntityRecords('shop', 'book', [{ slug: 'tide', title: 'Tide', excerpt: '' }]))
    dispatch(editEntityRecord(...tide, { title: 'Ebb' }))
    types.length = 0
    const save = dispatch(saveEditedEntityRecord(...tide))
    await settle()
    dispatch(editEntityRecord(...tide, { excerpt: 'Later' }))
    waiting[0]?.answer({ slug: 'ebb', title: 'Ebb', excerpt: '' })
    await save
    expect(types).toEqual(['saving/started', 'edits/recordEdited', 'entities/recordSaved'])
    const state = getState()
    expect(selectHasEntityRecord(state, ...tide)).toBe(false)
    expect(selectEntityRecordEdits(state, ...tide)).toBeUndefined()
    expect(selectEntityRecordEdits(state, 'shop', 'book', 'ebb')).toEqual({ excerpt: 'Later' })
    expect(selectDirtyEntityRecords(state).map(({ key }) => key)).toEqual([1, 'ebb'])
    expect(selectIsSaving(state, ...tide)).toBe(false)
  })

  it('an autosave that is kept beside the record', async () => {
    const { dispatch, getState, waiting, types } = await watched()
    const save = dispatch(saveEditedEntityRecord(...one, { isAutosave: true }))
    await settle()
    waiting[0]?.answer(post(70, { parent: 1, author: 4, title: { raw: 'New' } }))
    await save
    expect(types).toEqual(['saving/started', 'saving/autosaved'])
    const state = getState()
    expect(selectAutosave(state, 'post', 1, 4)).toMatchObject({ title: { raw: 'New' } })
    expect(selectEntityRecordEdits(state, ...one)).toEqual({ title: 'New' })
    expect(selectIsSaving(state, ...one)).toBe(false)
  })

  it('an autosave that the server takes as a save', async () => {
    const { dispatch, getState, waiting, types } = await watched()
    const save = dispatch(saveEditedEntityRecord(...one, { isAutosave: true }))
    await settle()
    waiting[0]?.answer(post(1, { title: { raw: 'New', rendered: 'New' } }))
    await save
    expect(types).toEqual(['saving/started', 'entities/recordSaved'])
    expect(selectEntityRecordEdits(getState(), ...one)).toBeUndefined()
  })

  it('permissions put in by hand', async () => {
    const { dispatch, getState, types } = await watched()
    dispatch(receivePermissions({ 'update/postType/post/1': true, 'delete/postType/post/1': false }))
    expect(types).toEqual(['permissions/received'])
    const about = { kind: 'postType', name: 'post', id: 1 } as const
    expect(selectCanUser(getState(), 'update', about)).toBe(true)
    expect(selectCanUser(getState(), 'delete', about)).toBe(false)
  })
})

describe('a middleware that throws when a write was answered well', () => {
  const thrown = new Error('localStorage is full')
  const reported: unknown[] = []

  beforeEach(() => {
    reported.length = 0
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('makes no failed save of it', async () => {
    const { dispatch, getState, waiting } = await watched((type) => {
      if (type === 'entities/recordSaved') throw thrown
    })
    const save = dispatch(saveEditedEntityRecord(...one))
    await settle()
    waiting[0]?.answer(post(1, { title: { raw: 'New', rendered: 'New' } }))
    expect(await save).toMatchObject({ id: 1 })
    expect(reported).toEqual([thrown])
    expect(selectSaveError(getState(), ...one)).toBeUndefined()
    expect(selectIsSaving(getState(), ...one)).toBe(false)
  })

  it('makes no failed deletion of it', async () => {
    const { dispatch, getState, waiting } = await watched((type) => {
      if (type === 'entities/recordsRemoved') throw thrown
    })
    const deletion = dispatch(deleteEntityRecord(...one))
    await settle()
    waiting[0]?.answer({ deleted: true, previous: post(1) })
    expect(await deletion).toMatchObject({ deleted: true })
    expect(reported).toEqual([thrown])
    expect(selectDeleteError(getState(), ...one)).toBeUndefined()
  })
})
