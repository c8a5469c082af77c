import { createEntityStore, deleteEntityRecord, fetchEntityRecord, selectEntityRecord } from 'copydesk'
import { EntityStoreProvider, useEntityRecord } from 'copydesk/react'
import { createMockSite } from 'copydesk/testing'

globalThis.finish(run())

async function run() {
  const site = createMockSite({ posts: [{ id: 1, title: 'One' }] })
  const store = createEntityStore({ fetcher: site.fetcher, devTools: false })
  await store.dispatch(fetchEntityRecord('postType', 'post', 1))
  const { raw } = selectEntityRecord(store.getState(), 'postType', 'post', 1).title
  await store.dispatch(deleteEntityRecord('postType', 'post', 1, { force: true }))
  const isGone = selectEntityRecord(store.getState(), 'postType', 'post', 1) === undefined
  return `${raw}, ${isGone}, ${typeof EntityStoreProvider}, ${typeof useEntityRecord}`
}
