import {
  deleteEntityRecord,
  fetchEntityRecords,
  selectEntityRecords,
  selectEntityRecordsTotalItems,
  type FetchRequest,
} from 'copydesk'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab, type Office, type Tab } from '../queue/office'
import { until } from '../../support/until'

/** The first page of a list that has another one: where a row stands that is not on it, only the total tells. */
const byTitle = { per_page: 2, orderby: 'title', order: 'asc' } as const
const read = (tab: Tab) => tab.dispatch(fetchEntityRecords('postType', 'post', byTitle))

/** What the list shows and counts, as far as the store takes it for sure, and what the site has. */
async function expectAsOnSite(tab: Tab, { site }: Office, total: number): Promise<void> {
  await read(tab)
  const { headers } = await site.as('ada')({ path: '/wp/v2/posts?per_page=2&orderby=title&order=asc' })
  expect(headers.get('X-WP-Total')).toBe(String(total))
  expect(selectEntityRecordsTotalItems(tab.getState(), 'postType', 'post', byTitle)).toBe(total)
  expect(selectEntityRecords(tab.getState(), 'postType', 'post', byTitle)).toHaveLength(2)
}

/** A tab that knows all posts one by one. */
async function openKnowing(office: Office, options: Parameters<typeof openTab>[1] = {}): Promise<Tab> {
  const tab = await openTab(office, options)
  await tab.load(11, 12, 13, 14)
  return tab
}

/** Holds the questions of tabs that are opened from now on back, or the answers to them, until told. */
function hold(
  office: Office,
  isHeld: (request: FetchRequest) => boolean,
  what: 'questions' | 'answers' = 'questions',
): () => void {
  const { fetcher } = office
  let release = () => undefined as void
  const released = new Promise<void>((resolve) => (release = resolve))
  office.fetcher = async (request) => {
    if (!isHeld(request)) return fetcher(request)
    if (what === 'questions') await released
    const answer = await fetcher(request)
    await released
    return answer
  }
  return release
}

