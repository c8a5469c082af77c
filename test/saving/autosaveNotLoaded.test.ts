import { expect, it, vi } from 'vitest'
import { saveEditedEntityRecord, saveEntityRecord } from '../../src/saving/saveEntityRecord'
import { selectIsSaving, selectSaveError } from '../../src/saving/selectors'
import { editEntityRecord } from '../../src/edits/editEntityRecord'
import { selectHeldLocks } from '../../src/locks/selectors'
import { selectEntityRecordEdits } from '../../src/edits/selectors'
import { postStore } from '../support/postStore'

vi.mock('../../src/saving/saveAutosave', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

const isNotLoaded = expect.objectContaining({
  cause: expect.objectContaining({ message: 'Failed to fetch dynamically imported module' }) as unknown,
}) as unknown

const saves = [
  { what: 'edits', save: saveEditedEntityRecord('postType', 'post', 1, { isAutosave: true }) },
  {
    what: 'a record',
    save: saveEntityRecord('postType', 'post', { id: 1, title: 'New' }, { isAutosave: true }),
  },
]

it.each(saves)(
  'an autosave of $what that can not be loaded fails on the record, and nothing is lost',
  async ({ save }) => {
    const { store, server } = await postStore()
    store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
    await expect(store.dispatch<Promise<unknown>>(save)).resolves.toBeUndefined()
    const state = store.getState()
    expect(selectSaveError(state, 'postType', 'post', 1)).toEqual(isNotLoaded)
    expect(selectIsSaving(state, 'postType', 'post', 1)).toBe(false)
    expect(selectEntityRecordEdits(state, 'postType', 'post', 1)).toEqual({ title: 'New' })
    expect(selectHeldLocks(state)).toEqual([])
    expect(server.log).toEqual([])
  },
)

it('an autosave that can not be loaded rejects when that is wanted', async () => {
  const { store } = await postStore()
  store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'New' }))
  const options = { isAutosave: true, throwOnError: true }
  await expect(store.dispatch(saveEditedEntityRecord('postType', 'post', 1, options))).rejects.toEqual(
    isNotLoaded,
  )
})
