// Node, CommonJS: what the package loads when it is needed.
const {
  batch,
  createEntityStore,
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  saveEntityRecord,
  searchLinks,
  selectEntityRecord,
  selectSaveError,
  uploadMedia,
} = require('copydesk')
const { createMockSite } = require('copydesk/testing')

function open() {
  const site = createMockSite({
    posts: [
      { id: 1, title: 'One' },
      { id: 2, title: 'Two', status: 'draft' },
    ],
  })
  return { site, store: createEntityStore({ fetcher: site.fetcher, devTools: false }) }
}
const linesOf = (site) => site.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`)

test('reads and saves', async () => {
  const { site, store } = open()
  await store.dispatch(fetchEntityRecord('postType', 'post', 1))
  await store.dispatch(
    saveEntityRecord('postType', 'post', { id: 1, title: 'Other' }, { throwOnError: true }),
  )
  expect(selectEntityRecord(store.getState(), 'postType', 'post', 1).title.raw).toBe('Other')
  expect(linesOf(site)).toContain('PUT /wp/v2/posts/1')
})

test('deletes', async () => {
  const { store } = open()
  const deleted = store.dispatch(
    deleteEntityRecord('postType', 'post', 1, { force: true }, { throwOnError: true }),
  )
  expect(await deleted).toMatchObject({ deleted: true })
  expect(selectEntityRecord(store.getState(), 'postType', 'post', 1)).toBeUndefined()
})

test('uploads', async () => {
  const { site, store } = open()
  const file = new File(['picture'], 'boat.png', { type: 'image/png' })
  const image = await store.dispatch(uploadMedia(file, { data: { alt_text: 'A boat' }, throwOnError: true }))
  expect(image).toMatchObject({ alt_text: 'A boat', mime_type: 'image/png' })
  expect(linesOf(site)).toContain('POST /wp/v2/media')
})

test('autosaves', async () => {
  const { site, store } = open()
  await store.dispatch(fetchEntityRecord('postType', 'post', 1))
  store.dispatch(editEntityRecord('postType', 'post', 1, { title: 'Autosaved' }))
  const saved = await store.dispatch(
    saveEditedEntityRecord('postType', 'post', 1, { isAutosave: true, throwOnError: true }),
  )
  expect(saved.title.raw).toBe('Autosaved')
  expect(linesOf(site)).toContain('POST /wp/v2/posts/1/autosaves')
})

test('searches', async () => {
  const { store } = open()
  const found = await store.dispatch(searchLinks('One'))
  expect(found.map(({ title }) => title)).toEqual(['One'])
})

test('sends what was edited in one batch', async () => {
  const { site, store } = open()
  for (const id of [1, 2]) {
    await store.dispatch(fetchEntityRecord('postType', 'post', id))
    store.dispatch(editEntityRecord('postType', 'post', id, { title: `Edited ${id}` }))
  }
  const { failed } = await store.dispatch(saveDirtyEntityRecords())
  expect(failed).toEqual([])
  expect(linesOf(site).filter((line) => /^(PUT|POST)/.test(line))).toEqual(['POST /batch/v1'])
  expect(selectSaveError(store.getState(), 'postType', 'post', 1)).toBeUndefined()
})

test('batches by hand', async () => {
  const { site, store } = open()
  const [post, isDeleted] = await store.dispatch(
    batch([
      (writes) => writes.saveEntityRecord('postType', 'post', { id: 1, title: 'A' }),
      (writes) => writes.deleteEntityRecord('postType', 'post', 2),
    ]),
  )
  expect([post.title.raw, Boolean(isDeleted)]).toEqual(['A', true])
  expect(linesOf(site)).toContain('POST /batch/v1')
})

test('collaborates', async () => {
  const { createSync, syncOf } = require('copydesk/sync')
  const site = createMockSite({ posts: [{ id: 1, title: 'One' }] })
  const transport = ({ doc }) => ({
    ready: Promise.resolve(),
    on: (event, listener) => (listener({ status: 'connected' }), () => undefined),
    destroy: () => doc && undefined,
  })
  const experimentalSync = createSync({ transports: [transport], persistence: false, user: { name: 'Ann' } })
  const store = createEntityStore({ fetcher: site.fetcher, devTools: false, experimentalSync })
  await store.dispatch(fetchEntityRecord('postType', 'post', 1))
  const sync = syncOf(store)
  try {
    for (let i = 0; i < 200 && sync.status('postType', 'post', 1)?.status !== 'connected'; i++)
      await new Promise((resolve) => setTimeout(resolve, 20))
    expect(sync.status('postType', 'post', 1)).toMatchObject({ status: 'connected' })
  } finally {
    await sync.close()
  }
})
