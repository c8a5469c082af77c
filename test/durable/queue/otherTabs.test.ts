import {
  defineEntity,
  fetchEntityRecord,
  fetchEntityRecords,
  RestError,
  saveEntityRecord,
  selectEntityRecord,
  selectHasEdits,
  selectEntityRecords,
  undo,
  type Fetcher,
  type FetchRequest,
} from 'copydesk'
import { selectCurrentId, selectDrafts } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab, type Tab } from './office'
import { nextMillisecond, turns, until } from '../../support/until'

const drafts = { status: 'draft' as const }

async function openTabs() {
  const office = openOffice()
  const [one, other] = [await openTab(office), await openTab(office)]
  for (const tab of [one, other]) {
    await tab.load(11)
    await tab.dispatch(fetchEntityRecords('postType', 'post', drafts))
  }
  // Of a list that was answered in the same millisecond in which another tab sent its write nobody knows which was first.
  await nextMillisecond()
  office.site.clearRequests()
  return { office, one, other }
}

function titles(tab: Tab): readonly unknown[] | undefined {
  const rows = selectEntityRecords(tab.getState(), 'postType', 'post', drafts)
  return rows?.map(({ title }) => (title as { raw?: string }).raw)
}

describe('A record that another tab makes', () => {
  it('C17: is not here as long as it is a draft, and in the lists once it is saved', async () => {
    const { office, one, other } = await openTabs()
    const draft = one.draft({ title: 'Made there' })
    await one.durability.flush()
    expect(selectDrafts(other.getState(), 'postType', 'post')).toEqual([])
    expect(other.shown(draft)).toBeUndefined()
    await one.save(draft)
    await until(() => titles(other)?.length === 1)
    expect(titles(other)).toEqual(['Made there'])
    expect(selectDrafts(other.getState(), 'postType', 'post')).toEqual([])
    const id = selectCurrentId(one.getState(), 'postType', 'post', draft)
    expect(other.shown(id ?? 0)).toMatchObject({ title: 'Made there' })
    // An address with the local id that was copied over leads there, too.
    expect(selectCurrentId(other.getState(), 'postType', 'post', draft)).toBe(id)
    // The tab that makes it asks the site once whether it takes keys.
    const reads = office.site.requests.filter(({ method }) => method === 'GET')
    expect(reads.map(({ path }) => path)).toEqual(['/?_fields=namespaces'])
  })

  it('D16: patches the lists here where it was made by the queue, without a request of this tab', async () => {
    const { office, one, other } = await openTabs()
    office.goOffline()
    await one.save(one.draft({ title: 'Queued there' }))
    await until(() => other.queue.entries().length === 1)
    expect(titles(other)).toEqual([])
    office.goOnline()
    await one.queue.whenEmpty()
    await until(() => titles(other)?.length === 1)
    expect(titles(other)).toEqual(['Queued there'])
    expect(titles(one)).toEqual(['Queued there'])
    const lists = office.site.requests.filter(
      ({ method, path }) => method === 'GET' && path.includes('status=draft') && !path.includes('slug=c-'),
    )
    expect(lists).toEqual([])
  })
})

