import {
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  saveDirtyEntityRecords,
  selectDirtyEntityRecords,
  selectEditedEntityRecord,
  selectEntityRecordEdits,
  selectRawEntityRecord,
  undo,
} from 'copydesk'
import {
  indexedDbStorage,
  memoryStorage,
  selectDrafts,
  selectSaveConflict,
  selectUnsavedRecords,
} from 'copydesk/durable'
import { createMockSite, type MockSite } from 'copydesk/testing'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { person } from '../../support/person'
import keptBy020 from './0.2.0.json'
import keptByValues from './0.3-dev.json'

// What a release has kept is there after an update: `write.mjs` has had 0.2.0 write it, and the last commit that kept edits
// by values and a basis.

interface WrittenFile {
  readonly $file: string
  readonly name: string
  readonly type: string
}

/** A value as the release had stored it, with its files. */
function stored(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('$file' in value) {
    const { $file, name, type } = value as WrittenFile
    return new File([Buffer.from($file, 'base64')], name, { type })
  }
  return Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, stored(inner)]))
}

interface Row {
  readonly title: { readonly raw: string }
  readonly [field: string]: unknown
}

const posts = [1, 2, 3, 4, 5, 6].map((id) => ({ id, title: `Post ${id}`, content: `Text ${id}` }))
type Database = Awaited<ReturnType<ReturnType<typeof memoryStorage>['open']>>
type StoreName = Parameters<Database['transaction']>[0][number]
const noEvents = { onSuperseded() {}, onDeleted() {}, onTerminated() {} }

const ownerAt = (site: MockSite) => ({ site: site.root, user: 1 })
const databaseOf = (site: MockSite) =>
  `copydesk/durable ${JSON.stringify([site.root.replace(/\/+$/, ''), '1'])}`

/** A page of today on what one of an earlier release has left behind. */
async function openOnRows(
  rows: (typeof keptBy020)['drafts'] | (typeof keptBy020)['waiting'] | (typeof keptByValues)['waiting'],
  site: MockSite = createMockSite({ posts }),
) {
  const storage = memoryStorage()
  const database = await storage.tab().open(databaseOf(site), noEvents)
  const stores = [...new Set(rows.map(({ store }) => store))] as StoreName[]
  await database.transaction(stores, 'strict', (transaction) => {
    for (const { store, key, value } of rows) transaction.put(store as StoreName, key, stored(value))
    transaction.commit()
  })
  database.close()
  const tab = storage.tab()
  const page = person({ site, durability: { owner: ownerAt(site), storage: tab, conflicts: 'ask' } })
  await page.durability.ready
  const read = async (path: string) => (await site.fetcher({ path })).data as Row[]
  return {
    ...page,
    site,
    titles: async () => {
      const rowsOfSite = await read('/wp/v2/posts?context=edit&status=any&orderby=id&order=asc')
      return rowsOfSite.map(({ title, status }) => [title.raw, status])
    },
    names: async (path: string, field: string) => (await read(path)).map((row) => row[field]),
    /** What is still kept of edits, files and writes that wait. */
    left: async () => {
      await page.durability.flush()
      return storage
        .rows()
        .filter(({ store, key }) => ['edits', 'files'].includes(store) || key.startsWith('entry '))
    },
    /** Takes all that was left behind back. */
    restore: () => page.durability.restore(page.durability.recovered()),
  }
}

/** Nothing that was written is too old. */
function soonAfter({ writtenAt }: { readonly writtenAt: string }): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.parse(writtenAt) + 60_000)
}

afterEach(() => {
  vi.useRealTimers()
})

