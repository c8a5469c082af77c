// Writes what a release keeps on the device, as that release writes it: databases that later ones have to read.
//
//   node test/durable/formats/write.mjs ../copydesk-0.2.0 > test/durable/formats/0.2.0.json
//
// The folder is that of an installed package, or of the last commit of the release, 709ca7ed, built. What it leaves behind is told by `readsFormats.test.ts`.
import { pathToFileURL } from 'node:url'
import { join, resolve } from 'node:path'

const [folder] = process.argv.slice(2)
const from = (entry) => import(pathToFileURL(join(resolve(folder), 'dist', entry)).href)
const copydesk = await from('index.js')
const durable = await from('durable.js')
const { createMockSite } = await from('testing.js')
const { createEntityStore, deleteEntityRecord, editEntityRecord, fetchEntityRecord, fetchEntityRecords } =
  copydesk
const { saveEditedEntityRecord, saveEntityRecord, undo, uploadMedia } = copydesk
const { createDurability, createEntityRecord, durabilityOf, memoryStorage } = durable

const posts = [1, 2, 3, 4, 5, 6].map((id) => ({ id, title: `Post ${id}`, content: `Text ${id}` }))

/** What a page leaves behind that dies after some work. */
async function leftBy(work, options = {}) {
  const site = createMockSite({ posts })
  const storage = memoryStorage()
  const tab = storage.tab()
  let isLost = false
  const fetcher = async (request) => {
    const answer = await site.fetcher(request)
    if (!isLost) return answer
    throw Object.assign(new Error('The answer was lost.'), { code: 'fetch_error' })
  }
  const owner = { site: site.root, user: 1 }
  const plugins = [createDurability({ owner, storage: tab, ...options })]
  const store = createEntityStore({ fetcher, plugins, devTools: false })
  const durability = durabilityOf(store)
  await durability.ready
  await store.dispatch(fetchEntityRecords('postType', 'post', { per_page: 10 }))
  await work({
    store,
    site,
    post: (id, edits) => store.dispatch(editEntityRecord('postType', 'post', id, edits)),
    setOnline: (isOnline) => storage.setOnline(isOnline),
    loseAnswers: () => {
      isLost = true
    },
  })
  await durability.flush()
  // Files are written behind the edits.
  await new Promise((resolve) => setTimeout(resolve, 500))
  tab.kill()
  return Promise.all(storage.rows().map(async (row) => ({ ...row, value: await written(row.value) })))
}

/** A value as JSON, with the bytes of files. */
async function written(value) {
  if (value instanceof Blob) {
    const bytes = Buffer.from(await value.arrayBuffer()).toString('base64')
    return { $file: bytes, name: value.name, type: value.type }
  }
  if (Array.isArray(value)) return Promise.all(value.map(written))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(async ([name, inner]) => [name, await written(inner)])
  return Object.fromEntries(await Promise.all(entries))
}

const photo = () => new File(['a photo'], 'photo.png', { type: 'image/png' })

const databases = {
  writtenAt: new Date().toISOString(),
  /** Nothing was saved. */
  unsaved: await leftBy(async ({ store, post }) => {
    post(1, { title: 'First' })
    post(1, { title: 'Second' })
    post(2, { content: 'Typed', meta: { footnotes: '[]' } })
    store.dispatch(createEntityRecord('postType', 'post', { title: 'A draft' }))
    await store.dispatch(uploadMedia(photo(), { draft: true }))
  }),
  /** All was saved, without a network. */
  waiting: await leftBy(async ({ store, post, setOnline }) => {
    await store.dispatch(fetchEntityRecord('taxonomy', 'category', 1))
    setOnline(false)
    post(1, { title: 'Saved on the train' })
    await store.dispatch(saveEditedEntityRecord('postType', 'post', 1))
    await store.dispatch(deleteEntityRecord('postType', 'post', 2))
    await store.dispatch(
      saveEntityRecord('postType', 'post', { title: 'Made on the train', status: 'publish' }),
    )
    await store.dispatch(saveEntityRecord('taxonomy', 'category', { name: 'Trains' }))
    await store.dispatch(uploadMedia(photo()))
    post(1, { excerpt: 'Typed since' })
  }),
  /** Drafts that refer to one another were saved, without a network; what was edited since was undone. */
  drafts: await leftBy(async ({ store, post, setOnline }) => {
    await store.dispatch(fetchEntityRecord('taxonomy', 'category', 1))
    setOnline(false)
    const draft = (kind, name, values) => store.dispatch(createEntityRecord(kind, name, values))
    const category = draft('taxonomy', 'category', { name: 'Ferries' })
    const picture = await store.dispatch(uploadMedia(photo(), { draft: true }))
    const values = { title: 'By ferry', status: 'publish', categories: [category], featured_media: picture }
    const made = draft('postType', 'post', values)
    await store.dispatch(saveEditedEntityRecord('taxonomy', 'category', category))
    await store.dispatch(saveEditedEntityRecord('root', 'media', picture))
    await store.dispatch(saveEditedEntityRecord('postType', 'post', made))
    post(5, { title: 'Undone' })
    store.dispatch(undo())
  }),
  /** The answers to writes were lost: the site has done them, as far as anybody can tell. */
  inDoubt: await leftBy(async ({ store, post, loseAnswers }) => {
    await store.dispatch(fetchEntityRecord('taxonomy', 'category', 1))
    loseAnswers()
    post(3, { title: 'Saved in a tunnel' })
    await store.dispatch(saveEditedEntityRecord('postType', 'post', 3))
    await store.dispatch(saveEntityRecord('taxonomy', 'category', { name: 'Tunnels' }))
  }),
  /** A colleague had written the same title: a person has to choose. */
  held: await leftBy(
    async ({ store, site, post, setOnline }) => {
      setOnline(false)
      post(4, { title: 'Mine' })
      await store.dispatch(saveEditedEntityRecord('postType', 'post', 4))
      const colleague = createEntityStore({ fetcher: site.fetcher, devTools: false })
      await colleague.dispatch(fetchEntityRecord('postType', 'post', 4))
      colleague.dispatch(editEntityRecord('postType', 'post', 4, { title: 'Theirs' }))
      await colleague.dispatch(saveEditedEntityRecord('postType', 'post', 4))
      setOnline(true)
      const { queue } = durabilityOf(store)
      for (let tries = 0; tries < 500 && queue.entries()[0]?.state !== 'held'; tries++)
        await new Promise((resolve) => setTimeout(resolve, 10))
    },
    { conflicts: 'ask' },
  ),
}
process.stdout.write(`${JSON.stringify(databases, null, 1)}\n`)
