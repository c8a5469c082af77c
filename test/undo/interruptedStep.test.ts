import {
  editEntityRecord,
  fetchEntityRecord,
  saveEditedEntityRecord,
  selectEditedEntityRecord,
  undo,
} from 'copydesk'
import { createMockSite, createTestStore } from 'copydesk/testing'
import { expect, it } from 'vitest'

it('an undo of what was typed after a save leaves what a colleague has written since', async () => {
  const { store, site } = createTestStore({ site: createMockSite({ posts: [{ id: 1, content: 'One' }] }) })
  const { dispatch, getState } = store
  const text = () => selectEditedEntityRecord(getState(), 'postType', 'post', 1)?.content
  const type = (content: string) =>
    dispatch(editEntityRecord('postType', 'post', 1, { content }, { isCached: true }))
  await dispatch(fetchEntityRecord('postType', 'post', 1))
  type('One two')
  await dispatch(saveEditedEntityRecord('postType', 'post', 1))

  await site.fetcher({ path: '/wp/v2/posts/1', method: 'PUT', data: { content: 'One two, says Ben' } })
  await dispatch(fetchEntityRecord('postType', 'post', 1, undefined, { force: true }))
  type('So: One two, says Ben')
  dispatch(undo())
  expect(text()).toBe('One two, says Ben')
})
