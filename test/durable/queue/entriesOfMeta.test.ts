import {
  clearEntityRecordEdits,
  defineEntity,
  editEntityRecord,
  fetchEntityRecord,
  saveEditedEntityRecord,
  saveEntityRecord,
  selectDirtyEntityRecords,
  undo,
  type Fetcher,
} from 'copydesk'
import { resolveConflict, selectSaveConflict } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab, postsOf, type Office, type Tab } from './office'
import { until } from '../../support/until'

const putsOf = (office: Office) => office.writes().filter((line) => line.startsWith('PUT'))
const byBen = (office: Office, data: object) =>
  office.site.as('ben')({ path: '/wp/v2/posts/11', method: 'PUT', data })
const conflictIn = (tab: Tab) => selectSaveConflict(tab.getState(), 'postType', 'post', 11)

async function metaOnSite({ site }: Office) {
  const { data } = await site.as('ada')({ path: '/wp/v2/posts/11?context=edit' })
  const { subtitle, color, size } = (data as { meta: Record<string, string> }).meta
  return { subtitle, color, size }
}

/** Tabs that have read a post with meta, without a network: the first of them is the one that sends. */
async function tabsWithMeta(count: number) {
  const type = { type: 'string' as const }
  const office = openOffice({ postMeta: { post: { subtitle: type, color: type, size: type } } })
  await byBen(office, { meta: { subtitle: 'Base', color: 'blue', size: 'small' } })
  const tabs: Tab[] = []
  for (let at = 0; at < count; at++) tabs.push(await openTab(office))
  for (const tab of tabs) await tab.load(11)
  expect(tabs[0]?.queue.status().isLeader).toBe(true)
  office.goOffline()
  office.site.clearRequests()
  return { office, tabs }
}

/** What a colleague writes meanwhile is read by a tab before the queue goes on. */
async function readBy(office: Office, tab: Tab): Promise<void> {
  office.mendNetwork()
  await tab.readAgain(11)
  office.breakNetwork()
}

async function online(office: Office, tabs: readonly Tab[]): Promise<void> {
  office.site.clearRequests()
  office.goOnline()
  for (const tab of tabs) await until(() => tab.queue.entries().length === 0)
}

describe("A save of meta that waits does not take back a colleague's entry", () => {
  it.each([
    [0, [0]],
    [0, [1]],
    [1, [0]],
    [1, [1]],
    [1, [0, 1]],
  ])('saved in tab %i, where tabs %j have read that since', async (at, readers) => {
    const { office, tabs } = await tabsWithMeta(2)
    const author = tabs[at] as Tab
    author.edit(11, { meta: { subtitle: 'Mine' } })
    await author.save(11)
    await byBen(office, { meta: { color: 'red' } })
    for (const reader of readers) await readBy(office, tabs[reader] as Tab)
    await online(office, tabs)
    expect(putsOf(office)).toEqual(['PUT /wp/v2/posts/11 {"meta":{"subtitle":"Mine"}}'])
    expect(await metaOnSite(office)).toEqual({ subtitle: 'Mine', color: 'red', size: 'small' })
    expect(selectDirtyEntityRecords(author.getState())).toEqual([])
  })

  it.each(['sent', 'undone'])('of a page that was reloaded since: %s', async (what) => {
    const { office, tabs } = await tabsWithMeta(1)
    const before = tabs[0] as Tab
    before.edit(11, { meta: { subtitle: 'Mine' } })
    await before.save(11)
    await before.durability.close()
    const tab = await openTab(office, { page: before.page })
    await byBen(office, { meta: { color: 'red' } })
    office.mendNetwork()
    await tab.load(11)
    office.breakNetwork()
    if (what === 'undone') tab.dispatch(undo())
    await online(office, [tab])
    const put = 'PUT /wp/v2/posts/11 {"meta":{"subtitle":"Mine"}}'
    expect(putsOf(office)).toEqual(what === 'undone' ? [] : [put])
    expect(await metaOnSite(office)).toEqual({
      subtitle: what === 'undone' ? 'Base' : 'Mine',
      ...{ color: 'red', size: 'small' },
    })
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
  })

  it('that was read and typed over since: that waits to be saved, and is no conflict', async () => {
    const { office, tabs } = await tabsWithMeta(1)
    const tab = tabs[0] as Tab
    tab.edit(11, { meta: { subtitle: 'Mine' } })
    await tab.save(11)
    await byBen(office, { meta: { color: 'red' } })
    await readBy(office, tab)
    tab.edit(11, { meta: { color: 'green' } })
    await online(office, tabs)
    expect(putsOf(office)).toEqual(['PUT /wp/v2/posts/11 {"meta":{"subtitle":"Mine"}}'])
    await tab.save(11)
    expect(conflictIn(tab)).toBeUndefined()
    expect(await metaOnSite(office)).toEqual({ subtitle: 'Mine', color: 'green', size: 'small' })
  })

  it('that was read, typed over and saved as well: both go together', async () => {
    const { office, tabs } = await tabsWithMeta(1)
    const tab = tabs[0] as Tab
    tab.edit(11, { meta: { subtitle: 'Mine' } })
    await tab.save(11)
    await byBen(office, { meta: { color: 'red' } })
    await readBy(office, tab)
    tab.edit(11, { meta: { color: 'green' } })
    await tab.save(11)
    expect(tab.brief()).toEqual(['update 11 waiting'])
    await online(office, tabs)
    expect(putsOf(office)).toEqual(['PUT /wp/v2/posts/11 {"meta":{"subtitle":"Mine","color":"green"}}'])
  })

  it('whole, as written by hand', async () => {
    const { office, tabs } = await tabsWithMeta(1)
    const tab = tabs[0] as Tab
    const meta = { subtitle: 'Mine', color: 'blue', size: 'small' }
    await tab.dispatch(saveEntityRecord<string, string>('postType', 'post', { id: 11, meta }))
    await byBen(office, { meta: { color: 'red' } })
    await readBy(office, tab)
    await online(office, tabs)
    expect(putsOf(office)).toEqual(['PUT /wp/v2/posts/11 {"meta":{"subtitle":"Mine"}}'])
  })
})

