import fc from 'fast-check'
import type { EntityId } from 'copydesk'
import type { MemoryTab } from 'copydesk/durable'
import type { MockFailure } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { figuresOf, histories, longestLaw } from '../../support/lawRuns'
import { virtually } from '../../support/virtualTime'
import { hearingLate, turns } from './lateNews'
import { openOffice, openTab, postsOf, type Office, type Tab } from './office'
import { turn } from '../../support/until'

const failures: readonly MockFailure[] = [
  'offline',
  'html',
  { status: 500, code: 'internal_server_error' },
  { status: 503, code: 'maintenance' },
]

const fault = fc.oneof(
  fc.record({
    /** Which of the requests that write, or look up. */
    at: fc.nat(8),
    failure: fc.constantFrom<MockFailure[]>(...failures),
    done: fc.boolean(),
  }),
  // Whoever is told to slow down was not served.
  fc.record({
    at: fc.nat(8),
    failure: fc.constant<MockFailure>({ status: 429, code: 'slow_down' }),
    done: fc.constant(false),
  }),
)

const step = fc.oneof(
  fc.record({ do: fc.constant('create' as const) }),
  fc.record({ do: fc.constant('update' as const), id: fc.constantFrom(11, 12) }),
  fc.record({ do: fc.constant('rename' as const) }),
  fc.record({ do: fc.constant('delete' as const), id: fc.constantFrom(13) }),
)

const deaths = ['dieBefore', 'dieWithin', 'dieAfter'] as const
const kill = fc.record({ after: fc.integer({ min: 1, max: 10 }), how: fc.constantFrom(...deaths) })

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
type Kill = typeof kill extends fc.Arbitrary<infer Value> ? Value : never
type Fault = typeof fault extends fc.Arbitrary<infer Value> ? Value : never

/** The page after the one that died is told to slow down when it asks what entities there are. */
const slowAfterReload: [Step[], Fault[], Kill[]] = [
  [{ do: 'update', id: 11 }],
  [{ at: 1, failure: { status: 429, code: 'slow_down' }, done: false }],
  [{ after: 1, how: 'dieBefore' }],
]

/** More tries than any of these histories needs. */
const mostTries = 300

/** Works offline; gives the titles that the site should have at the end. */
async function work(tab: Tab, steps: readonly Step[], word = 'Title'): Promise<readonly string[]> {
  const titles = new Map<EntityId, string>([11, 12, 13].map((id) => [id, `Post ${id}`]))
  for (const [at, one] of steps.entries()) {
    const drafts = [...titles.keys()].filter((id) => Number(id) < 0)
    const title = `${word} ${at}`
    if (one.do === 'delete') {
      await tab.remove(one.id, 'post', { force: true })
      titles.delete(one.id)
      continue
    }
    const id = one.do === 'create' ? tab.draft({ title }) : one.do === 'update' ? one.id : drafts[0]
    if (id === undefined) continue
    if (one.do !== 'create') tab.edit(id, { title })
    await tab.save(id)
    titles.set(id, title)
  }
  await tab.durability.flush()
  return [...titles.values()].sort()
}

/** Resolves when the queue is empty or its page has died: whether that is so. */
async function drained({ page, queue }: Tab): Promise<'empty' | 'dead'> {
  for (let tries = 0; tries < mostTries;) {
    if (!(page as MemoryTab).isVisible()) return 'dead'
    if (queue.entries().length === 0) return 'empty'
    const { state, held } = queue.status()
    // None of the faults refuses anything for good.
    if (held > 0) expect.unreachable(JSON.stringify(queue.entries()))
    if (state === 'waiting') {
      tries++
      void queue.retry().catch(() => undefined)
    }
    await turn()
  }
  return expect.unreachable(`it does not end: ${JSON.stringify(queue.entries())}`)
}

/** Goes online and sends what waits, while pages die at storage writes; gives how many did. */
async function send(office: Office, first: Tab, kills: readonly Kill[]): Promise<number> {
  let tab = first
  let died = 0
  office.goOnline()
  try {
    for (const { after, how } of kills) {
      office.storage.at(office.storage.commits + after, how)
      if ((await drained(tab)) === 'empty') return died
      died++
      void tab.durability.close()
      tab = await openTab(office, { page: (tab.page as MemoryTab).reload() })
    }
    expect(await drained(tab)).toBe('empty')
    return died
  } finally {
    void tab.durability.close()
  }
}

