import fc from 'fast-check'
import type { EntityId } from 'copydesk'
import type { MemoryTab } from 'copydesk/durable'
import type { MockFailure } from 'copydesk/testing'
import { describe, expect, it } from 'vitest'
import { openOffice, openTab, postsOf, until } from './office'

const numRuns = Number(process.env.DURABLE_RUNS ?? 40)

const failures: readonly MockFailure[] = [
  'offline',
  'html',
  { status: 500, code: 'internal_server_error' },
  { status: 503, code: 'maintenance' },
  { status: 429, code: 'slow_down' },
]

const fault = fc.record({
  /** Which of the requests that write, or look up. */
  at: fc.nat(8),
  failure: fc.constantFrom(...failures),
  done: fc.boolean(),
})

const step = fc.oneof(
  fc.record({ do: fc.constant('create' as const) }),
  fc.record({ do: fc.constant('update' as const), id: fc.constantFrom(11, 12) }),
  fc.record({ do: fc.constant('rename' as const) }),
  fc.record({ do: fc.constant('delete' as const), id: fc.constantFrom(13) }),
)

describe('L10: the queue, with any faults', () => {
  it('makes each record once, brings the last value of each, and ends', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 6 }),
        fc.array(fault, { maxLength: 4 }),
        fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
        async (steps, faults, kill) => {
          const office = openOffice()
          let tab = await openTab(office)
          await tab.load(11, 12, 13)
          office.goOffline()
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
          let seen = 0
          const enders = faults.map(({ at, failure, done }) =>
            office.site.fail(() => seen++ >= at, failure, { times: 1, done }),
          )
          if (kill !== undefined) office.storage.at(office.storage.commits + kill, 'dieWithin')
          office.goOnline()
          await until(() => {
            const page = tab.page as MemoryTab
            if (!page.isVisible()) return true
            if (tab.queue.status().state === 'waiting') void tab.queue.retry().catch(() => undefined)
            return tab.queue.entries().length === 0
          })
          if (!(tab.page as MemoryTab).isVisible()) {
            tab = await openTab(office, { page: (tab.page as MemoryTab).reload() })
            await until(() => {
              if (tab.queue.status().state === 'waiting') void tab.queue.retry().catch(() => undefined)
              return tab.queue.entries().length === 0
            })
          }
          for (const end of enders) end()
          const found = (await postsOf(office)).map(({ title }) => title).sort()
          expect(found).toEqual([...titles.values()].sort())
        },
      ),
      { numRuns },
    )
  })
})