describe('A save that was written by hand and waits', () => {
  it.each(['offline', 'always'] as const)(
    'is sent behind an edit of the same field that was saved before it: queue %s',
    async (queue) => {
      const office = openOffice()
      const tab = await openTab(office, { queue })
      await tab.load(11)
      if (queue === 'offline') office.goOffline()
      tab.edit(11, { title: 'Typed', status: 'draft' })
      await tab.save(11)
      await tab.dispatch(
        saveEntityRecord('postType', 'post', { id: 11, title: 'By hand', status: 'private' }),
      )
      office.goOnline()
      await tab.queue.whenEmpty()
      const [post] = (await postsOf(office)).filter(({ slug }) => slug === 'post-11')
      expect(post).toMatchObject({ title: 'By hand', status: 'private' })
      expect(tab.shown(11)).toMatchObject({ title: 'By hand', status: 'private' })
    },
  )

  it("asks about a colleague's value that was read since", async () => {
    const { office, tabs } = await tabsWithMeta(1)
    const tab = tabs[0] as Tab
    await tab.dispatch(saveEntityRecord('postType', 'post', { id: 11, title: 'By hand' }))
    await byBen(office, { title: 'Theirs' })
    await readBy(office, tab)
    office.site.clearRequests()
    office.goOnline()
    await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
    expect(conflictIn(tab)?.fields.title).toEqual({ base: 'Post 11', mine: 'By hand', theirs: 'Theirs' })
    expect(putsOf(office)).toEqual([])
  })

  it('is compared by its version, with no request more than an edit', async () => {
    const { office, tabs } = await tabsWithMeta(1)
    const tab = tabs[0] as Tab
    await tab.dispatch(saveEntityRecord('postType', 'post', { id: 11, title: 'By hand' }))
    await online(office, tabs)
    const asked = office.site.requests.map(({ method, path }) => `${method} ${path.split('?')[0] ?? ''}`)
    expect(asked.filter((line) => !line.includes('users/me'))).toEqual([
      'GET /wp/v2/posts',
      'PUT /wp/v2/posts/11',
    ])
  })
})

