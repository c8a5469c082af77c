import { expect, it, vi } from 'vitest'
import { deleteEntityRecord } from '../../src/deleting/deleteEntityRecord'
import { selectDeleteError, selectIsDeleting } from '../../src/deleting/selectors'
import { selectEntityRecord } from '../../src/entities/selectors'
import { selectHeldLocks } from '../../src/locks/selectors'
import { postStore } from '../support/postStore'

vi.mock('../../src/deleting/sendDeletion', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

const isNotLoaded = expect.objectContaining({
  cause: expect.objectContaining({ message: 'Failed to fetch dynamically imported module' }) as unknown,
}) as unknown

it('a deletion that can not be loaded fails on the record, which stays', async () => {
  const { store, server } = await postStore()
  expect(await store.dispatch(deleteEntityRecord('postType', 'post', 1))).toBe(false)
  const state = store.getState()
  expect(selectDeleteError(state, 'postType', 'post', 1)).toEqual(isNotLoaded)
  expect(selectIsDeleting(state, 'postType', 'post', 1)).toBe(false)
  expect(selectEntityRecord(state, 'postType', 'post', 1)).toBeDefined()
  expect(selectHeldLocks(state)).toEqual([])
  expect(server.log).toEqual([])
})

it('a deletion that can not be loaded rejects when that is wanted', async () => {
  const { store } = await postStore()
  const deleted = store.dispatch(deleteEntityRecord('postType', 'post', 1, undefined, { throwOnError: true }))
  await expect(deleted).rejects.toEqual(isNotLoaded)
})
