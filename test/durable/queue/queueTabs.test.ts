import { createRestFetcher, selectDirtyEntityRecords } from 'copydesk'
import { selectCurrentId, selectDrafts, selectUnsavedRecords, type MemoryTab } from 'copydesk/durable'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openOffice, openTab, postsOf } from './office'
import { until } from '../../support/until'

describe('The queue among tabs', () => {
  it('E5: sends each entry once when two tabs are online at the same moment', async () => {
    const office = openOffice()
    const [one, other] = [await openTab(office), await openTab(office)]
    await one.load(11)
    await other.load(12)
    office.goOffline()
    one.edit(11, { title: 'Of one' })
    other.edit(12, { title: 'Of the other' })
    await one.save(11)
    await other.save(12)
    const draft = other.draft({ title: 'A draft of the other' })
    await other.save(draft)
    await until(() => one.queue.entries().length === 3)
    office.goOnline()
    await Promise.all([one.queue.whenEmpty(), other.queue.whenEmpty()])
    expect(office.writes().filter((line) => line.startsWith('PUT /wp/v2/posts/1'))).toHaveLength(3)
    expect((await postsOf(office)).map(({ title }) => title)).toEqual([
      'Of one',
      'Of the other',
      'Post 13',
      'A draft of the other',
    ])
    // The answer is in the tab that has made the draft, whichever has sent it.
    await until(() => selectDirtyEntityRecords(other.getState()).length === 0)
    expect(selectCurrentId(other.getState(), 'postType', 'post', draft)).toBeGreaterThan(0)
    expect(other.isQueued(12)).toBe(false)
  })

  it('E6: goes on in another tab when the one that sends is closed', async () => {
    const office = openOffice()
    const one = await openTab(office)
    await until(() => one.queue.status().isLeader)
    const other = await openTab(office)
    await one.load(11)
    office.goOffline()
    one.edit(11, { title: 'Left behind' })
    await one.save(11)
    await one.durability.close()
    office.goOnline()
    await until(() => other.queue.status().isLeader)
    await other.queue.whenEmpty()
    expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"title":"Left behind"}'])
  })

  it('makes no second record of a draft that a dead tab has left, once another tab has sent it', async () => {
    const office = openOffice()
    const one = await openTab(office)
    await one.load()
    office.goOffline()
    const draft = one.draft({ title: 'Left as a draft' })
    await one.save(draft)
    await one.durability.flush()
    ;(one.page as MemoryTab).kill()
    const other = await openTab(office)
    await other.load()
    office.goOnline()
    await other.queue.whenEmpty()
    await other.durability.restore(other.durability.recovered())
    await other.saveAll()
    expect((await postsOf(office)).filter(({ title }) => title === 'Left as a draft')).toHaveLength(1)
  })

  it('takes a draft that a reload has put back for the record that another tab has made of it, before anything else was read', async () => {
    const office = openOffice()
    const page = office.storage.tab()
    const one = await openTab(office, { page, queue: 'always' })
    const other = await openTab(office, { queue: 'always' })
    await one.load()
    await other.load()
    one.queue.pause()
    const draft = one.draft({ title: 'Left as a draft' })
    await one.save(draft)
    await one.durability.flush()
    const reloaded = await openTab(office, { page: page.reload(), queue: 'always' })
    expect(selectDrafts(reloaded.getState(), 'postType', 'post')).toHaveLength(1)
    other.queue.resume()
    await until(() => selectCurrentId(reloaded.getState(), 'postType', 'post', draft) === 14)
    expect(selectDrafts(reloaded.getState(), 'postType', 'post')).toEqual([])
    expect(selectUnsavedRecords(reloaded.getState())).toEqual([])
    expect(reloaded.shown(draft)).toMatchObject({ id: 14, title: 'Left as a draft' })
  })

  it('makes no second record where a tab takes over that has not heard yet what the dead one has sent', async () => {
    const office = openOffice()
    const one = await openTab(office)
    await until(() => one.queue.status().isLeader)
    const page = office.storage.tab()
    const deaf: MemoryTab = {
      ...page,
      channel: (name) => {
        const channel = page.channel(name)
        return channel && { ...channel, subscribe: () => () => undefined }
      },
    }
    const other = await openTab(office, { page: deaf, queue: 'always' })
    await other.load()
    one.queue.pause()
    await other.save(other.draft({ title: 'Made once' }))
    const answers = office.site.hold('POST /wp/v2/posts')
    one.queue.resume()
    await until(() => answers.waiting.length === 1)
    expect(other.queue.entries()).toMatchObject([{ what: 'create', state: 'waiting', attempts: 0 }])
    ;(one.page as MemoryTab).kill()
    answers.end()
    await other.queue.whenEmpty()
    expect((await postsOf(office)).filter(({ title }) => title === 'Made once')).toHaveLength(1)
  })

  it('E21: keeps the order of two updates of one record from two tabs', async () => {
    const office = openOffice()
    const [one, other] = [await openTab(office), await openTab(office)]
    await one.load(11)
    await other.load(11)
    office.goOffline()
    one.edit(11, { title: 'First' })
    await one.save(11)
    await until(() => other.queue.entries().length === 1)
    other.edit(11, { title: 'Second' })
    await other.save(11)
    office.goOnline()
    await other.queue.whenEmpty()
    expect((await postsOf(office))[0]?.title).toBe('Second')
  })

  it.each(['dieBefore', 'dieAfter'] as const)(
    'E4: makes one record whichever write the page does %s',
    async (fault) => {
      for (let commit = 1; commit <= 4; commit++) {
        const office = openOffice()
        const tab = await openTab(office)
        await tab.load(11)
        office.goOffline()
        const draft = tab.draft({ title: 'One record', status: 'publish' })
        await tab.save(draft)
        tab.edit(11, { title: 'Changed' })
        await tab.save(11)
        await tab.durability.flush()
        const page = tab.page as MemoryTab
        office.storage.at(office.storage.commits + commit, fault)
        office.goOnline()
        await until(() => !page.isVisible())
        const again = await openTab(office, { page: page.reload() })
        await again.queue.whenEmpty()
        expect((await postsOf(office)).map(({ title, status }) => `${title} ${status}`)).toEqual([
          'Changed publish',
          'Post 12 publish',
          'Post 13 publish',
          'One record publish',
        ])
      }
    },
  )
})