describe('What two tabs have saved of the meta of one record', () => {
  it.each([
    [0, 1],
    [1, 0],
  ])('is all sent, first that of tab %i', async (first, second) => {
    const { office, tabs } = await tabsWithMeta(2)
    const [one, other] = [tabs[first] as Tab, tabs[second] as Tab]
    one.edit(11, { meta: { subtitle: 'One' } })
    await one.save(11)
    await until(() => other.queue.entries().length === 1)
    other.edit(11, { meta: { color: 'green' } })
    await other.save(11)
    await until(() => one.isQueued(11))
    await online(office, tabs)
    expect(await metaOnSite(office)).toEqual({ subtitle: 'One', color: 'green', size: 'small' })
    for (const tab of tabs) {
      await tab.readAgain(11)
      expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
      expect(tab.shown(11)).toMatchObject({ meta: { subtitle: 'One', color: 'green' } })
    }
  })
})

describe('E20: an entry of meta that was saved without a network and given up', () => {
  it.each(['undo', 'clear'])('is not sent: %s', async (how) => {
    const { office, tabs } = await tabsWithMeta(1)
    const tab = tabs[0] as Tab
    tab.edit(11, { meta: { subtitle: 'Mine' } })
    await tab.save(11)
    tab.dispatch(how === 'undo' ? undo() : clearEntityRecordEdits('postType', 'post', 11))
    await online(office, tabs)
    expect(putsOf(office)).toEqual([])
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
  })

  it('leaves the others to be sent', async () => {
    const { office, tabs } = await tabsWithMeta(1)
    const tab = tabs[0] as Tab
    tab.edit(11, { meta: { subtitle: 'Mine' } })
    tab.edit(11, { meta: { color: 'green' } })
    await tab.save(11)
    tab.dispatch(undo())
    expect(tab.shown(11)).toMatchObject({ meta: { subtitle: 'Mine', color: 'blue' } })
    await online(office, tabs)
    expect(putsOf(office)).toEqual(['PUT /wp/v2/posts/11 {"meta":{"subtitle":"Mine"}}'])
    expect(await metaOnSite(office)).toEqual({ subtitle: 'Mine', color: 'blue', size: 'small' })
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
  })

  it('is no part of a conflict of another', async () => {
    const { office, tabs } = await tabsWithMeta(1)
    const tab = tabs[0] as Tab
    tab.edit(11, { meta: { subtitle: 'Mine' } })
    await tab.save(11)
    await byBen(office, { meta: { subtitle: 'Theirs' } })
    office.site.clearRequests()
    office.goOnline()
    await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
    tab.dispatch(resolveConflict('postType', 'post', 11, { 'meta.subtitle': 'theirs' }))
    await until(() => tab.queue.entries().length === 0)
    expect(putsOf(office)).toEqual([])
  })
})

describe('A server that puts meta in the place of what it has', () => {
  it.each(['overwrite', 'detect', 'ask', 'merge'] as const)('gets all of it: %s', async (conflicts) => {
    const plain = openOffice()
    const book = { id: 1, title: 'Book', meta: { subtitle: 'Base', color: 'blue' } }
    const puts: unknown[] = []
    const fetcher: Fetcher = async (request) => {
      const { path = '', method = 'GET', data } = request
      if (!path.startsWith('/shop/')) return plain.fetcher(request)
      if (!plain.storage.isOnline()) return plain.fetcher({ path: '/' })
      if (method !== 'GET') {
        puts.push(data)
        Object.assign(book, data)
      }
      const body = path.startsWith('/shop/books/1') ? book : [book]
      return { data: structuredClone(body), status: 200, headers: new Headers() }
    }
    const books = defineEntity({
      ...{ kind: 'shop', name: 'book', baseURL: '/shop/books', key: 'id', mergedEdits: { meta: true } },
    } as never)
    const office = { ...plain, fetcher }
    const tab = await openTab(office, { entities: [books], conflicts })
    await tab.dispatch(fetchEntityRecord<string, string>('shop', 'book', 1))
    office.goOffline()
    tab.dispatch(editEntityRecord<string, string>('shop', 'book', 1, { meta: { subtitle: 'Mine' } }))
    await tab.dispatch(saveEditedEntityRecord<string, string>('shop', 'book', 1))
    office.goOnline()
    await tab.queue.whenEmpty()
    const [sent] = puts as { meta: object }[]
    expect(puts).toHaveLength(1)
    expect(sent?.meta).toEqual({ subtitle: 'Mine', color: 'blue' })
    expect(selectDirtyEntityRecords(tab.getState())).toEqual([])
  })
})
