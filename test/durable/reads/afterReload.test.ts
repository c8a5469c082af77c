import {
  addEntities,
  deleteEntityRecord,
  editEntityRecord,
  type EntityStore,
  fetchCurrentUser,
  fetchEntityRecord,
  fetchEntityRecords,
  fetchPermissions,
  fetchRevisions,
  loadEntityConfigs,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectCanUser,
  selectCurrentUser,
  selectEditedEntityRecord,
  selectEntityConfigs,
  selectEntityRecord,
  selectEntityRecords,
  selectEntityRecordsTotalItems,
  selectHasEdits,
  selectIsFresh,
  selectRevisions,
  uploadMedia,
} from 'copydesk'
import {
  createDurability,
  durabilityOf,
  memoryStorage,
  selectIsQueued,
  type DurabilityOptions,
} from 'copydesk/durable'
import { createMockSite, type MockSite } from 'copydesk/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { person } from '../../support/person'
import { until } from '../../support/until'

type Tab = ReturnType<ReturnType<typeof memoryStorage>['tab']>

const list = { per_page: 2, orderby: 'title', order: 'asc' } as const
const posts = [
  { id: 1, title: 'Apples', content: 'One' },
  { id: 2, title: 'Bread', content: 'Two' },
  { id: 3, title: 'Cheese', content: 'Three' },
]

async function openPage(site: MockSite, tab: Tab, options: Partial<DurabilityOptions> = {}) {
  const owner = { site: site.root, user: 1 }
  const { store, durability } = person({ site, durability: { owner, storage: tab, ...options } })
  await durability.ready
  return store
}

/** What a person sees of the page. */
function shownBy({ getState }: EntityStore) {
  const state = getState()
  return {
    list: selectEntityRecords(state, 'postType', 'post', list),
    total: selectEntityRecordsTotalItems(state, 'postType', 'post', list),
    post: selectEntityRecord(state, 'postType', 'post', 3),
    revisions: selectRevisions(state, 'postType', 'post', 3),
    mayUpdate: selectCanUser(state, 'update', { kind: 'postType', name: 'post', id: 3 }),
    user: selectCurrentUser(state),
  }
}

/** A page that shows a list and a post, and dies. */
async function afterDeath(options: Partial<DurabilityOptions> = {}) {
  const site = createMockSite({ posts })
  const storage = memoryStorage()
  const tab = storage.tab()
  const page = await openPage(site, tab, options)
  await page.dispatch(fetchEntityRecords('postType', 'post', list))
  await page.dispatch(fetchEntityRecord('postType', 'post', 3))
  await page.dispatch(fetchRevisions('postType', 'post', 3))
  await page.dispatch(fetchPermissions({ kind: 'postType', name: 'post', id: 3 }))
  await page.dispatch(fetchCurrentUser())
  await durabilityOf(page)?.flush()
  tab.kill()
  site.clearRequests()
  return { site, storage, tab, page, before: shownBy(page) }
}

/** What is kept, and of a record without how new it is. */
const rowsOf = (storage: ReturnType<typeof memoryStorage>) =>
  storage.rows().flatMap(({ store, key, value }) => {
    const { text = value } = Object(value) as { readonly text?: unknown }
    return store === 'reads' ? [{ key, value: text }] : []
  })

afterEach(() => {
  vi.useRealTimers()
})

