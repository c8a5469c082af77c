import fc from 'fast-check'
import type { EntityId } from 'copydesk'
import type { MemoryTab } from 'copydesk/durable'
import type { MockFailure } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { figuresOf, histories, longestLaw } from '../../support/lawRuns'
import { openOffice, openTab, postsOf, type Office, type Tab } from './office'

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
async function work(tab: Tab, steps: readonly Step[]): Promise<readonly string[]> {
  const titles = new Map<EntityId, string>([11, 12, 13].map((id) => [id, `Post ${id}`]))
  for (const [at, one] of steps.entries()) {
    const drafts = [...titles.keys()].filter((id) => Number(id) < 0)
    const title = `Title ${at}`
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
    expect(held, JSON.stringify(queue.entries())).toBe(0)
    if (state === 'waiting') {
      tries++
      void queue.retry().catch(() => undefined)
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
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
          async (steps, faults, kills) => {
            figures.history()
            for (let died = await run(steps, faults, kills); died > 0; died--) figures.kill()
            figures.ended()
          },
        ),
        { ...histories(40), examples: [slowAfterReload] },
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
