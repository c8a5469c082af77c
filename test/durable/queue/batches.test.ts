import type { MemoryTab } from 'copydesk/durable'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openOffice, openTab, postsOf, type Office, type Tab } from './office'
import { passes, turn, until } from '../../support/until'

const idsOf = (count: number) => Array.from({ length: count }, (_, at) => 11 + at)

/** Saves a new title for each of these posts while there is no network. */
async function saveOffline(office: Office, tab: Tab, ids: readonly number[]): Promise<void> {
  await tab.load(...ids)
  office.goOffline()
  for (const id of ids) {
    tab.edit(id, { title: `New ${id}` })
    await tab.save(id)
  }
}

const titles = async (office: Office) => (await postsOf(office)).map(({ title }) => title)

/** Tries at once until nothing waits by itself any more. */
async function drain({ queue }: Tab): Promise<void> {
  while (queue.entries().some(({ state }) => state !== 'held')) {
    if (queue.status().state === 'waiting') await queue.retry()
    await turn()
  }
}

afterEach(() => {
  // First what is watched: it would put the played timers back later, for all files of the process.
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('Queued updates that travel together', () => {
  it('E1: go by as few requests as the server takes, in their order, with one check before each', async () => {
    const office = openOffice({ posts: 30 })
    const tab = await openTab(office)
    await saveOffline(office, tab, idsOf(30))
    office.site.clearRequests()
    office.goOnline()
    await tab.queue.whenEmpty()
    expect(office.batches()).toEqual([25, 5])
    expect(office.writes()).toEqual(idsOf(30).map((id) => `PUT /wp/v2/posts/${id} {"title":"New ${id}"}`))
    const checks = office.site.requests.filter(
      ({ method, path }) => method === 'GET' && path.startsWith('/wp/v2/posts?'),
    )
    expect(checks).toHaveLength(2)
    expect(tab.queue.entries()).toEqual([])
  })

  it('are parted by what comes between: a new record, a deletion, and what the server takes alone', async () => {
    const office = openOffice({ posts: 6 })
    const tab = await openTab(office)
    await saveOffline(office, tab, [11, 12])
    await tab.save(tab.draft({ title: 'Made between' }))
    for (const id of [13, 14]) {
      tab.edit(id, { title: `New ${id}` })
      await tab.save(id)
    }
    await tab.remove(15)
    tab.edit(16, { title: 'New 16' })
    await tab.save(16)
    office.goOnline()
    await tab.queue.whenEmpty()
    expect(office.batches()).toEqual([2, 2])
    expect(office.writes().map((write) => write.split(' {')[0])).toEqual([
      'PUT /wp/v2/posts/11',
      'PUT /wp/v2/posts/12',
      'POST /wp/v2/posts',
      expect.stringMatching(/^PUT \/wp\/v2\/posts\/(17|18|19|2\d)$/),
      'PUT /wp/v2/posts/13',
      'PUT /wp/v2/posts/14',
      'DELETE /wp/v2/posts/15',
      'PUT /wp/v2/posts/16',
    ])
  })

  it('go one by one where the server takes no batch, which is tried once', async () => {
    const office = openOffice({ posts: 6 })
    const tab = await openTab(office)
    office.site.fail('POST /batch/v1', { status: 405, code: 'rest_no_route' }, 9)
    await saveOffline(office, tab, [11, 12, 13])
    office.goOnline()
    await tab.queue.whenEmpty()
    await saveOffline(office, tab, [14, 15, 16])
    office.goOnline()
    await tab.queue.whenEmpty()
    expect(office.batches()).toEqual([3])
    expect((await titles(office)).every((title) => title.startsWith('New'))).toBe(true)
  })

  it('hold one that others have changed, and send the others', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await saveOffline(office, tab, [11, 12, 13])
    await office.site.as('ben')({ path: '/wp/v2/posts/12', method: 'PUT', data: { title: 'Theirs' } })
    office.site.clearRequests()
    office.goOnline()
    await expect(tab.queue.whenEmpty()).rejects.toMatchObject({ code: 'queue_held' })
    expect(office.batches()).toEqual([2])
    expect(tab.brief()).toEqual(['update 12 held'])
    expect(await titles(office)).toEqual(['New 11', 'Theirs', 'New 13'])
  })

  it('E4: are not sent again where only the answer was lost, and are where nothing was done', async () => {
    for (const done of [true, false]) {
      const office = openOffice()
      const tab = await openTab(office)
      await saveOffline(office, tab, [11, 12, 13])
      office.site.fail('POST /batch/v1', 'offline', { done })
      office.goOnline()
      await until(() =>
        tab.queue.entries().every(({ attempts, state }) => attempts === 1 && state === 'waiting'),
      )
      await drain(tab)
      expect(await titles(office)).toEqual(['New 11', 'New 12', 'New 13'])
      expect(office.writes()).toHaveLength(done ? 3 : 6)
    }
  })

  it.each(['dieBefore', 'dieWithin', 'dieAfter'] as const)(
    'E4: are each there once whichever write the page does %s',
    async (how) => {
      for (let commit = 1; commit <= 2; commit++) {
        const office = openOffice()
        const tab = await openTab(office)
        await saveOffline(office, tab, [11, 12, 13])
        await tab.durability.flush()
        const page = tab.page as MemoryTab
        office.storage.at(office.storage.commits + commit, how)
        office.goOnline()
        await until(() => !page.isVisible())
        const again = await openTab(office, { page: page.reload() })
        await drain(again)
        expect(await titles(office)).toEqual(['New 11', 'New 12', 'New 13'])
        expect(office.writes()).toHaveLength(3)
      }
    },
  )

  it('hold up no other that the server fails at again and again, together or alone', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await saveOffline(office, tab, [11, 12, 13])
    const fatal = { status: 500, code: 'internal_server_error' }
    // One of them is fatal to the whole of its request.
    office.site.fail(
      ({ path, body, method }) =>
        method === 'PUT' ? path === '/wp/v2/posts/11' : JSON.stringify(body).includes('/wp/v2/posts/11'),
      fatal,
      100,
    )
    office.goOnline()
    // One after the other: what a retry stores has its turn before the next one.
    while (tab.queue.entries().length > 1) {
      if (tab.queue.status().state === 'waiting') await tab.queue.retry()
      await turn()
    }
    expect(tab.queue.entries()).toMatchObject([{ key: 11, state: 'waiting', error: { status: 500 } }])
    expect(await titles(office)).toEqual(['Post 11', 'New 12', 'New 13'])
  })

  it('wait when the session ends in the middle, and nothing of them is held', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await saveOffline(office, tab, [11, 12, 13])
    office.site.fail('PUT /wp/v2/posts/12', { status: 401, code: 'rest_not_logged_in' })
    office.goOnline()
    await until(() => tab.queue.status().state === 'signedOut')
    await until(() => tab.queue.entries().length === 1)
    expect(tab.brief()).toEqual(['update 12 waiting'])
    await drain(tab)
    expect(await titles(office)).toEqual(['New 11', 'New 12', 'New 13'])
  })
})

describe('The queue after a failure of its own storage', () => {
  it('looks what became of what it could not store the end of', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await saveOffline(office, tab, [11])
    await tab.durability.flush()
    // The first marks it as being sent, the second takes it out.
    office.storage.at(office.storage.commits + 2, 'fail')
    office.goOnline()
    await until(() => office.writes().length === 1)
    await drain(tab)
    expect(office.writes()).toEqual(['PUT /wp/v2/posts/11 {"title":"New 11"}'])
  })
})

describe('The queue and a server that wants to be left alone', () => {
  it('E16: for years, is asked nothing for now, and the page is not kept busy', async () => {
    const office = openOffice()
    const tab = await openTab(office)
    await saveOffline(office, tab, [11])
    office.site.fail('PUT /wp/v2/posts/11', {
      status: 429,
      code: 'slow_down',
      headers: { 'Retry-After': '99999999' },
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    office.goOnline()
    await passes(() => expect(tab.queue.entries()[0]?.nextAt).toBeDefined())
    const asked = office.site.requests.length
    const waits = vi.spyOn(globalThis, 'setTimeout')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(waits.mock.calls.length).toBeLessThan(100)
    expect(office.site.requests).toHaveLength(asked)
  })
})