describe('The queue and who is signed in', () => {
  it('E8: loses nothing when somebody is signed out, and goes on afterwards', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    tab.edit(11, { title: 'Kept' })
    await tab.save(11)
    office.site.signIn(null)
    office.goOnline()
    await until(() => tab.queue.status().state === 'signedOut')
    expect(office.writes()).toEqual([])
    expect(tab.brief()).toEqual(['update 11 waiting'])
    expect(tab.isQueued(11)).toBe(true)
    office.site.signIn('ada')
    await tab.queue.retry()
    await tab.queue.whenEmpty()
    expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"title":"Kept"}'])
  })

  it('E8: holds nothing for a session that ends between the question and the write', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    tab.edit(11, { title: 'Kept' })
    await tab.save(11)
    office.site.fail('PUT /wp/v2/posts/11', { status: 403, code: 'rest_cookie_invalid_nonce' })
    office.goOnline()
    await until(() => tab.queue.status().state === 'signedOut')
    expect(tab.queue.status()).toMatchObject({ waiting: 1, held: 0 })
    await tab.queue.retry()
    await tab.queue.whenEmpty()
    expect((await postsOf(office))[0]?.title).toBe('Kept')
  })

  it('E9: sends nothing as somebody else', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    tab.edit(11, { title: 'Of ada' })
    await tab.save(11)
    office.site.signIn('ben')
    office.goOnline()
    await until(() => tab.queue.status().state === 'otherUser')
    await tab.queue.retry()
    await until(() => tab.queue.status().state === 'otherUser')
    expect(office.writes()).toEqual([])
    expect(tab.troubles).toMatchObject([{ code: 'other_user' }])
    expect(tab.brief()).toEqual(['update 11 waiting'])
    office.site.signIn('ada')
    await tab.queue.retry()
    await tab.queue.whenEmpty()
    expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"title":"Of ada"}'])
  })
})

