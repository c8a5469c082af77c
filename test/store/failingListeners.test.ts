import {
  addEntities,
  editEntityRecord,
  type EntityStore,
  fetchEntityRecord,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectDirtyEntityRecords,
  selectEntityRecord,
  selectHasEdits,
  selectIsSaving,
  selectResolution,
  selectSaveError,
} from 'copydesk'
import { entityKey, addresses } from 'copydesk/actions'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { post } from '../support/fakeServer'
import { postStore } from '../support/postStore'
import { passes } from '../support/until'

const postAt = (id: string | number) => addresses.record(entityKey('postType', 'post'), String(id) as never)
const full = new Error('localStorage is full')
const reported = vi.fn()

beforeEach(() => {
  reported.mockClear()
  vi.stubGlobal('reportError', reported)
})
afterEach(() => vi.unstubAllGlobals())

const throws = () => {
  throw full
}

const failing: readonly [who: string, listen: (store: EntityStore) => void][] = [
  ['a listener of a record', (store) => void store.subscribeTo(postAt(1), throws)],
  ['a Redux listener', (store) => void store.subscribe(throws)],
  [
    'a getTitle that a listener asks for',
    (store) => {
      store.dispatch(
        addEntities([{ kind: 'postType', name: 'post', baseURL: '/wp/v2/posts', getTitle: throws }]),
      )
      store.subscribeTo(addresses.unsaved, () => selectDirtyEntityRecords(store.getState()))
    },
  ],
]

describe.each(failing)('where %s throws', (who, listen) => {
  it('a save that the server has answered is a save', async () => {
    const { store, edit, server } = await postStore()
    listen(store)
    edit(1, { title: 'New' })
    const saving = store.dispatch(saveEditedEntityRecord('postType', 'post', 1, { throwOnError: true }))
    await passes(() => expect(server.waiting).toHaveLength(1))
    server.waiting[0]?.answer(post(1, { title: { raw: 'New', rendered: 'New' } }))
    await expect(saving).resolves.toMatchObject({ id: 1 })
    const state = store.getState()
    expect(selectSaveError(state, 'postType', 'post', 1)).toBeUndefined()
    expect(selectIsSaving(state, 'postType', 'post', 1)).toBe(false)
    expect(selectHasEdits(state, 'postType', 'post', 1)).toBe(false)
    expect(reported).toHaveBeenCalledWith(full)
  })

  it('a read that the server has answered is a read', async () => {
    const { store, edit, server } = await postStore()
    edit(1, { title: 'New' })
    listen(store)
    const reading = store.dispatch(fetchEntityRecord('postType', 'post', 1, undefined, { force: true }))
    await passes(() => expect(server.waiting).toHaveLength(1))
    server.waiting[0]?.answer(post(1, { slug: 'read' }))
    await expect(reading).resolves.toMatchObject({ slug: 'read' })
    expect(selectResolution(store.getState(), 'fetchEntityRecord', 'postType', 'post', 1).status).toBe(
      'success',
    )
    expect(reported).toHaveBeenCalledWith(full)
  })

  it('all that is unsaved is saved', async () => {
    const { store, edit, server } = await postStore()
    edit(1, { title: 'New' })
    listen(store)
    const saving = store.dispatch(saveDirtyEntityRecords())
    await passes(() => expect(server.waiting).toHaveLength(1))
    server.waiting[0]?.answer(post(1, { title: { raw: 'New', rendered: 'New' } }))
    expect(await saving).toMatchObject({ saved: [{ key: 1 }], failed: [] })
  })

  it('others hear of the change', async () => {
    const { store } = await postStore()
    listen(store)
    const seen: unknown[] = []
    const slug = () => selectEntityRecord(store.getState(), 'postType', 'post', 1)?.slug
    store.subscribeTo(postAt(1), () => seen.push(slug()))
    store.subscribe(() => seen.push(slug()))
    store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
    expect(seen).toHaveLength(2)
  })

  it('a create is a create', async () => {
    const { store, server } = await postStore()
    listen(store)
    const saving = store.dispatch(
      saveEntityRecord('postType', 'post', { title: 'New' }, { throwOnError: true }),
    )
    await passes(() => expect(server.waiting).toHaveLength(1))
    server.waiting[0]?.answer(post(9))
    await expect(saving).resolves.toMatchObject({ id: 9 })
  })
})