async function run(steps: readonly Step[], faults: readonly Fault[], kills: readonly Kill[]) {
  const office = openOffice()
  const tab = await openTab(office)
  await tab.load(11, 12, 13)
  office.goOffline()
  const expected = await work(tab, steps)
  let seen = 0
  const enders = faults.map(({ at, failure, done }) =>
    office.site.fail(() => seen++ >= at, failure, { times: 1, done }),
  )
  const died = await send(office, tab, kills)
  for (const end of enders) end()
  expect((await postsOf(office)).map(({ title }) => title).sort()).toEqual(expected)
  return died
}

/** Whether nothing waits in any of the tabs; what does is tried now. */
function isDrained(tabs: readonly Tab[]): boolean {
  for (const { queue } of tabs) {
    if (queue.status().held > 0) expect.unreachable(JSON.stringify(queue.entries()))
    if (queue.status().state === 'waiting') void queue.retry().catch(() => undefined)
  }
  return tabs.every(({ queue }) => queue.entries().length === 0)
}

/**
 * Two tabs that hear late of one another, each of which sends what both have saved once the other dies; gives how many
 * did.
 */
async function runAmongTabs(
  [steps, others]: readonly [readonly Step[], readonly Step[]],
  faults: readonly Fault[],
  kills: readonly Kill[],
  delays: readonly number[],
): Promise<number> {
  const office = openOffice()
  const { fetcher } = office
  const wait = turns(delays)
  const open = async (page: MemoryTab) => {
    // A page that is dead sends nothing more.
    office.fetcher = (request) => (page.isVisible() ? fetcher(request) : new Promise(() => undefined))
    return { page, tab: await openTab(office, { page: hearingLate(page, wait) }) }
  }
  const pages = [await open(office.storage.tab()), await open(office.storage.tab())]
  for (const { tab } of pages) await tab.load(11, 12, 13)
  office.goOffline()
  const [first, second] = pages.map(({ tab }) => tab) as [Tab, Tab]
  const expected = await work(first, steps)
  const more = await work(second, others, 'Other')
  let seen = 0
  const enders = faults.map(({ at, failure, done }) =>
    office.site.fail(() => seen++ >= at, failure, { times: 1, done }),
  )
  office.goOnline()
  let died = 0
  for (const kill of [...kills, undefined]) {
    if (kill) office.storage.at(office.storage.commits + kill.after, kill.how)
    for (let tries = 0; ;) {
      const dead = pages.findIndex(({ page }) => !page.isVisible())
      if (dead >= 0) {
        died++
        const { page, tab } = pages[dead] as (typeof pages)[number]
        void tab.durability.close()
        pages[dead] = await open(page.reload())
        break
      }
      if (isDrained(pages.map(({ tab }) => tab))) break
      if (pages.some(({ tab }) => tab.queue.status().state === 'waiting')) tries++
      if (tries >= mostTries) expect.unreachable(JSON.stringify(pages.map(({ tab }) => tab.queue.entries())))
      await turn()
    }
  }
  for (const end of enders) end()
  for (const { tab } of pages) void tab.durability.close()
  const made = more.filter((title) => title.startsWith('Other'))
  expect((await postsOf(office)).map(({ title }) => title).sort()).toEqual([...expected, ...made].sort())
  return died
}

describe('L10: the queue, with any faults', () => {
  const figures = figuresOf('L10')

  it(
    'makes each record once, brings the last value of each, and ends',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 1, maxLength: 6 }),
          fc.array(fault, { maxLength: 4 }),
          fc.array(kill, { maxLength: 3 }),
          virtually(async (steps, faults, kills) => {
            figures.history()
            for (let died = await run(steps, faults, kills); died > 0; died--) figures.kill()
            figures.ended()
          }),
        ),
        { ...histories(15), examples: [slowAfterReload] },
      )
    },
    longestLaw,
  )

  it(
    'and so it does among tabs that hear late of one another',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { minLength: 1, maxLength: 4 }),
          fc.array(fc.record({ do: fc.constant('create' as const) }), { maxLength: 2 }),
          fc.array(fault, { maxLength: 2 }),
          fc.array(kill, { maxLength: 3 }),
          fc.array(fc.nat(8), { minLength: 1, maxLength: 5 }),
          virtually(async (steps, others, faults, kills, delays) => {
            figures.history()
            for (let died = await runAmongTabs([steps, others], faults, kills, delays); died > 0; died--)
              figures.kill()
            figures.ended()
          }),
        ),
        histories(15),
      )
    },
    longestLaw,
  )

  it('and so it does with a death at each of its writes, before, within and after', async () => {
    const steps: readonly Step[] = [
      { do: 'create' },
      { do: 'update', id: 11 },
      { do: 'create' },
      { do: 'delete', id: 13 },
    ]
    for (const how of deaths) {
      for (let after = 1; ; after++) {
        const died = await run(steps, [], [{ after, how }])
        if (died === 0) break
        expect(after).toBeLessThan(100)
      }
    }
  })
})
