import {
  createEntityStore,
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  saveEditedEntityRecord,
  selectEntityRecord,
  selectHasEdits,
  selectIsAutosaving,
  selectIsDeleting,
  selectIsSaving,
} from 'copydesk'
import type { Middleware } from 'redux'
import { expect, it, vi } from 'vitest'
import { fakeServer, post } from '../support/fakeServer'

/** A store with a post in it, and a middleware that throws once, at an action of this type. */
async function storeThatThrows(type: string, when: 'before' | 'after' = 'before') {
  const server = fakeServer(({ method, path }) => {
    if (path.startsWith('/wp/v2/types/')) return { slug: 'post', supports: { autosave: true } }
    const title = { raw: method === 'GET' ? 'Old' : 'New', rendered: '' }
    return method === 'DELETE'
      ? { deleted: true }
      : post(path.endsWith('/autosaves') ? 9 : 1, { title, parent: 1 })
  })
  let isThrown = false
  const middleware: Middleware = () => (next) => (action) => {
    const isIt = !isThrown && (action as { type: string }).type === type
    isThrown ||= isIt
    if (isIt && when === 'before') throw new Error('A bug of the middleware.')
    const result = next(action)
    if (isIt) throw new Error('A bug of the middleware.')
    return result
  }
  const store = createEntityStore({ fetcher: server.fetcher, devTools: false, middleware: [middleware] })
  await store.dispatch(fetchEntityRecord('postType', 'post', 1))
  store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
  return store
}

it('a save whose answer a middleware throws at is not under way any more, and keeps the edits until the record is read', async () => {
  const store = await storeThatThrows('entities/recordSaved')
  const save = store.dispatch(saveEditedEntityRecord('postType', 'post', 1))
  await expect(save).rejects.toThrow('A bug of the middleware.')
  expect(selectIsSaving(store.getState(), 'postType', 'post', 1)).toBe(false)
  expect(selectHasEdits(store.getState(), 'postType', 'post', 1)).toBe(true)
  // Nobody else is kept from the record.
  await store.dispatch(saveEditedEntityRecord('postType', 'post', 1, { throwOnError: true }))
  expect(selectHasEdits(store.getState(), 'postType', 'post', 1)).toBe(false)
})

it('a save whose answer is in the store before the middleware throws has succeeded', async () => {
  const store = await storeThatThrows('entities/recordSaved', 'after')
  const reported = vi.spyOn(console, 'error').mockReturnValue(undefined)
  await store.dispatch(saveEditedEntityRecord('postType', 'post', 1, { throwOnError: true }))
  expect(reported).toHaveBeenCalledWith(new Error('A bug of the middleware.'))
  reported.mockRestore()
  expect(selectIsSaving(store.getState(), 'postType', 'post', 1)).toBe(false)
  expect(selectHasEdits(store.getState(), 'postType', 'post', 1)).toBe(false)
  expect(selectEntityRecord(store.getState(), 'postType', 'post', 1)).toMatchObject({ title: { raw: 'New' } })
})

it('an autosave whose answer a middleware throws at is not under way any more', async () => {
  const store = await storeThatThrows('saving/autosaved')
  const save = store.dispatch(saveEditedEntityRecord('postType', 'post', 1, { isAutosave: true }))
  await expect(save).rejects.toThrow('A bug of the middleware.')
  expect(selectIsAutosaving(store.getState(), 'postType', 'post', 1)).toBe(false)
  expect(selectHasEdits(store.getState(), 'postType', 'post', 1)).toBe(true)
})

it('a deletion whose answer a middleware throws at is not under way any more', async () => {
  const store = await storeThatThrows('entities/recordsRemoved')
  const deletion = store.dispatch(deleteEntityRecord('postType', 'post', 1, { force: true }))
  await expect(deletion).rejects.toThrow('A bug of the middleware.')
  expect(selectIsDeleting(store.getState(), 'postType', 'post', 1)).toBe(false)
})
