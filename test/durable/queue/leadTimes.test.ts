import type { DurableStorage } from 'copydesk/durable'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadSending, openOffice, openTab, type Office } from './office'
import { until } from '../../support/until'

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
  })
})
afterEach(() => vi.useRealTimers())

const puts = (office: Office) => office.writes().filter((write) => write.startsWith('PUT'))

it('asks who is signed in a minute after the last answer, also where nothing else has happened', async () => {
  const office = openOffice()
  const tab = await openTab(office, { queue: 'always' })
  await tab.load(11)
  tab.edit(11, { title: 'As Ada' })
  await tab.save(11)
  await tab.queue.whenEmpty()
  office.site.signIn('ben')
  await vi.advanceTimersByTimeAsync(61_000)
  tab.edit(11, { title: 'Not as Ben' })
  await tab.save(11)
  await until(() => tab.queue.status().state === 'otherUser')
  expect(puts(office)).toEqual(['PUT /wp/v2/posts/11 {"title":"As Ada"}'])
})

it.each(['is paused', 'goes offline'])(
  'sends nothing where the queue %s while it is asked who is signed in',
  async (what) => {
    const office = openOffice()
    const tab = await openTab(office)
    await tab.load(11, 12)
    await loadSending(office, tab)
    tab.edit(11, { title: 'Waits' })
    await tab.save(11)
    const before = puts(office)
    const who = office.site.hold(({ path }) => path.startsWith('/wp/v2/users/me'))
    await vi.advanceTimersByTimeAsync(61_000)
    office.goOnline()
    await vi.advanceTimersByTimeAsync(2000)
    await until(() => who.waiting.length === 1)
    if (what === 'is paused') tab.queue.pause()
    else office.storage.setOnline(false)
    who.end()
    await vi.advanceTimersByTimeAsync(2000)
    expect(puts(office)).toEqual(before)
    if (what === 'is paused') tab.queue.resume()
    else office.storage.setOnline(true)
    await vi.advanceTimersByTimeAsync(15_000)
    await tab.queue.whenEmpty()
    expect(puts(office)).toHaveLength(before.length + 1)
  },
)

it('sends nothing without Web Locks once its lease is over, before it has it again', async () => {
  const office = openOffice()
  const page = office.storage.tab()
  const silent: DurableStorage = new Proxy(page, {
    get: (target, name) => {
      if (name === 'locks') return undefined
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const tab = await openTab(office, { page: silent })
  await tab.load(11)
  office.goOffline()
  tab.edit(11, { title: 'Waits' })
  await tab.save(11)
  await vi.advanceTimersByTimeAsync(100)
  expect(tab.queue.status().isLeader).toBe(true)
  // The clock has gone on while the page was frozen: its timers have not.
  vi.setSystemTime(Date.now() + 16_000)
  const leased = office.storage.rows().filter(({ store }) => store === 'leases')
  expect(leased).toHaveLength(1)
  office.goOnline()
  for (let step = 0; step < 200; step++) await vi.advanceTimersByTimeAsync(5)
  expect(puts(office)).toEqual([])
  await vi.advanceTimersByTimeAsync(20_000)
  await tab.queue.whenEmpty()
  expect(puts(office)).toHaveLength(1)
})
