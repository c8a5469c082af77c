import { describe, expect, it } from 'vitest'
import {
  RestError,
  batch,
  createEntityStore,
  deleteEntityRecord,
  editEntityRecord,
  editMedia,
  fetchEntityRecord,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  saveEntityRecord,
  saveSpecifiedEntityEdits,
  uploadMedia,
  type EntityStore,
} from 'copydesk'
import { selectHeldLocks, selectPendingLocks } from 'copydesk/actions'
import { fakeServer, post, refusal } from '../support/fakeServer'

const options = { throwOnError: true }
const one = ['postType', 'post', 1] as const

const writes: readonly [name: string, write: (dispatch: EntityStore['dispatch']) => Promise<unknown>][] = [
  ['a save', (dispatch) => dispatch(saveEditedEntityRecord(...one, options))],
  ['a save of some fields', (dispatch) => dispatch(saveSpecifiedEntityEdits(...one, ['title'], options))],
  ['an update', (dispatch) => dispatch(saveEntityRecord('postType', 'post', { id: 1, slug: 'a' }, options))],
  ['a create', (dispatch) => dispatch(saveEntityRecord('postType', 'post', { title: 'New' }, options))],
  ['an autosave', (dispatch) => dispatch(saveEditedEntityRecord(...one, { ...options, isAutosave: true }))],
  ['a deletion', (dispatch) => dispatch(deleteEntityRecord(...one, {}, options))],
  ['a save of all', (dispatch) => dispatch(saveDirtyEntityRecords(options))],
  ['an upload', (dispatch) => dispatch(uploadMedia(new File(['x'], 'a.png'), options))],
  [
    'an edit of an image',
    (dispatch) => dispatch(editMedia(5, { src: 'https://example.org/a.png', rotation: 90 }, options)),
  ],
  ['a batch', (dispatch) => dispatch(batch([({ saveEditedEntityRecord: save }) => save(...one)], options))],
]

describe.each(writes)('%s that rejects', (name, write) => {
  it.each([
    ['when it was refused', refusal(400, 'bad')],
    ['when it was lost', refusal(0, 'fetch_error')],
    ['when something else has aborted it', new DOMException('Aborted', 'AbortError')],
  ])('leaves no lock behind %s', async (when, error) => {
    const { fetcher } = fakeServer(({ method }) => (method === 'GET' ? post(1) : error))
    const { dispatch, getState } = createEntityStore({ fetcher, devTools: false })
    await dispatch(fetchEntityRecord(...one))
    dispatch(editEntityRecord(...one, { title: 'New' }))
    const rejected = await write(dispatch).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    // What nobody here has aborted has failed.
    if (error instanceof RestError) expect(rejected).toBe(error)
    else expect(rejected).toMatchObject({ code: 'fetch_error', cause: error })
    expect([selectHeldLocks(getState()), selectPendingLocks(getState())]).toEqual([[], []])
  })
})
