import { saveDirtyEntityRecords, selectDirtyEntityRecords } from 'copydesk'
import { selectHeldLocks, selectPendingLocks } from 'copydesk/actions'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { expectEqual } from '../support/expectEqual'
import { longestLaw } from '../support/lawRuns'
import { seeds } from '../support/seeds'
import { createDesk, fields, ids, steps, typing, undiscarded, type Step } from './desk'

/** A site that does a later save first, though both go under a lock of one's own. */
function crossed(...saves: Step[]): [Step[]] {
  return [[{ do: 'lock', id: 1 }, ...saves, { do: 'settle' }, { do: 'process', at: 1 }]]
}

/**
 * What has fallen once. Typed back to what it was and discarded meanwhile, it was lost to an autosave. And of two saves under
 * a lock of one's own the site could do the later one first: the older answer came last, or the older text stayed there.
 */
const fallen: [Step[]][] = [
  // Typed back to what it was over a save that was discarded and done all the same: gone with the answer to an autosave.
  [
    [
      { do: 'save', id: 2 },
      { do: 'typeBoth', id: 2, value: 'x', other: 'old' },
      { do: 'discard', id: 2 },
      { do: 'answer', at: 0, outcome: 'brokenAfter' },
      { do: 'autosave', id: 2 },
      { do: 'type', id: 2, field: 'title', value: 'old', isCached: false },
    ],
  ],
  // Discarded and typed once more while an autosave of it was under way: gone with the answer to that.
  [
    [
      { do: 'autosave', id: 1 },
      { do: 'typeBoth', id: 1, value: 'old', other: 'y' },
      { do: 'discard', id: 1 },
      { do: 'typeBoth', id: 1, value: 'old', other: 'y' },
    ],
  ],
  [
    [
      { do: 'type', id: 1, field: 'title', value: 'x', isCached: false },
      { do: 'saveAll' },
      { do: 'typeBoth', id: 1, value: 'old', other: 'x' },
      { do: 'autosave', id: 1 },
      { do: 'answer', at: 0, outcome: 'brokenAfter' },
      { do: 'discard', id: 1 },
      { do: 'typeBoth', id: 1, value: 'old', other: 'old' },
    ],
  ],
  // Sent by an autosave, as another one had that nobody had answered: its answer was taken for that one, done late.
  [
    [
      { do: 'type', id: 1, field: 'slug', value: 'y', isCached: false },
      { do: 'read', id: 2 },
      { do: 'typeBack', id: 1, field: 'slug' },
      { do: 'read', id: 1 },
      { do: 'undo' },
      { do: 'autosave', id: 1 },
      { do: 'save', id: 2 },
      { do: 'type', id: 1, field: 'title', value: 'y', isCached: false },
      { do: 'save', id: 1 },
      { do: 'autosave', id: 1 },
      { do: 'answer', at: 2, outcome: 'brokenAfter' },
      { do: 'settle' },
      { do: 'type', id: 1, field: 'title', value: 'old', isCached: false },
    ],
  ],
  // Saved once more, discarded and undone: the answer put back what was taken back.
  [
    [
      { do: 'save', id: 1 },
      { do: 'type', id: 1, field: 'meta.b', value: 'y', isCached: false },
      { do: 'save', id: 1 },
      { do: 'answer', at: 0, outcome: 'brokenAfter' },
      { do: 'settle' },
      { do: 'discard', id: 1 },
      { do: 'autosave', id: 1 },
      { do: 'undo' },
    ],
  ],
  crossed(
    { do: 'type', id: 1, field: 'title', value: 'x', isCached: false },
    { do: 'save', id: 1 },
    { do: 'type', id: 1, field: 'meta.b', value: 'y', isCached: false },
    { do: 'saveField', id: 1, field: 'meta.b' },
  ),
  crossed(
    { do: 'type', id: 1, field: 'title', value: 'x', isCached: false },
    { do: 'save', id: 1 },
    { do: 'type', id: 1, field: 'title', value: 'y', isCached: false },
    { do: 'save', id: 1 },
  ),
  crossed(
    { do: 'type', id: 1, field: 'title', value: 'x', isCached: false },
    { do: 'save', id: 1 },
    { do: 'unlock', id: 1 },
    { do: 'type', id: 1, field: 'meta.b', value: 'y', isCached: false },
    { do: 'save', id: 1 },
  ),
  crossed(
    { do: 'typeBoth', id: 1, value: 'x', other: 'y' },
    { do: 'saveField', id: 1, field: 'title' },
    { do: 'save', id: 1 },
    { do: 'saveField', id: 1, field: 'title' },
    { do: 'undo' },
  ),
]

describe.each(seeds(2000, 200))('what people type, $seeded', ({ parameters }) => {
  it(
    'is on screen at every step and on the server at the end, whatever the server does in between',
    { timeout: longestLaw },
    () =>
      fc.assert(
        fc.asyncProperty(steps, async (taken) => {
          const desk = await createDesk()
          await run(desk, taken)
          await desk.drain()
          desk.check()
          const round = desk.store.dispatch(saveDirtyEntityRecords())
          await desk.drain()
          expectEqual((await round).failed, [])
          await Promise.all(desk.promises)
          desk.check()
          for (const id of ids) {
            const [site, shown, screen] = [desk.siteValues(id), desk.expected(id), desk.screen.get(id)]
            for (const field of fields) {
              // Of what was sent, not answered and discarded nobody knows, until the post is read again.
              if (screen?.[field] === undefined && desk.doubted.has(id)) continue
              expectEqual(site[field], shown[field], `${field} of post ${id} on the server`)
            }
          }
          const { saving, resolution } = desk.store.getState()
          const locks = [
            ...selectHeldLocks(desk.store.getState()),
            ...selectPendingLocks(desk.store.getState()),
          ]
          expectEqual(selectDirtyEntityRecords(desk.store.getState()), [])
          expectEqual(locks, [], 'locks held or waited for')
          expectEqual(JSON.stringify(saving).includes('"pending":true'), false, 'a save is pending')
          expectEqual(JSON.stringify(resolution).includes('"resolving"'), false, 'a read is under way')
        }),
        { ...parameters, examples: fallen },
      ),
  )

  it('is gone when everything is undone, and the store is clean', { timeout: longestLaw }, () =>
    fc.assert(
      fc.asyncProperty(typing, async (taken) => {
        const desk = await createDesk()
        await run(desk, taken)
        for (let i = 0; i < 100 && desk.history.hasUndo(); i++) await desk.take({ do: 'undo' })
        desk.check()
        expectEqual(selectDirtyEntityRecords(desk.store.getState()), [])
      }),
      parameters,
    ),
  )

  it('is as it was after an undo and a redo', { timeout: longestLaw }, () =>
    fc.assert(
      fc.asyncProperty(undiscarded, async (taken) => {
        const desk = await createDesk()
        await run(desk, taken)
        if (!desk.history.hasUndo()) return
        const before = ids.map((id) => desk.shownValues(id))
        await desk.take({ do: 'undo' })
        await desk.take({ do: 'redo' })
        expectEqual(
          ids.map((id) => desk.shownValues(id)),
          before,
        )
      }),
      parameters,
    ),
  )
})

async function run(desk: Awaited<ReturnType<typeof createDesk>>, taken: readonly Step[]): Promise<void> {
  for (const step of taken) {
    await desk.take(step)
    desk.check()
  }
}