describe('The queue and time', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  /** A tab with an update that waits, whose time is played from now on. */
  async function waitingTab() {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    tab.edit(11, { title: 'Waits' })
    await tab.save(11)
    office.breakNetwork()
    vi.useFakeTimers()
    const tries = () => office.site.requests.filter(({ method }) => method === 'PUT').length
    return { office, tab, tries }
  }

  it('E15: tries no more than once a second, however often the browser says that it is online', async () => {
    const { office, tab } = await waitingTab()
    let asked = 0
    office.site.fail(
      (request) => {
        if (request.path.startsWith('/wp/v2/users/me')) asked++
        return true
      },
      'offline',
      100,
    )
    office.goOnline()
    for (let tenth = 0; tenth < 50; tenth++) {
      office.storage.setOnline(true)
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(asked).toBeGreaterThan(1)
    expect(asked).toBeLessThanOrEqual(6)
    expect(tab.brief()).toEqual(['update 11 waiting'])
  })

  it('asks less and less often who is signed in while nothing answers, and at once when the browser is online', async () => {
    const office = openOffice()
    const asked: number[] = []
    let isBroken = false
    // As it is in browsers: what the network does not answer is repeated by the fetcher, unless it was asked not to.
    const fetcher = createRestFetcher({
      root: 'https://example.org/wp-json/',
      fetch: (url) => {
        if (isBroken && String(url).includes('/users/me')) asked.push(Date.now())
        return Promise.reject(new TypeError('Failed to fetch'))
      },
    })
    const answer = office.fetcher
    office.fetcher = (request) => (isBroken ? fetcher(request) : answer(request))
    const tab = await openTab(office)
    await tab.load(11)
    office.goOffline()
    tab.edit(11, { title: 'Waits' })
    await tab.save(11)
    isBroken = true
    vi.useFakeTimers()
    office.storage.setOnline(true)
    await vi.advanceTimersByTimeAsync(60_000)
    // After 1, 2, 4, 8, 16 and 32 seconds, or up to a quarter less.
    expect(asked.length).toBeGreaterThanOrEqual(6)
    expect(asked.length).toBeLessThanOrEqual(7)
    await vi.advanceTimersByTimeAsync(4 * 60_000)
    expect(asked.length).toBeLessThanOrEqual(13)
    const [before = 0, last = 0] = asked.slice(-2)
    expect(last - before).toBeGreaterThanOrEqual(45_000)
    office.storage.setOnline(false)
    asked.length = 0
    await vi.advanceTimersByTimeAsync(20_000)
    office.storage.setOnline(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toHaveLength(1)
    // One try that fails is no reason to begin anew, and neither is a browser that says the same again and again.
    await vi.advanceTimersByTimeAsync(30_000)
    expect(asked).toHaveLength(1)
    for (let tenth = 0; tenth < 100; tenth++) {
      office.storage.setOnline(true)
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(asked.length).toBeLessThanOrEqual(3)
    isBroken = false
    office.goOnline()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(tab.queue.entries()).toEqual([])
    expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"title":"Waits"}'])
  })

  it('E16: waits as long as the server wants', async () => {
    const { office, tab, tries } = await waitingTab()
    office.site.fail('PUT /wp/v2/posts/11', {
      status: 503,
      code: 'maintenance',
      headers: { 'Retry-After': '600' },
    })
    office.goOnline()
    await vi.advanceTimersByTimeAsync(1000)
    expect(tries()).toBe(1)
    office.storage.setOnline(true)
    await vi.advanceTimersByTimeAsync(590_000)
    expect(tries()).toBe(1)
    expect(tab.queue.status()).toMatchObject({ state: 'waiting', nextAt: expect.any(String) as string })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(tries()).toBe(2)
    expect(tab.queue.entries()).toEqual([])
  })

  it('E22: holds what has waited too long, and sends it when somebody wants that', async () => {
    const { office, tab, tries } = await waitingTab()
    vi.setSystemTime(Date.now() + 31 * 86_400_000)
    office.goOnline()
    await vi.advanceTimersByTimeAsync(1000)
    expect(tab.brief()).toEqual(['update 11 held'])
    expect(tab.troubles).toMatchObject([{ code: 'queue_held' }])
    expect(tries()).toBe(0)
    await tab.queue.retry()
    await vi.advanceTimersByTimeAsync(1000)
    expect(tries()).toBe(1)
  })

  it('E7: is taken over by a visible tab when the one that sends is frozen', async () => {
    const office = openOffice()
    const one = await openTab(office)
    await until(() => one.queue.status().isLeader)
    const other = await openTab(office)
    await other.load(11)
    office.goOffline()
    other.edit(11, { title: 'Not frozen' })
    vi.useFakeTimers()
    ;(one.page as MemoryTab).freeze()
    await other.save(11)
    office.goOnline()
    await vi.advanceTimersByTimeAsync(9000)
    expect(other.queue.status().isLeader).toBe(false)
    await vi.advanceTimersByTimeAsync(6000)
    expect(other.queue.status().isLeader).toBe(true)
    await vi.advanceTimersByTimeAsync(2000)
    ;(one.page as MemoryTab).thaw()
    await vi.advanceTimersByTimeAsync(2000)
    expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"title":"Not frozen"}'])
    expect(one.queue.status().isLeader).toBe(false)
  })
})
