import {
  createEntityStore,
  editEntityRecord,
  fetchEntityRecord,
  saveEditedEntityRecord,
  selectHasEdits,
  selectSaveError,
  selectCanUser,
} from 'copydesk'
import { expect, it } from 'vitest'
import { fakeServer, post } from '../support/fakeServer'

/** What WordPress's `apiFetch` rejects with: the body of the error. */
const forbidden = { code: 'rest_cannot_edit', message: 'Sorry.', data: { status: 403 } }

it('the status in the body of an error is the status of the error, whichever fetcher rejects with it', async () => {
  const { fetcher } = fakeServer(() => post(1))
  const store = createEntityStore({
    devTools: false,
    fetcher: async (request) => {
      if (request.method === 'PUT') throw forbidden as unknown as Error
      return fetcher(request)
    },
  })
  await store.dispatch(fetchEntityRecord('postType', 'post', 1))
  store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
  await store.dispatch(saveEditedEntityRecord('postType', 'post', 1))
  expect(selectSaveError(store.getState(), 'postType', 'post', 1)).toBe(forbidden)
  // Refused for good: nothing of it is uncertain, and the edit can be given up.
  expect(selectCanUser(store.getState(), 'update', { kind: 'postType', name: 'post', id: 1 })).toBe(false)
  store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'Post 1' }))
  expect(selectHasEdits(store.getState(), 'postType', 'post', 1)).toBe(false)
})
