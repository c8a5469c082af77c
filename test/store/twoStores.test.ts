import {
  createEntityStore,
  dehydrate,
  deleteEntityRecord,
  editEntityRecord,
  type EntityConfig,
  type EntityState,
  type EntityStore,
  fetchEntityRecord,
  fetchEntityRecords,
  invalidate,
  saveEditedEntityRecord,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityBlocks,
  undo,
} from 'copydesk'
import { acquireLock } from 'copydesk/actions'
import { createMockSite } from 'copydesk/testing'
import { expect, it } from 'vitest'

const posts: EntityConfig = {
  kind: 'postType',
  name: 'post',
  baseURL: '/wp/v2/posts',
  rawAttributes: ['title', 'content'],
}

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

it('two stores made of one preloaded object share nothing: each has its own entities, codec and edits', async () => {
  const { site, store } = siteWith('Post')
  await store.dispatch(fetchEntityRecord('postType', 'post', 1))
  store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'Typed' }))
  const preloadedState = JSON.parse(JSON.stringify(dehydrate(store.getState()))) as EntityState
  const frozen = structuredClone(preloadedState)
  const make = (name: string, transientEdits: EntityConfig['transientEdits']) =>
    createEntityStore({
      fetcher: site.fetcher,
      devTools: false,
      preloadedState,
      entities: [{ ...posts, getTitle: () => name, ...(transientEdits && { transientEdits }) }],
      blocks: { parse: () => [{ name, attributes: {}, innerBlocks: [] }], serialize: () => name },
    })
  const blocks = { of: 'content' }
  const [one, two] = [make('One', { blocks }), make('Two', { blocks, title: true })]
  const title = ({ getState }: EntityStore) => selectDirtyEntityRecords(getState()).map((each) => each.title)
  const parsed = ({ getState }: EntityStore) =>
    selectEntityBlocks(getState(), 'postType', 'post', 1)?.[0]?.name
  for (let round = 0; round < 2; round++) {
    expect([title(one), title(two)]).toEqual([['One'], []])
    expect([parsed(one), parsed(two)]).toEqual(['One', 'Two'])
  }
  one.dispatch(editEntityRecord('postType', 'post', 1, { slug: 'new' }))
  expect(selectEditedEntityRecord(two.getState(), 'postType', 'post', 1)?.slug).toBe('post-1')
  expect(preloadedState).toEqual(frozen)
})
