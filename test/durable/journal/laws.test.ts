import fc from 'fast-check'
import { memoryStorage, type MemoryTab } from 'copydesk/durable'
import { describe, expect, it } from 'vitest'
import { figuresOf, histories, longestLaw } from '../../support/lawRuns'
import { virtually } from '../../support/virtualTime'
import { bookServer, openPage } from './page'
import { turn, turns } from '../../support/until'

const parameters = histories(20)

const died = ['dieBefore', 'dieWithin', 'dieAfter'] as const
const faults = [...died, 'quota', 'fail'] as const

/** Whether work of a page has ended; false where its page died before. */
async function ended(tab: MemoryTab, work: Promise<unknown>): Promise<boolean> {
  let isDone = false
  void work.then(() => {
    isDone = true
  })
  while (!isDone && tab.isVisible()) await turn()
  return isDone
}

const recordIds = fc.integer({ min: 1, max: 3 })

type Step =
  | { readonly do: 'edit'; readonly id: number; readonly field: string; readonly value: number }
  | { readonly do: 'undo' | 'redo' | 'flush' | 'crash' | 'leave' }
  | { readonly do: 'fault'; readonly after: number; readonly what: (typeof faults)[number] }

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('edit' as const),
        id: recordIds,
        field: fc.constantFrom('title', 'text', 'meta'),
        value: fc.integer({ min: 1, max: 5 }),
      }),
    },
    { weight: 5, arbitrary: fc.record({ do: fc.constantFrom('undo', 'redo', 'flush', 'crash', 'leave') }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('fault' as const),
        after: fc.integer({ min: 1, max: 3 }),
        what: fc.constantFrom(...faults),
      }),
    },
  ),
  { maxLength: 25 },
)