describe('A save of the queue that another tab sends', () => {
  it('does not bring back what that tab had read before, where nothing is left to be sent', async () => {
    const { office, one, other } = await openTabs()
    for (const tab of [one, other]) tab.queue.pause()
    office.site.fail('PUT /wp/v2/posts/11', 'offline', { done: true })
    other.edit(11, { title: 'By this tab' })
    await other.save(11)
    const byBen = { path: '/wp/v2/posts/11', method: 'PUT', data: { excerpt: 'By Ben' } }
    await office.site.as('ben')(byBen)
    await other.readAgain(11)
    expect(other.shown(11)).toMatchObject({ title: 'By this tab', excerpt: 'By Ben' })
    expect(one.queue.status().isLeader).toBe(true)
    for (const tab of [one, other]) tab.queue.resume()
    await Promise.all([one.queue.whenEmpty(), other.queue.whenEmpty()])
    await until(() => !other.isQueued(11))
    expect(other.shown(11)).toMatchObject({ title: 'By this tab', excerpt: 'By Ben' })
    // The record is asked for again, which says that the edits are done.
    await until(() => {
      void other.dispatch(fetchEntityRecord('postType', 'post', 11))
      return !selectHasEdits(other.getState(), 'postType', 'post', 11)
    })
    expect(other.shown(11)).toMatchObject({ title: 'By this tab', excerpt: 'By Ben' })
    expect(office.writes().filter((write) => write.includes('By this tab'))).toHaveLength(1)
  })

  it('leaves the rest of the record as it is here, where the server answers without it', async () => {
    const plain = openOffice()
    const fetcher: Fetcher = async (request) => {
      const { path = '', method = 'GET' } = request
      if (!path.startsWith('/shop/')) return plain.fetcher(request)
      if (!plain.storage.isOnline()) return plain.fetcher({ path: '/' })
      const data = method === 'GET' ? { id: 1, title: 'Book', price: 5, stock: 7 } : { price: 6 }
      return { data, status: 200, headers: new Headers() }
    }
    const books = defineEntity({ kind: 'shop', name: 'book', baseURL: '/shop/books', key: 'id' } as never)
    const office = { ...plain, fetcher }
    const options = { entities: [books], conflicts: 'overwrite' as const }
    const [one, other] = [await openTab(office, options), await openTab(office, options)]
    for (const tab of [one, other]) await tab.dispatch(fetchEntityRecord<string, string>('shop', 'book', 1))
    office.goOffline()
    await one.dispatch(saveEntityRecord<string, string>('shop', 'book', { id: 1, price: 6 }))
    office.goOnline()
    await one.queue.whenEmpty()
    await until(() => other.queue.entries().length === 0)
    const known = (tab: Tab) => selectEntityRecord<string, string>(tab.getState(), 'shop', 'book', 1)
    expect(known(one)).toMatchObject({ price: 6, stock: 7, title: 'Book' })
    expect(known(other)).toMatchObject({ stock: 7, title: 'Book' })
  })

  it('leaves what this tab has saved waiting, where the other has typed the same and undoes it', async () => {
    const { office, one, other } = await openTabs()
    office.goOffline()
    one.edit(11, { title: 'Both' })
    await one.save(11)
    await until(() => other.queue.entries().length === 1)
    other.edit(11, { title: 'Both' })
    other.dispatch(undo())
    await other.durability.flush()
    await turns()
    expect(one.brief()).toEqual(['update 11 waiting'])
    office.goOnline()
    await one.queue.whenEmpty()
    expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"title":"Both"}'])
  })

  it('leaves what this tab has saved of the record waiting, where the other gives its own up', async () => {
    const { office, one, other } = await openTabs()
    office.goOffline()
    other.edit(11, { content: 'Of the other' })
    await other.save(11)
    await until(() => one.queue.entries().length === 1)
    one.edit(11, { content: 'Of this one' })
    await one.save(11)
    await until(() => other.queue.entries().length === 2)
    await other.queue.discard(other.queue.entries()[0]?.id as string)
    await until(() => one.queue.entries().length === 1)
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(one.isQueued(11)).toBe(true)
    expect(one.shown(11)).toMatchObject({ content: 'Of this one' })
    office.goOnline()
    await one.queue.whenEmpty()
    const post = await office.site.as('ada')({ path: '/wp/v2/posts/11?context=edit' })
    expect(post.data).toMatchObject({ content: { raw: 'Of this one' } })
  })

  it('is not in conflict with itself where its first try arrives between the look and the write', async () => {
    const office = openOffice({ durable: true })
    const ofTitle = (data: unknown) => (data as { title?: string } | undefined)?.title
    let first: FetchRequest | undefined
    let isLanded = false
    const fetcher: Fetcher = async (request) => {
      const isSave = request.method === 'PUT' && request.path === '/wp/v2/posts/11'
      if (isSave && ofTitle(request.data) === 'First' && !first) {
        first = request
        throw new RestError({ code: 'fetch_error', message: 'The connection broke.' })
      }
      if (isSave && first && !isLanded) {
        isLanded = true
        await office.fetcher(first)
      }
      return office.fetcher(request)
    }
    const network = { ...office, fetcher }
    const [one, other] = [await openTab(network), await openTab(network)]
    await until(() => one.queue.status().isLeader)
    for (const tab of [one, other]) {
      await tab.load(11)
      tab.queue.pause()
    }
    other.edit(11, { title: 'First' })
    await other.save(11)
    other.edit(11, { title: 'Second' })
    await other.save(11)
    await until(() => one.queue.entries().length === 1)
    one.edit(11, { excerpt: 'Of the tab that sends' })
    await one.save(11)
    expect(one.queue.entries()).toMatchObject([{ fields: ['title', 'excerpt'], state: 'waiting' }])
    one.queue.resume()
    await one.queue.whenEmpty()
    expect(isLanded).toBe(true)
    const post = await office.site.as('ada')({ path: '/wp/v2/posts/11?context=edit' })
    expect(post.data).toMatchObject({ title: { raw: 'Second' }, excerpt: { raw: 'Of the tab that sends' } })
  })
})
