import { selectDirtyEntityRecords, type Fetcher, type FetchRequest } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab, postsOf, type Office, type Tab } from './office'
import { until } from '../../support/until'

const titlesOf = async (office: Office) => (await postsOf(office)).map(({ title }) => title)

/** What a tab still has to save. */
const dirty = ({ getState }: Tab) => selectDirtyEntityRecords(getState()).map(({ title }) => title)

/** The next page of a tab that died while it sent a draft, which the site has made or not. */
async function afterDeath(office: Office, isMade: boolean, isKept = true) {
  const page = office.storage.tab()
  const tab = await openTab(office, { page })
  await tab.load()
  const id = tab.draft({ title: 'Boats', excerpt: 'Short' })
  await tab.durability.flush()
  office.site.fail('POST /wp/v2/posts', 'offline', { done: isMade })
  const held = office.site.hold('POST /wp/v2/posts')
  void tab.save(id)
  await until(() => held.waiting.length > 0)
  if (isKept) await tab.durability.flush()
  page.kill()
  held.end()
  const next = await openTab(office, { page: page.reload() })
  return { id, tab: next }
}

describe('A draft that was sent without the queue by a page that died before the answer', () => {
  it.each([
    [true, true],
    [false, true],
    [true, false],
    [false, false],
  ])(
    'is looked for before it is sent again, and made once (made: %s, kept once more before: %s)',
    async (isMade, isKept) => {
      const office = openOffice({ posts: 0 })
      const { id, tab } = await afterDeath(office, isMade, isKept)
      await tab.save(id)
      await tab.queue.whenEmpty()
      expect(await titlesOf(office)).toEqual(['Boats'])
      expect(dirty(tab)).toEqual([])
      expect(tab.shown(id)).toMatchObject({ title: 'Boats', excerpt: 'Short' })
    },
  )

  it('and was edited since, is looked for as it was sent, and saved as it is', async () => {
    const office = openOffice({ posts: 0 })
    const { id, tab } = await afterDeath(office, true)
    await tab.load()
    tab.edit(id, { title: 'Ships' })
    await tab.save(id)
    await tab.queue.whenEmpty()
    expect(await titlesOf(office)).toEqual(['Ships'])
    expect(dirty(tab)).toEqual([])
  })
})

describe('A draft that was sent without the queue by a page that died, to a slow site', () => {
  it.each(['draft', 'publish'])(
    'which makes it after it was looked for, is made once as %s',
    async (status) => {
      const office = openOffice({ posts: 0 })
      let arrive = () => undefined as void
      const underWay = new Promise<void>((resolve) => (arrive = resolve))
      let arrived: Promise<unknown> | undefined
      const isCreate: (request: FetchRequest) => boolean = ({ method, path }) =>
        method === 'POST' && path?.startsWith('/wp/v2/posts') === true
      let isSent = false
      const slow: Fetcher = async (request) => {
        if (!isCreate(request)) return office.fetcher(request)
        isSent = true
        await underWay
        return (arrived = Promise.resolve(office.fetcher(request)))
      }
      const page = office.storage.tab()
      const tab = await openTab({ ...office, fetcher: slow }, { page })
      await tab.load()
      const id = tab.draft({ title: 'Boats', slug: 'boats', status })
      await tab.durability.flush()
      void tab.save(id)
      await until(() => isSent)
      page.kill()
      const late: Fetcher = async (request) => {
        if (isCreate(request)) {
          arrive()
          await until(() => office.writes().length > 0)
          await arrived
        }
        return office.fetcher(request)
      }
      const next = await openTab({ ...office, fetcher: late }, { page: page.reload() })
      await next.load()
      await next.save(id)
      await next.queue.whenEmpty()
      expect(await postsOf(office)).toEqual([{ title: 'Boats', status, slug: 'boats' }])
      expect(dirty(next)).toEqual([])
    },
  )
})

describe('A draft of the queue whose request reaches the site after the page that sent it has died', () => {
  it.each(['draft', 'publish'])('and after it was looked for, is made once as %s', async (status) => {
    const office = openOffice({ posts: 0 })
    let arrive = () => undefined as void
    const underWay = new Promise<void>((resolve) => (arrive = resolve))
    let arrived: Promise<unknown> | undefined
    const isCreate: (request: FetchRequest) => boolean = ({ method, path }) =>
      method === 'POST' && path?.startsWith('/wp/v2/posts') === true
    const slow: Fetcher = async (request) => {
      if (isCreate(request)) await underWay
      return (arrived = Promise.resolve(office.fetcher(request)))
    }
    const page = office.storage.tab()
    const tab = await openTab({ ...office, fetcher: slow }, { page, queue: 'always' })
    await tab.load()
    const id = tab.draft({ title: 'Boats', slug: 'boats', status })
    await tab.save(id)
    await until(() => tab.queue.entries()[0]?.state === 'sending')
    await tab.durability.flush()
    page.kill()
    const late: Fetcher = async (request) => {
      if (isCreate(request)) {
        arrive()
        await until(() => office.writes().length > 0)
        await arrived
      }
      return office.fetcher(request)
    }
    const next = await openTab({ ...office, fetcher: late }, { page: page.reload(), queue: 'always' })
    await next.load()
    await next.queue.whenEmpty()
    expect(await postsOf(office)).toEqual([{ title: 'Boats', status, slug: 'boats' }])
    expect(dirty(next)).toEqual([])
  })
})

describe('A draft whose answer was an error after the work', () => {
  it('and that was edited since, is one record with what was edited', async () => {
    const office = openOffice({ posts: 0 })
    const tab = await openTab(office)
    await tab.load()
    const id = tab.draft({ title: 'Boats', excerpt: 'Short' })
    office.site.fail('POST /wp/v2/posts', { status: 500, code: 'failed' }, { done: true })
    await tab.save(id)
    tab.edit(id, { title: 'Ships' })
    await tab.save(id)
    await tab.queue.whenEmpty()
    expect(await titlesOf(office)).toEqual(['Ships'])
    expect(dirty(tab)).toEqual([])
  })

  it('is sent at once where it was a refusal', async () => {
    const office = openOffice({ posts: 0 })
    const tab = await openTab(office)
    await tab.load()
    const id = tab.draft({ title: 'Boats' })
    office.site.fail('POST /wp/v2/posts', { status: 400, code: 'refused' })
    await tab.save(id)
    office.site.clearRequests()
    await tab.save(id)
    expect(office.site.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['POST /wp/v2/posts'])
    expect(dirty(tab)).toEqual([])
  })
})

describe('A draft that waits, with what was edited since behind it', () => {
  it('leaves nothing unsaved when both are done', async () => {
    const office = openOffice({ posts: 0 })
    const tab = await openTab(office)
    await tab.load()
    const id = tab.draft({ title: 'Boats', excerpt: 'Short' })
    tab.queue.pause()
    office.site.fail('POST /wp/v2/posts', 'offline', { done: true })
    await tab.save(id)
    tab.edit(id, { title: 'Ships' })
    await tab.save(id)
    expect(tab.brief()).toEqual([`create ${id} uncertain`, `update ${id} waiting`])
    tab.queue.resume()
    await tab.queue.whenEmpty()
    expect(await titlesOf(office)).toEqual(['Ships'])
    expect(dirty(tab)).toEqual([])
    expect(Object.values(tab.getState().edits.records).map(({ size }) => size)).toEqual([0])
  })
})