describe('Laws of the journal', { timeout: longestLaw }, () => {
  const kept = figuresOf('L1, L3')
  const conserved = figuresOf('L3, L4')
  const quiet = figuresOf('L12')
  const off = figuresOf('L13')

  it('L1, L3: a page shows the state of a moment not before the last flush, however often and wherever it dies', async () => {
    await fc.assert(
      fc.asyncProperty(
        steps,
        virtually(async (given) => {
          kept.history()
          const storage = memoryStorage()
          let tab = storage.tab()
          let page = openPage(tab)
          await page.ready
          const shown = () => JSON.stringify([1, 2, 3].map((id) => page.edits(id) ?? null))
          /** What was shown since the last flush that has resolved. */
          let moments = new Set([shown()])
          let isListed = false

          const restart = async () => {
            // Killed while it restores as well.
            do {
              if (!tab.isVisible()) kept.kill()
              tab = tab.reload()
              page = openPage(tab)
            } while (!(await ended(tab, page.ready)))
            // Where the storage fails again and again, they stay listed.
            if (page.recovered().length === 0) expect([...moments]).toContain(shown())
            else isListed = true
            moments = new Set([...moments, shown()])
          }

          for (const step of given) {
            if (isListed) return
            if (step.do === 'edit') {
              const value =
                step.field === 'meta' ? { [`a${step.value % 2}`]: step.value } : `Text ${step.value}`
              page.edit(step.id, { [step.field]: value })
            } else if (step.do === 'undo') page.undo()
            else if (step.do === 'redo') page.redo()
            else if (step.do === 'fault') storage.at(storage.commits + step.after, step.what)
            else if (step.do === 'flush') {
              const isKept = (await ended(tab, page.flush())) && page.status().storage === 'on'
              if (isKept && page.status().unkept === 0) moments = new Set()
            } else {
              if (step.do === 'crash') tab.kill()
              await restart()
            }
            moments.add(shown())
            if (!tab.isVisible()) await restart()
          }
          tab.kill()
          await restart()
          kept.ended()
          if (page.troubles.length > 0 || given.some((step) => step.do === 'fault' && step.what === 'quota'))
            return
          while (page.hasUndo()) page.undo()
          expect(page.dirty()).toEqual([])
        }),
      ),
      parameters,
    )
  })

  it('L3, L4: what was kept is in one living page, or listed, or discarded, whoever restores and dies when', async () => {
    const step = fc.record({
      do: fc.constantFrom('edit', 'edit', 'reload', 'replace', 'restoreOne', 'restoreAll', 'discard'),
      who: fc.integer({ min: 0, max: 2 }),
      dies: fc.option(fc.constantFrom(...died), { freq: 3 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 20 }),
        virtually(async (given) => {
          conserved.history()
          const storage = memoryStorage()
          const open = async (tab: MemoryTab) => {
            for (let next = tab; ; next = storage.tab()) {
              const page = openPage(next)
              if (await ended(next, page.ready)) return { tab: next, page }
            }
          }
          const pages = await Promise.all([1, 2, 3].map(() => open(storage.tab())))
          const kept = new Set<number>()
          const discarded = new Set<number>()
          let nextId = 1
          for (const { do: what, who, dies } of given) {
            const { tab, page } = pages[who] as (typeof pages)[number]
            if (dies) storage.at(storage.commits + 1, dies)
            const [item] = page.recovered()
            if (what === 'edit') {
              const id = nextId++
              page.edit(id, { title: `Work ${id}` })
              // One that dies right after it was stored can not say so.
              if (await ended(tab, page.flush())) kept.add(id)
            } else if (what === 'restoreAll') await ended(tab, page.durability.restore(page.recovered()))
            else if (what === 'restoreOne' && item) await ended(tab, page.durability.restore(item))
            else if (what === 'discard' && item) {
              discarded.add(item.key as number)
              await ended(tab, page.durability.discard(item))
            } else if (what === 'reload') pages[who] = await open(tab.reload())
            else if (what === 'replace') {
              tab.kill()
              pages[who] = await open(storage.tab())
            }
            if (pages[who]?.tab.isVisible()) continue
            conserved.kill()
            pages[who] = await open(storage.tab())
          }
          conserved.ended()
          await turns()
          for (const id of kept) {
            const living = pages.filter(({ page }) => page.edits(id) !== undefined).length
            const listed = pages.map(({ page }) => page.recovered().filter(({ key }) => key === id).length)
            expect(living, `work ${id} in living pages`).toBeLessThanOrEqual(1)
            expect(new Set(listed).size, `work ${id} in all lists`).toBe(1)
            const places = living + (listed[0] ?? 0)
            if (!discarded.has(id)) expect(places, `places of work ${id}`).toBe(1)
            else expect(places).toBeLessThanOrEqual(1)
          }
        }),
      ),
      parameters,
    )
  })

  it('L12: flushing again writes nothing and wakes nobody', async () => {
    await fc.assert(
      fc.asyncProperty(
        steps,
        virtually(async (given) => {
          quiet.history()
          const storage = memoryStorage()
          const page = openPage(storage)
          for (const step of given) {
            if (step.do === 'edit') page.edit(step.id, { [step.field]: { a: step.value } })
            else if (step.do === 'undo') page.undo()
          }
          await page.flush()
          const before = { commits: storage.commits, state: page.store.getState(), status: page.status() }
          let calls = 0
          page.durability.subscribe(() => calls++)
          page.store.subscribe(() => calls++)
          await page.flush()
          expect({ commits: storage.commits, state: page.store.getState(), status: page.status() }).toEqual(
            before,
          )
          expect(page.store.getState()).toBe(before.state)
          expect(calls).toBe(0)
          quiet.ended()
        }),
      ),
      parameters,
    )
  })

  it('L13: a store that keeps nothing asks the same and has the same state as one without durability', async () => {
    await fc.assert(
      fc.asyncProperty(
        steps,
        virtually(async (given) => {
          off.history()
          const pages = [true, false].map((hasPlugin) =>
            openPage(false, { server: bookServer(), lists: false, queue: false, hasPlugin }),
          )
          for (const page of pages) {
            for (const step of given) {
              if (step.do === 'edit') page.edit(step.id, { [step.field]: { a: step.value } })
              else if (step.do === 'undo') page.undo()
              else if (step.do === 'redo') page.redo()
              else if (step.do === 'flush') await page.read(1)
              else if (step.do === 'leave') await page.save(1)
            }
          }
          const [one, other] = pages as [(typeof pages)[number], (typeof pages)[number]]
          expect(one.server.log).toEqual(other.server.log)
          const [state, without] = [one, other].map(({ store }) =>
            JSON.stringify(store.getState(), (field, value: unknown) =>
              field === 'answeredAt' || field === 'at' ? 0 : value,
            ),
          )
          expect(state === without).toBe(true)
          off.ended()
        }),
      ),
      parameters,
    )
  })
})