describe.each([
  { by: '0.2.0', kept: keptBy020 },
  { by: 'values', kept: keptByValues },
])('What was kept by $by', ({ kept }) => {
  const openOn = (left: 'unsaved' | 'waiting' | 'inDoubt' | 'held', site?: MockSite) =>
    openOnRows(kept[left], site)

  beforeEach(() => soonAfter(kept))

  it('is offered with its edits, undo, drafts and files, and saved', async () => {
    const page = await openOn('unsaved')
    await page.restore()
    const shown = (id: number) => selectEditedEntityRecord(page.getState(), 'postType', 'post', id)
    await page.dispatch(fetchEntityRecords('postType', 'post', { per_page: 10 }))
    expect(shown(1)).toMatchObject({ title: 'Second' })
    expect(shown(2)).toMatchObject({ content: 'Typed', meta: { footnotes: '[]' } })
    expect(selectDrafts(page.getState(), 'postType', 'post')).toMatchObject([{ title: 'A draft' }])
    expect(selectDrafts(page.getState(), 'postType', 'attachment')).toHaveLength(1)

    await page.dispatch(saveDirtyEntityRecords())
    await page.durability.queue.whenEmpty()
    expect(await page.titles()).toEqual([
      ['Second', 'publish'],
      ['Post 2', 'publish'],
      ...[3, 4, 5, 6].map((id) => [`Post ${id}`, 'publish']),
      ['A draft', 'draft'],
    ])
    expect(await page.names('/wp/v2/media', 'mime_type')).toEqual(['image/png'])
    expect(page.durability.recovered()).toEqual([])
    expect(await page.left()).toEqual([])
  })

  it('can be undone', async () => {
    const page = await openOn('unsaved')
    await page.restore()
    const title = () => selectEditedEntityRecord(page.getState(), 'postType', 'post', 1)?.title
    const drafts = () => selectDrafts(page.getState(), 'postType', 'post').length
    expect([title(), drafts()]).toEqual(['Second', 1])
    for (let steps = 0; steps < 10 && title() !== 'First'; steps++) page.dispatch(undo())
    expect(title()).toBe('First')
    page.dispatch(undo())
    expect(title()).not.toBe('First')
  })

  it('is sent where it was saved without a network, each once', async () => {
    const page = await openOn('waiting')
    await page.durability.queue.whenEmpty()
    expect(await page.titles()).toEqual([
      ['Saved on the train', 'publish'],
      ...[3, 4, 5, 6].map((id) => [`Post ${id}`, 'publish']),
      ['Made on the train', 'publish'],
    ])
    expect(await page.names('/wp/v2/categories?orderby=id', 'name')).toEqual(['Uncategorized', 'Trains'])
    expect(await page.names('/wp/v2/media', 'mime_type')).toEqual(['image/png'])
    await page.restore()
    expect(selectEditedEntityRecord(page.getState(), 'postType', 'post', 1)).toMatchObject({
      excerpt: 'Typed since',
    })
  })

  it('and saved is not listed as unsaved while it waits, and after that what was typed since is', async () => {
    const page = await openOn('waiting')
    page.durability.queue.pause()
    await page.restore()
    page.dispatch(editEntityRecord<string, string>('postType', 'post', 1, { excerpt: undefined }))
    expect(selectUnsavedRecords(page.getState())).toEqual([])
    page.dispatch(undo())
    page.durability.queue.resume()
    await page.durability.queue.whenEmpty()
    await page.dispatch(fetchEntityRecord('postType', 'post', 1, undefined, { force: true }))
    expect(selectEntityRecordEdits(page.getState(), 'postType', 'post', 1)).toEqual({
      excerpt: 'Typed since',
    })
  })

  it.each(['not done', 'done'])(
    'is on the site once where the answer was lost and it was %s',
    async (was) => {
      const site = createMockSite({ posts })
      if (was === 'done') {
        await site.fetcher({ path: '/wp/v2/posts/3', method: 'PUT', data: { title: 'Saved in a tunnel' } })
        await site.fetcher({ path: '/wp/v2/categories', method: 'POST', data: { name: 'Tunnels' } })
      }
      const page = await openOn('inDoubt', site)
      await page.durability.queue.whenEmpty()
      expect(await page.titles()).toContainEqual(['Saved in a tunnel', 'publish'])
      expect(await page.names('/wp/v2/categories?orderby=id', 'name')).toEqual(['Uncategorized', 'Tunnels'])
    },
  )

  it('waits for a person where a colleague has written the same', async () => {
    const site = createMockSite({ posts })
    await site.fetcher({ path: '/wp/v2/posts/4', method: 'PUT', data: { title: 'Theirs' } })
    const page = await openOn('held', site)
    expect(page.durability.queue.entries()).toMatchObject([{ key: 4, state: 'held' }])
    expect(selectSaveConflict(page.getState(), 'postType', 'post', 4)).toMatchObject({
      fields: { title: { base: 'Post 4', mine: 'Mine', theirs: 'Theirs' } },
    })
    expect(selectRawEntityRecord(page.getState(), 'postType', 'post', 4)).toBeUndefined()
    await page.durability.queue.retry()
    await expect(page.durability.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
    expect(await page.titles()).toContainEqual(['Theirs', 'publish'])
  })
})

it('Drafts that 0.2.0 had waiting are made once, in order, with the ids of what they refer to', async () => {
  soonAfter(keptBy020)
  const page = await openOnRows(keptBy020.drafts)
  await page.durability.queue.whenEmpty()
  const [category] = (await page.site.fetcher({ path: '/wp/v2/categories?slug=ferries' })).data as Row[]
  const [picture] = (await page.site.fetcher({ path: '/wp/v2/media' })).data as Row[]
  const made = (await page.site.fetcher({ path: '/wp/v2/posts?context=edit&search=ferry' })).data
  expect(made).toMatchObject([
    { title: { raw: 'By ferry' }, categories: [category?.id], featured_media: picture?.id },
  ])
  await page.restore()
  await page.dispatch(fetchEntityRecords('postType', 'post', { per_page: 10 }))
  expect(selectDirtyEntityRecords(page.getState())).toEqual([])
  expect(await page.left()).toEqual([])
})

/** The stores that 0.2.0 has made, in the first version of its database. */
const storesOf020 = ['sessions', 'edits', 'undo', 'aliases', 'queue', 'files', 'leases']

it('What 0.2.0 has kept in an IndexedDB is offered there, and what is read since is kept beside it', async () => {
  soonAfter(keptBy020)
  // Without Web Locks a page that was heard of within a minute may be there still.
  vi.setSystemTime(Date.now() + 120_000)
  const site = createMockSite({ posts })
  const indexedDB = new IDBFactory()
  await new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open(databaseOf(site), 1)
    opening.onupgradeneeded = () => {
      for (const store of storesOf020) opening.result.createObjectStore(store)
      const { transaction } = opening
      for (const { store, key, value } of keptBy020.unsaved)
        transaction?.objectStore(store).put(stored(value), key)
    }
    opening.onerror = () => reject(new Error('It can not be opened.', { cause: opening.error }))
    opening.onsuccess = () => {
      opening.result.close()
      resolve()
    }
  })
  const openPage = async () => {
    const storage = indexedDbStorage({ ...globalThis, indexedDB })
    const page = person({ site, durability: { owner: ownerAt(site), storage, conflicts: 'ask' } })
    await page.durability.ready
    return page
  }
  const page = await openPage()
  await page.durability.restore(page.durability.recovered())
  await page.dispatch(fetchEntityRecords('postType', 'post', { per_page: 10 }))
  expect(selectEditedEntityRecord(page.getState(), 'postType', 'post', 1)?.title).toBe('Second')
  await page.dispatch(saveDirtyEntityRecords())
  await page.durability.queue.whenEmpty()
  await page.durability.flush()
  await page.durability.close()
  site.fail(/./, 'offline', 100)
  const later = await openPage()
  await later.dispatch(fetchEntityRecords('postType', 'post', { per_page: 10 }))
  const titleOf = (id: number) => selectEditedEntityRecord(later.getState(), 'postType', 'post', id)?.title
  expect([1, 2].map(titleOf)).toEqual(['Second', 'Post 2'])
})