describe('a list that was read after a write was done, and before anybody heard of it,', () => {
  it('counts a new record once that is found after a reload', async () => {
    const office = openOffice({ posts: 4 })
    const before = await openTab(office)
    await before.load(11)
    before.queue.pause()
    office.site.fail('POST /wp/v2/posts', 'offline', { done: true })
    await before.save(before.draft({ title: 'Zebra', status: 'publish' }))
    await before.durability.flush()
    await before.durability.close()
    const release = hold(office, ({ path = '' }) => path.includes('orderby=id'))
    const tab = await openKnowing(office)
    await read(tab)
    release()
    await tab.queue.whenEmpty()
    await expectAsOnSite(tab, office, 5)
  })

  it('counts a record once that a save has taken out whose answer was lost, and that is saved again', async () => {
    const office = openOffice({ posts: 4 })
    const tab = await openKnowing(office, { queue: false })
    office.site.fail('PUT /wp/v2/posts/14', 'offline', { done: true })
    tab.edit(14, { status: 'draft' })
    await tab.save(14)
    await read(tab)
    await tab.save(14)
    await expectAsOnSite(tab, office, 3)
  })

  it.each([
    // A new record gets its status by a second request.
    [
      'made',
      (tab: Tab) => tab.save(tab.draft({ title: 'Zebra', status: 'publish' })),
      ({ method }: { readonly method?: string }) => method === 'PUT',
      5,
    ],
    [
      'taken out',
      (tab: Tab) => {
        tab.edit(14, { status: 'draft' })
        return tab.save(14)
      },
      ({ method }: { readonly method?: string }) => method === 'PUT',
      3,
    ],
    [
      'deleted',
      (tab: Tab) => tab.dispatch(deleteEntityRecord('postType', 'post', 14)),
      ({ method }: { readonly method?: string }) => method === 'DELETE',
      3,
    ],
  ])('counts a record once that another tab has %s', async (_, write, isLast, total) => {
    const office = openOffice({ posts: 4 })
    const { fetcher } = office
    const answer = hold(office, isLast, 'answers')
    const leader = await openKnowing(office, { queue: 'always' })
    office.fetcher = fetcher
    const tab = await openKnowing(office, { queue: 'always' })
    leader.queue.pause()
    await write(leader)
    leader.queue.resume()
    await until(() => office.site.requests.some(isLast))
    await read(tab)
    answer()
    await until(() => tab.queue.entries().length === 0)
    await expectAsOnSite(tab, office, total)
  })

  it.each([
    ['trashed', {}],
    ['deleted for good', { force: true }],
  ])('counts a record once that was %s, and is deleted again after a reload', async (_, query) => {
    const office = openOffice({ posts: 4 })
    const before = await openKnowing(office, { queue: 'always' })
    before.queue.pause()
    await before.remove(14, 'post', query)
    office.site.fail('DELETE /wp/v2/posts/14', 'offline', { done: true })
    before.queue.resume()
    await until(() => before.queue.entries()[0]?.state === 'uncertain')
    before.queue.pause()
    await before.durability.close()
    const release = hold(office, ({ method }) => method === 'DELETE')
    const tab = await openTab(office, { queue: 'always' })
    await tab.load(11, 12, 13)
    await read(tab)
    release()
    await tab.queue.retry()
    await tab.queue.whenEmpty()
    await expectAsOnSite(tab, office, 3)
  })

  it('does not count a new record that it was answered with as a draft, before it was published', async () => {
    const office = openOffice({ posts: 4 })
    const drafts = { per_page: 2, orderby: 'id', order: 'asc', status: 'draft' } as const
    const isLast = ({ method }: FetchRequest) => method === 'PUT'
    for (const id of [11, 12])
      await office.site.as('ben')({ path: `/wp/v2/posts/${id}`, method: 'PUT', data: { status: 'draft' } })
    const ask = hold(office, isLast)
    const tab = await openTab(office, { queue: 'always' })
    await tab.load(11)
    const look = () => tab.dispatch(fetchEntityRecords('postType', 'post', drafts))
    await tab.save(tab.draft({ title: 'Zebra', status: 'publish' }))
    await until(() => office.site.requests.some(({ method, status }) => method === 'POST' && status === 201))
    await look()
    ask()
    await tab.queue.whenEmpty()
    await look()
    expect(selectEntityRecordsTotalItems(tab.getState(), 'postType', 'post', drafts)).toBe(2)
  })

  it('counts a record once that nobody knew before a read has shown what a write has made of it', async () => {
    const office = openOffice({ posts: 4 })
    const isRead = ({ path = '' }) => path.startsWith('/wp/v2/posts/14') && path.includes('context=edit')
    const ask = hold(office, isRead)
    const answer = hold(office, ({ method }) => method === 'DELETE', 'answers')
    const tab = await openTab(office, { queue: 'always' })
    await tab.load(11)
    await read(tab)
    const shown = tab.readAgain(14)
    await tab.remove(14)
    await until(() => office.site.requests.some(({ method }) => method === 'DELETE'))
    ask()
    await shown
    answer()
    await tab.queue.whenEmpty()
    await expectAsOnSite(tab, office, 3)
  })

  it('is asked for again where the trash takes the place of a save that may be done', async () => {
    const office = openOffice({ posts: 4 })
    const tab = await openKnowing(office)
    await read(tab)
    tab.queue.pause()
    office.site.fail('PUT /wp/v2/posts/14', 'offline', { done: true })
    tab.edit(14, { title: 'A first row' })
    await tab.save(14)
    await tab.remove(14)
    expect(tab.brief()).toEqual(['delete 14 waiting'])
    await tab.queue.discard(tab.queue.entries()[0]?.id as string)
    await expectAsOnSite(tab, office, 4)
    const rows = selectEntityRecords(tab.getState(), 'postType', 'post', byTitle)
    expect(rows?.map(({ id }) => id)).toEqual([14, 11])
  })

  it.each(['ask', 'merge', 'overwrite'] as const)(
    'is asked for again once a save is found done whose answer was lost, with conflicts: %s',
    async (conflicts) => {
      for (const queue of [false, 'offline'] as const) {
        const office = openOffice({ posts: 4 })
        const tab = await openKnowing(office, { conflicts, queue })
        await read(tab)
        tab.queue.pause()
        office.site.fail('PUT /wp/v2/posts/14', 'offline', { done: true })
        tab.edit(14, { title: 'A first row' })
        await tab.save(14)
        tab.queue.resume()
        await (queue ? tab.queue.whenEmpty() : tab.save(14))
        await expectAsOnSite(tab, office, 4)
        const rows = selectEntityRecords(tab.getState(), 'postType', 'post', byTitle)
        expect(rows?.map(({ id }) => id)).toEqual([14, 11])
      }
    },
  )
})

describe('a list of a record that was read otherwise since,', () => {
  it('is asked for again where a save comes that sends only what the server does not have yet', async () => {
    const office = openOffice({ posts: 4 })
    const tab = await openKnowing(office, { queue: false })
    await read(tab)
    office.site.fail('PUT /wp/v2/posts/14', 'offline', { done: true })
    tab.edit(14, { title: 'A first row' })
    await tab.save(14)
    tab.edit(14, { content: 'More' })
    await tab.save(14)
    await expectAsOnSite(tab, office, 4)
    const rows = selectEntityRecords(tab.getState(), 'postType', 'post', byTitle)
    expect(rows?.map(({ id }) => id)).toEqual([14, 11])
  })

  it.each([
    ['a single read', (tab: Tab) => tab.readAgain(14)],
    [
      'another list',
      (tab: Tab) => tab.dispatch(fetchEntityRecords('postType', 'post', { orderby: 'id', status: 'any' })),
    ],
  ])('counts it once where %s has shown it out before it is saved back', async (_, look) => {
    const office = openOffice({ posts: 4 })
    const tab = await openKnowing(office)
    await read(tab)
    await office.site.as('ben')({ path: '/wp/v2/posts/14', method: 'PUT', data: { status: 'draft' } })
    await look(tab)
    tab.edit(14, { status: 'publish' })
    await tab.save(14)
    await expectAsOnSite(tab, office, 4)
  })

  it('is not asked for again for what it does not look at', async () => {
    const office = openOffice({ posts: 4 })
    const tab = await openKnowing(office)
    await read(tab)
    await office.site.as('ben')({ path: '/wp/v2/posts/14', method: 'PUT', data: { content: 'By Ben' } })
    await tab.readAgain(14)
    tab.edit(14, { excerpt: 'Short' })
    await tab.save(14)
    office.site.clearRequests()
    await read(tab)
    expect(office.site.requests).toEqual([])
  })
})
