import { saveDirtyEntityRecords, saveEditedEntityRecord, selectSaveError, type FetchRequest } from 'copydesk'
import { selectCurrentId } from 'copydesk/durable'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { conflictStore } from '../conflicts/conflictStores'
import { loadSending, openOffice, openTab, postsOf } from '../queue/office'
import { until } from '../../support/until'

afterEach(() => {
  vi.useRealTimers()
})

/** A tab with an update and a create that wait for the network; if `isLoaded`, time can stand still from there on. */
async function waitingOffice({ isLoaded = false } = {}) {
  const office = openOffice()
  const tab = await openTab(office)
  await tab.load(11, 12)
  if (isLoaded) await loadSending(office, tab)
  office.goOffline()
  tab.edit(11, { title: 'Changed' })
  await tab.save(11)
  await tab.save(tab.draft({ title: 'New' }))
  return { office, tab, titles: async () => (await postsOf(office)).map(({ title }) => title).sort() }
}

const after = ['Changed', 'New', 'Post 12', 'Post 13']

describe('The net', () => {
  it.each([
    ['before', false],
    ['after', true],
  ])('F21: the answer to each write is lost %s the work, and each is done once', async (when, done) => {
    const { office, tab, titles } = await waitingOffice()
    const lost = new Set<string>()
    const lose = ({ method, path, data }: FetchRequest) => {
      const name = `${method} ${path} ${JSON.stringify(data)}`
      if (method === undefined || method === 'GET' || lost.has(name)) return false
      lost.add(name)
      return true
    }
    const end = office.site.fail(lose as never, 'offline', { times: 100, done })
    office.goOnline()
    await until(() => {
      if (tab.queue.status().state === 'waiting') void tab.queue.retry()
      return tab.queue.entries().length === 0
    })
    end()
    expect(lost.size).toBeGreaterThanOrEqual(2)
    expect(await titles()).toEqual(after)
  })

  it.each([
    ['F22: that the page has given up', undefined],
    ['F23: that was answered with a page of HTML', 'html' as const],
    ['F24: that was answered with a 500 after the work', { status: 500, code: 'down' }],
  ])(
    '%s: a create is done nevertheless, and is looked for before it is sent again',
    async (what, failure) => {
      const office = openOffice()
      const tab = await openTab(office)
      await tab.load(11)
      const made = async () => (await postsOf(office)).filter(({ title }) => title === 'Heard of by nobody')
      const id = tab.draft({ title: 'Heard of by nobody' })
      if (failure) office.site.fail('POST /wp/v2/posts', failure, { done: true })
      const held = office.site.hold('POST /wp/v2/posts')
      const ending = new AbortController()
      const options = { throwOnError: true, ...(!failure && { signal: ending.signal }) }
      const saved = tab
        .dispatch(saveEditedEntityRecord('postType', 'post', id, options))
        .catch((error: unknown) => error)
      await until(() => held.waiting.length > 0)
      if (!failure) ending.abort()
      held.end()
      expect(await saved).toBeInstanceOf(Error)
      expect(await made()).toHaveLength(1)
      // The draft is still one: whoever saves it again makes no second record.
      await tab.save(id)
      await tab.queue.whenEmpty()
      expect(await made()).toHaveLength(1)
      // The one recent record that has all that was sent is it.
      const [{ id: there } = { id: 0 }] = (
        (await office.site.as('ada')({ path: '/wp/v2/posts?search=Heard&context=edit&status=any' })) as {
          data: { id: number }[]
        }
      ).data
      expect(selectCurrentId(tab.getState(), 'postType', 'post', id)).toBe(there)
    },
  )

  it('F25: 503 for minutes is waited out, each time longer, and then all is sent', async () => {
    const { office, tab, titles } = await waitingOffice({ isLoaded: true })
    vi.useFakeTimers()
    const failure = { status: 503, code: 'maintenance' }
    const end = office.site.fail(({ method }) => method !== 'GET', failure, { times: 1000 })
    const tries = () => office.site.requests.filter(({ method }) => method !== 'GET').length
    office.goOnline()
    const byMinute: number[] = []
    for (let minute = 1; minute <= 5; minute++) {
      const before = tries()
      await vi.advanceTimersByTimeAsync(60_000)
      byMinute.push(tries() - before)
    }
    // Pauses are doubled from a second to a minute, each up to a quarter shorter.
    const [first = 0, ...later] = byMinute
    expect([6, 7]).toContain(first)
    expect(Math.max(...later)).toBeLessThanOrEqual(2)
    expect(later).toContain(1)
    expect(tab.queue.status()).toMatchObject({ state: 'waiting', waiting: 2, held: 0 })
    end()
    await vi.advanceTimersByTimeAsync(61_000)
    vi.useRealTimers()
    expect(tab.queue.entries()).toEqual([])
    expect(await titles()).toEqual([...after, 'Sent before'])
  })

  it('F26: a nonce that has expired holds nothing back for good, and loses nothing', async () => {
    const { office, tab, titles } = await waitingOffice()
    const expired = { status: 403, code: 'rest_cookie_invalid_nonce' }
    const renewed = office.site.fail(({ path }) => !path.startsWith('/wp/v2/types'), expired, 1000)
    office.goOnline()
    await until(() => tab.queue.status().state === 'signedOut')
    expect(tab.queue.status()).toMatchObject({ waiting: 2, held: 0 })
    renewed()
    await tab.queue.retry()
    await tab.queue.whenEmpty()
    expect(await titles()).toEqual(after)
  })

  it('F28: what waits is not sent with the cookie of another user, who sees nothing of it', async () => {
    const { office, tab, titles } = await waitingOffice()
    office.site.signIn('ben')
    office.goOnline()
    await until(() => tab.queue.status().state === 'otherUser')
    const bens = await openTab(office, { owner: { site: 'https://example.org/wp-json/', user: 2 } })
    expect([bens.queue.entries(), bens.durability.recovered()]).toEqual([[], []])
    expect(office.writes()).toEqual([])
    office.site.signIn('ada')
    await tab.queue.retry()
    await tab.queue.whenEmpty()
    expect(await titles()).toEqual(after)
  })

  it('F29: of a batch with mixed results, what was refused stays edited, and what was taken is the new basis', async () => {
    const { edit, load, store, site, conflict, dirty, elsewhere } = await conflictStore()
    await load(2)
    edit(1, { title: 'Taken' })
    edit(2, { status: 'no such status' })
    const { failed } = await store.dispatch(saveDirtyEntityRecords())
    expect(failed).toMatchObject([{ key: 2 }])
    expect(dirty().map(({ key }) => key)).toEqual([2])
    edit(2, { status: 'draft' })
    edit(1, { title: 'Again' })
    await elsewhere({ excerpt: 'Theirs' })
    await store.dispatch(saveDirtyEntityRecords())
    expect([dirty(), conflict(1), conflict(2)]).toEqual([[], undefined, undefined])
    expect(site.requests.some(({ path }) => path.startsWith('/batch/v1'))).toBe(true)
  })

  it.each([
    ['before', false],
    ['after', true],
  ])(
    'F30: offline in the middle of a batch, %s its work: it waits, and each post is written',
    async (when, done) => {
      const office = openOffice()
      const tab = await openTab(office)
      await tab.load(11, 12)
      tab.edit(11, { title: 'One' })
      tab.edit(12, { title: 'Two' })
      office.site.fail('POST /batch/v1', 'offline', { done })
      await tab.saveAll()
      await until(() => {
        if (tab.queue.status().state === 'waiting') void tab.queue.retry()
        return tab.queue.entries().length === 0
      })
      const found = (await postsOf(office)).map(({ title }) => title)
      expect(found).toEqual(['One', 'Two', 'Post 13'])
      expect(tab.getState().edits.lastSince).toBeGreaterThan(0)
      expect([11, 12].map((id) => tab.isQueued(id))).toEqual([false, false])
      expect(selectSaveError(tab.getState(), 'postType', 'post', 11)).toBeUndefined()
    },
  )

  it('F31: of two tabs that both believe to be the one that sends, none makes a second record', async () => {
    const office = openOffice()
    const [one, other] = [await openTab(office), await openTab(office)]
    await until(() => one.queue.status().isLeader)
    await one.load(11)
    office.goOffline()
    await one.save(one.draft({ title: 'Made once' }))
    const held = office.site.hold('POST /wp/v2/posts')
    office.goOnline()
    await until(() => held.waiting.length > 0)
    // The other takes the lock over while the first one's request is on its way; the first goes on as if it had it.
    const name = `copydesk queue copydesk/durable ${JSON.stringify(['https://example.org/wp-json', '1'])}`
    const stolen = await other.page.locks?.acquire(name, { steal: true })
    stolen?.release()
    await until(() => other.queue.status().isLeader || one.queue.status().isLeader)
    held.end()
    await until(() => {
      for (const { queue } of [one, other])
        if (queue.status().state === 'waiting') void queue.retry().catch(() => undefined)
      return one.queue.entries().length + other.queue.entries().length === 0
    })
    expect((await postsOf(office)).filter(({ title }) => title === 'Made once')).toHaveLength(1)
  })
})
