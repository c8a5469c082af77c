import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openOffice, openTab, postsOf, withoutLocks, type Office } from './office'

type Page = ReturnType<Office['storage']['tab']>

async function openTabs(count: number) {
  const office = openOffice()
  const pages = Array.from({ length: count }, () => office.storage.tab())
  const tabs = []
  for (const page of pages) {
    const tab = await openTab(office, { page: withoutLocks(page) })
    await tab.load(11, 12)
    tabs.push(tab)
  }
  return { office, pages, tabs: tabs as [(typeof tabs)[0], (typeof tabs)[0]] }
}

/** Two tabs without a network, of which the first sends, and has a save that waits. */
async function openWaiting(title: string) {
  const {
    office,
    pages: [page],
    tabs: [one, other],
  } = await openTabs(2)
  office.goOffline()
  one.edit(11, { title })
  await one.save(11)
  await pass(100)
  expect([one.queue.status().isLeader, other.queue.status().isLeader]).toEqual([true, false])
  return { office, page: page as Page, one, other, put: `PUT /wp/v2/posts/11 ${JSON.stringify({ title })}` }
}

const leases = ({ storage }: Office) => storage.rows().filter(({ store }) => store === 'leases')

async function pass(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds)
}

describe('E6: the queue without Web Locks', () => {
  beforeEach(() => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
      shouldAdvanceTime: true,
    })
  })
  afterEach(() => vi.useRealTimers())

  it('sends each entry once, by one of two tabs, and leaves nothing behind', async () => {
    const { office, tabs } = await openTabs(2)
    expect(leases(office)).toEqual([])
    office.goOffline()
    for (const [at, tab] of tabs.entries()) {
      tab.edit(11 + at, { title: `Of ${at}` })
      await tab.save(11 + at)
      await tab.save(tab.draft({ title: `Draft of ${at}` }))
    }
    office.goOnline()
    await pass(3000)
    await Promise.all(tabs.map(({ queue }) => queue.whenEmpty()))
    expect(office.writes().filter((write) => write.startsWith('PUT /wp/v2/posts/11 '))).toHaveLength(1)
    expect((await postsOf(office)).map(({ title }) => title).sort()).toEqual([
      'Draft of 0',
      'Draft of 1',
      'Of 0',
      'Of 1',
      'Post 13',
    ])
    // Nothing waits, so nobody needs it, and nothing is written.
    await pass(10_000)
    expect(leases(office)).toEqual([])
    const { commits } = office.storage
    await pass(60_000)
    expect(office.storage.commits).toBe(commits)
  })

  it('goes on within 20 seconds in another tab when the one that sends has died, and at once when it was closed', async () => {
    for (const isKilled of [true, false]) {
      const { office, page, one, other, put } = await openWaiting('Left behind')
      if (isKilled) page.kill()
      else await one.durability.close()
      office.goOnline()
      if (isKilled) {
        await pass(10_000)
        expect(office.writes()).toEqual([])
      }
      await pass(isKilled ? 10_000 : 3000)
      await other.queue.whenEmpty()
      expect(office.writes()).toEqual([put])
    }
  })

  it('E7: a tab that was frozen sends nothing before it has the lease again', async () => {
    const { office, page, one, other, put } = await openWaiting('Frozen')
    page.freeze()
    await pass(21_000)
    expect(other.queue.status().isLeader).toBe(true)
    office.goOnline()
    page.thaw()
    await pass(5000)
    await other.queue.whenEmpty()
    expect(office.writes()).toEqual([put])
    expect(one.queue.status().isLeader).toBe(false)
  })

  it('F19: a clock that is set back by a day keeps nobody from sending', async () => {
    const { office, page, other, put } = await openWaiting('Yesterday')
    page.kill()
    vi.setSystemTime(Date.now() - 86_400_000)
    office.goOnline()
    await pass(5000)
    await other.queue.whenEmpty()
    expect(office.writes()).toEqual([put])
  })
})
