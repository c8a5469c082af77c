import {
  acquireLock,
  createEntityStore,
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  invalidate,
  saveEditedEntityRecord,
  selectEditedEntityRecord,
  undo,
} from 'copydesk'
import { createMockSite } from 'copydesk/testing'
import { expect, it } from 'vitest'

function siteWith(title: string) {
  const site = createMockSite({
    posts: [1, 2, 3].map((id) => ({ id, title: `${title} ${id}`, status: 'publish' })),
  })
  return { site, store: createEntityStore({ fetcher: site.fetcher, devTools: false }) }
}

it('two stores in one process never touch: neither state nor listeners nor requests of the other', async () => {
  const left = siteWith('Left')
  const right = siteWith('Right')
  for (const { store } of [left, right]) {
    await store.dispatch(fetchEntityRecord('postType', 'post', 1))
    await store.dispatch(fetchEntityRecords('postType', 'post', { per_page: 2 }))
    store.dispatch(editEntityRecord('postType', 'post', 2, { title: 'Typed' }))
  }
  const before = right.store.getState()
  const copy = structuredClone(before)
  right.site.clearRequests()
  let calls = 0
  right.store.subscribe(() => calls++)

  const { store } = left
  store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'Saved' }))
  await store.dispatch(saveEditedEntityRecord('postType', 'post', 1))
  await store.dispatch(deleteEntityRecord('postType', 'post', 3, { force: true }))
  store.dispatch(undo())
  // Held to the end: it must not keep the other store from writing.
  await store.dispatch(acquireLock([], { exclusive: true }))
  store.dispatch(invalidate())

  expect(right.store.getState()).toBe(before)
  expect(before).toEqual(copy)
  expect(calls).toBe(0)
  expect(right.site.requests).toEqual([])
  await right.store.dispatch(saveEditedEntityRecord('postType', 'post', 2))
  expect(selectEditedEntityRecord(right.store.getState(), 'postType', 'post', 1)?.title).toBe('Right 1')
  expect(right.site.requests.map(({ method }) => method)).toEqual(['PUT'])
})