describe('What was read', () => {
  it('is on screen after a reload before the server has answered', async () => {
    const { site, tab, before } = await afterDeath()
    const page = await openPage(site, tab.reload())
    expect(before.list).toHaveLength(2)
    expect(shownBy(page)).toEqual(before)
    expect(site.requests).toEqual([])
  })

  it('is asked for again, and what a colleague has written meanwhile is shown', async () => {
    const { site, tab } = await afterDeath()
    const colleague = person({ site })
    await colleague.load(3)
    colleague.edit(3, { title: 'Chocolate' })
    await colleague.save(3)

    const page = await openPage(site, tab.reload())
    expect(selectIsFresh(page.getState(), 'fetchEntityRecord', 'postType', 'post', 3)).toBe(false)
    const post = await page.dispatch(fetchEntityRecord('postType', 'post', 3))
    expect(post?.title).toMatchObject({ raw: 'Chocolate' })
  })

  it('takes the place of nothing that the page has read before it was there', async () => {
    const { site, tab } = await afterDeath()
    const other = person({ site })
    await other.load(3)
    other.edit(3, { title: 'Newer' })
    await other.save(3)

    const owner = { site: site.root, user: 1 }
    const again = tab.reload()
    let open: () => void = () => undefined
    const isOpen = new Promise<void>((resolve) => {
      open = resolve
    })
    const slow = {
      ...again,
      open: (...given: Parameters<Tab['open']>) => isOpen.then(() => again.open(...given)),
    }
    const page = person({ site, durability: { owner, storage: slow } })
    await page.load(3)
    open()
    await page.durability.ready
    expect(selectEntityRecord(page.getState(), 'postType', 'post', 3)?.title).toMatchObject({ raw: 'Newer' })
    expect(selectEntityRecords(page.getState(), 'postType', 'post', list)).toHaveLength(2)
  })

  it('lets no edit go: what was typed back to how it was may have been saved otherwise by a lost answer', async () => {
    const { site, tab } = await afterDeath()
    const again = tab.reload()
    const page = await openPage(site, again, { queue: false })
    await page.dispatch(fetchEntityRecord('postType', 'post', 3))
    site.fail('PUT /wp/v2/posts/3', 'offline', { done: true })
    page.dispatch(editEntityRecord('postType', 'post', 3, { title: 'Chocolate' }))
    await page.dispatch(saveEditedEntityRecord('postType', 'post', 3))
    page.dispatch(editEntityRecord('postType', 'post', 3, { title: 'Cheese' }))
    await durabilityOf(page)?.flush()
    again.kill()

    const last = await openPage(site, again.reload(), { queue: false })
    expect(selectHasEdits(last.getState(), 'postType', 'post', 3)).toBe(true)
    expect(selectEditedEntityRecord(last.getState(), 'postType', 'post', 3)?.title).toBe('Cheese')
  })

  it('does not come back once it was deleted', async () => {
    const { site, tab } = await afterDeath()
    const again = tab.reload()
    const page = await openPage(site, again)
    await page.dispatch(deleteEntityRecord('postType', 'post', 3, { force: true }))
    await durabilityOf(page)?.flush()
    again.kill()
    const last = await openPage(site, again.reload())
    expect(selectEntityRecord(last.getState(), 'postType', 'post', 3)).toBeUndefined()
  })

  it('stays kept when the store forgets it because nobody shows it', async () => {
    vi.useFakeTimers()
    const site = createMockSite({ posts })
    const tab = memoryStorage().tab()
    const owner = { site: site.root, user: 1 }
    const page = person({ site, durability: { owner, storage: tab }, store: { collectAfter: 1000 } })
    await vi.advanceTimersByTimeAsync(100)
    await page.load(3)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(selectEntityRecord(page.getState(), 'postType', 'post', 3)).toBeUndefined()
    tab.kill()
    vi.useRealTimers()
    const last = await openPage(site, tab.reload())
    expect(selectEntityRecord(last.getState(), 'postType', 'post', 3)).toBeDefined()
  })

  it('is of one person: another one finds nothing, and whoever signs out leaves nothing', async () => {
    const { site, storage, tab } = await afterDeath()
    const other = await openPage(site, storage.tab(), { owner: { site: site.root, user: 2 } })
    expect(shownBy(other)).toMatchObject({ list: null, total: null, post: undefined })
    const again = tab.reload()
    const page = await openPage(site, again)
    await durabilityOf(page)?.forget()
    expect(rowsOf(storage)).toEqual([])
  })

  it('has no secrets: neither passwords nor what isKept leaves out', async () => {
    const site = createMockSite({
      posts: [{ id: 1, title: 'Apples', password: 'sesame', content: 'Private words', excerpt: 'Public' }],
    })
    const storage = memoryStorage()
    const isKept = (kind: string, name: string, field: string) => !['password', 'content'].includes(field)
    const page = await openPage(site, storage.tab(), { isKept })
    await page.dispatch(fetchEntityRecord('postType', 'post', 1))
    await durabilityOf(page)?.flush()
    const kept = JSON.stringify(rowsOf(storage))
    expect(kept).toContain('Apples')
    expect(kept).not.toContain('sesame')
    expect(kept).not.toContain('Private words')
  })

  it('is sealed where edits are', async () => {
    const turned = (text: string) => [...text].reverse().join('')
    const seal = {
      seal: (text: string) => Promise.resolve(new TextEncoder().encode(turned(text))),
      unseal: (bytes: Uint8Array) => Promise.resolve(turned(new TextDecoder().decode(bytes))),
    }
    const { site, storage, tab, before } = await afterDeath({ seal })
    expect(rowsOf(storage).every(({ value }) => value instanceof Uint8Array)).toBe(true)
    expect(shownBy(await openPage(site, tab.reload(), { seal }))).toEqual(before)
  })

  it.each([
    { of: 'a post, by its version', kind: 'postType', name: 'post', id: 3, by: 'content', sealed: false },
    { of: 'a post, where it is sealed', kind: 'postType', name: 'post', id: 3, by: 'content', sealed: true },
    { of: 'a term, by when it came', kind: 'taxonomy', name: 'post_tag', id: 7, by: 'name', sealed: false },
  ])('stays as a tab has saved it, whatever another one has read before: $of', async (told) => {
    const { kind, name, id, by, sealed } = told
    const seal = {
      seal: (text: string) => Promise.resolve(new TextEncoder().encode(text)),
      unseal: (bytes: Uint8Array) => Promise.resolve(new TextDecoder().decode(bytes)),
    }
    const site = createMockSite({ posts, terms: [{ id: 7, taxonomy: 'post_tag', name: 'Fruit' }] })
    const storage = memoryStorage()
    const [tab, other] = [storage.tab(), storage.tab()]
    const options = { queue: false, ...(sealed && { seal }) } as const
    const [one, two] = [await openPage(site, tab, options), await openPage(site, other, options)]
    await two.dispatch(fetchEntityRecord(kind, name, id))
    await new Promise((resolve) => setTimeout(resolve, 5))
    await one.dispatch(saveEntityRecord(kind, name, { id, [by]: 'Saved' }))
    await durabilityOf(one)?.flush()
    await durabilityOf(two)?.flush()
    tab.kill()
    const again = await openPage(site, tab.reload(), options)
    expect(JSON.stringify(selectEntityRecord(again.getState(), kind, name, id))).toContain('Saved')
  })

  it('leaves out a row that is damaged, alone', async () => {
    const { site, storage, tab } = await afterDeath()
    const again = tab.reload()
    const name = rowsOf(storage).find(({ key }) => key === 'record postType/post 3')
    expect(name).toBeDefined()
    const database = await again.open(
      `copydesk/durable ${JSON.stringify([site.root.replace(/\/+$/, ''), '1'])}`,
      {
        onSuperseded: () => undefined,
        onDeleted: () => undefined,
        onTerminated: () => undefined,
      },
    )
    await database.transaction(['reads'], 'relaxed', (transaction) => {
      transaction.put('reads', 'record postType/post 3', '{"format":1,"read":{"of":"record"},"usedAt":1e15}')
      transaction.put('reads', 'odd', { neither: 'text' })
      transaction.commit()
    })
    database.close()
    const page = await openPage(site, again)
    expect(selectEntityRecord(page.getState(), 'postType', 'post', 3)).toBeUndefined()
    expect(selectEntityRecords(page.getState(), 'postType', 'post', list)).toHaveLength(2)
    expect(rowsOf(storage).map(({ key }) => key)).not.toContain('odd')
  })

  it('is written again only where the server says something else', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { site, storage, tab } = await afterDeath()
    const textOf = (id: number) =>
      rowsOf(storage).find(({ key }) => key === `record postType/post ${id}`)?.value
    const before = [1, 3].map(textOf)
    vi.setSystemTime(Date.now() + 60_000)
    const page = await openPage(site, tab.reload())
    await page.dispatch(fetchEntityRecord('postType', 'post', 1))
    await page.dispatch(fetchEntityRecord('postType', 'post', 3))
    await durabilityOf(page)?.flush()
    expect([1, 3].map(textOf)).toEqual(before)

    page.dispatch(editEntityRecord('postType', 'post', 3, { title: 'Chocolate' }))
    await page.dispatch(saveEditedEntityRecord('postType', 'post', 3))
    await durabilityOf(page)?.flush()
    expect(textOf(1)).toBe(before[0])
    expect(textOf(3)).toContain('Chocolate')
  })

  it('has its limit: what was not shown for longest goes first', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const site = createMockSite({ posts })
    const storage = memoryStorage()
    const tab = storage.tab()
    const options = { reads: { bytes: 9000 } }
    const page = await openPage(site, tab, options)
    for (const id of [1, 2, 3]) {
      await page.dispatch(fetchEntityRecord('postType', 'post', id))
      vi.setSystemTime(Date.now() + 60_000)
      await durabilityOf(page)?.flush()
    }
    const kept = rowsOf(storage).map(({ key }) => key)
    expect(kept).toContain('record postType/post 3')
    expect(kept).not.toContain('record postType/post 1')
    expect(durabilityOf(page)?.status().readBytes).toBeLessThanOrEqual(9000)
  })

  it('makes room for a save that waits, and for a file', async () => {
    const site = createMockSite({ posts })
    const storage = memoryStorage()
    const page = await openPage(site, storage.tab())
    const read = async (id: number) => {
      await page.dispatch(fetchEntityRecord('postType', 'post', id))
      await durabilityOf(page)?.flush()
      expect(rowsOf(storage).length).toBeGreaterThan(0)
    }
    await read(3)
    page.dispatch(editEntityRecord<string, string>('postType', 'post', 3, { title: 'On the train' }))
    storage.setOnline(false)
    // Its edits, and then the save.
    storage.at(storage.commits + 2, 'quota')
    await page.dispatch(saveEditedEntityRecord('postType', 'post', 3))
    expect([selectIsQueued(page.getState(), 'postType', 'post', 3), rowsOf(storage)]).toEqual([true, []])

    await read(2)
    // The local id, and then the file.
    storage.at(storage.commits + 2, 'quota')
    page.dispatch(uploadMedia(new File(['a picture'], 'boat.png'), { draft: true }))
    await durabilityOf(page)?.flush()
    const files = storage.rows().filter(({ store }) => store === 'files')
    expect([files.length, rowsOf(storage)]).toEqual([1, []])
  })

  it('is not kept for longer than is said, and not at all where nobody wants it', async () => {
    const { site, storage, tab } = await afterDeath()
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 31 * 86_400_000)
    const again = tab.reload()
    expect(shownBy(await openPage(site, again))).toMatchObject({ list: null, post: undefined })
    expect(rowsOf(storage)).toEqual([])
    again.kill()

    const off = await openPage(site, again.reload(), { reads: false })
    await off.dispatch(fetchEntityRecord('postType', 'post', 3))
    await durabilityOf(off)?.flush()
    expect(rowsOf(storage)).toEqual([])
  })

  it('is of the entities that were named', async () => {
    const { storage } = await afterDeath({ reads: { entities: [{ kind: 'postType', name: 'page' }] } })
    expect(rowsOf(storage).filter(({ key }) => /^(record|list)/.test(key))).toEqual([])
  })

  it('is not shown where its entity is wanted no more, and goes', async () => {
    const { site, storage, tab } = await afterDeath()
    const reads = { entities: [{ kind: 'postType', name: 'page' }] }
    const page = await openPage(site, tab.reload(), { reads })
    expect(shownBy(page)).toMatchObject({ list: null, post: undefined })
    await durabilityOf(page)?.flush()
    expect(rowsOf(storage).filter(({ key }) => /^(record|list) postType\/post/.test(key))).toEqual([])
  })

  it('is written anew where the storage was deleted under the page', async () => {
    const { site, storage, tab } = await afterDeath()
    const again = tab.reload()
    const page = await openPage(site, again)
    await page.dispatch(fetchEntityRecord('taxonomy', 'category', 1))
    await durabilityOf(page)?.flush()
    await storage.remove(`copydesk/durable ${JSON.stringify([site.root.replace(/\/+$/, ''), '1'])}`)
    await until(() => rowsOf(storage).some(({ key }) => key === 'record taxonomy/category 1'))
  })

  it('knows entities that the application describes by their description, not by what was kept', async () => {
    const site = createMockSite({ posts })
    const tab = memoryStorage().tab()
    const first = await openPage(site, tab)
    await first.dispatch(fetchEntityRecord('postType', 'post', 3))
    await durabilityOf(first)?.flush()
    tab.kill()
    const page = await openPage(site, tab.reload())
    page.dispatch(addEntities([{ kind: 'postType', name: 'post', baseURL: '/wp/v2/posts', label: 'Own' }]))
    expect(page.getState().config.entities).toMatchObject({ 'postType/post': { label: 'Own' } })
  })

  it('has post types in the order in which the site lists them', async () => {
    const site = createMockSite({ posts })
    const tab = memoryStorage().tab()
    const first = await openPage(site, tab)
    const before = (await first.dispatch(loadEntityConfigs('postType'))).map(({ name }) => name)
    await durabilityOf(first)?.flush()
    tab.kill()
    const page = await openPage(site, tab.reload())
    const namesOn = ({ getState }: EntityStore) =>
      selectEntityConfigs(getState(), 'postType').map(({ name }) => name)
    expect(before).not.toEqual([...before].sort())
    expect(namesOn(page)).toEqual(before)
  })

  it('refuses options that are none', () => {
    const make = (reads: unknown) => () =>
      createDurability({ owner: { site: 'https://example.org', user: 1 }, reads: reads as boolean })
    expect(make('all')).toThrow(/reads is "all"/)
    expect(make({ bytes: -1 })).toThrow(/reads.bytes is -1/)
    expect(make({ entities: ['post'] })).toThrow(/reads.entities/)
  })
})
