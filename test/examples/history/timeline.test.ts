import {
  createEntityStore,
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  redo,
  saveEditedEntityRecord,
  selectUndoHistory,
  undo,
} from 'copydesk'
import { undoRestored } from 'copydesk/actions'
import { createMockSite } from 'copydesk/testing'
import { expect, it } from 'vitest'
import { createTimeline } from '../../../examples/playground/history/timeline'

/** A store of two posts whose history is followed by a clock that goes on by one with each look at it. */
async function openTimeline() {
  const site = createMockSite({
    posts: [
      { id: 1, title: 'One' },
      { id: 2, title: 'Two' },
    ],
  })
  let time = 0
  const timeline = createTimeline(() => ++time)
  const store = createEntityStore({ fetcher: site.fetcher, plugins: [timeline.plugin] })
  for (const id of [1, 2]) await store.dispatch(fetchEntityRecord('postType', 'post', id))
  const levels = () => selectUndoHistory(store.getState()).levels
  return {
    site,
    store,
    timeline,
    edit: (id: number, title: string) => store.dispatch(editEntityRecord('postType', 'post', id, { title })),
    type: (id: number, title: string) =>
      store.dispatch(editEntityRecord('postType', 'post', id, { title }, { isCached: true })),
    save: (id: number) => store.dispatch(saveEditedEntityRecord('postType', 'post', id)),
    times: () => levels().map(timeline.timeOf),
    /** What was saved at the beginning and after each step, by the ids of the records. */
    saves: () => [null, ...levels()].map((level) => timeline.savesAfter(level).map(({ id }) => Number(id))),
  }
}

it('knows when each step was done, wherever one goes in the history', async () => {
  const { edit, store, times } = await openTimeline()
  edit(1, 'A')
  edit(2, 'B')
  expect(times()).toEqual([1, 2])
  store.dispatch(undo())
  store.dispatch(undo())
  store.dispatch(redo())
  expect(times()).toEqual([1, 2])
  edit(1, 'C')
  expect(times()).toEqual([1, 3])
})

it('knows after which step a record was saved, and what is typed later is another step', async () => {
  const { edit, type, save, saves, timeline } = await openTimeline()
  let told = 0
  timeline.subscribe(() => told++)
  edit(1, 'A')
  type(2, 'B')
  await save(2)
  type(2, 'BB')
  edit(1, 'C')
  await save(1)
  expect(saves()).toEqual([[], [2], [], [1]])
  expect(told).toBe(2)
})

it('notes nothing for a save that failed or kept only a copy', async () => {
  const { site, edit, store, saves } = await openTimeline()
  edit(1, 'A')
  await store.dispatch(saveEditedEntityRecord('postType', 'post', 1, { isAutosave: true }))
  site.fail('PUT /wp/v2/posts/1', 'offline')
  await store.dispatch(saveEditedEntityRecord('postType', 'post', 1)).catch(() => null)
  expect(saves()).toEqual([[], []])
})

it('keeps the times of the others when a record is deleted with its steps', async () => {
  const { edit, store, times, save, saves } = await openTimeline()
  edit(1, 'A')
  edit(2, 'B')
  await save(2)
  edit(1, 'C')
  const [, at] = times()
  await store.dispatch(deleteEntityRecord('postType', 'post', 1, { force: true }))
  expect(times()).toEqual([at])
  expect(saves()).toEqual([[], [2]])
})

it('knows no time of the steps of an earlier page, which go below those of this one', async () => {
  const earlier = await openTimeline()
  earlier.edit(1, 'A')
  earlier.edit(1, 'B')
  const { levels, position } = selectUndoHistory(earlier.store.getState())
  const { edit, store, times } = await openTimeline()
  edit(2, 'C')
  store.dispatch(undoRestored(levels, position))
  expect(times()).toEqual([undefined, undefined, 1])
})
