import {
  createEntityStore,
  deleteEntityRecord,
  editEntityRecord,
  fetchEntityRecord,
  fetchEntityRecords,
  invalidate,
  redo,
  saveDirtyEntityRecords,
  saveEditedEntityRecord,
  saveEntityRecord,
  saveSpecifiedEntityEdits,
  undo,
} from 'copydesk'
import { createMockSite } from 'copydesk/testing'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const makers: readonly [maker: string, make: () => unknown][] = [
  ['fetchEntityRecord', () => fetchEntityRecord('postType', 'post', 1)],
  ['fetchEntityRecords', () => fetchEntityRecords('postType', 'post')],
  ['editEntityRecord', () => editEntityRecord('postType', 'post', 1, { title: 'Ebb' })],
  ['saveEntityRecord', () => saveEntityRecord('postType', 'post', { title: 'Ebb' })],
  ['saveEditedEntityRecord', () => saveEditedEntityRecord('postType', 'post', 1)],
  ['saveSpecifiedEntityEdits', () => saveSpecifiedEntityEdits('postType', 'post', 1, ['title'])],
  ['saveDirtyEntityRecords', () => saveDirtyEntityRecords()],
  ['deleteEntityRecord', () => deleteEntityRecord('postType', 'post', 1)],
  ['invalidate', () => invalidate()],
  ['undo', () => undo()],
  ['redo', () => redo()],
]

let told: string[] = []
let places: Error[] = []
beforeEach(() => {
  ;[told, places] = [[], []]
  vi.spyOn(console, 'warn').mockImplementation((sentence: string, place: Error) => {
    told.push(sentence)
    places.push(place)
  })
})
afterEach(() => vi.restoreAllMocks())

/** Lets the engine tell of what it has let go of, which it does in tasks of its own, for so many turns at most. */
async function letGo(isTold: () => boolean, most = 50): Promise<void> {
  for (let turns = 0; turns < most && !isTold(); turns += 1) {
    collectGarbage()
    await new Promise((resolve) => setImmediate(resolve))
  }
}

it('says of a thunk that nobody has dispatched who made it, where, and what to write', async () => {
  // Twice, as in StrictMode or in a list: it is said once.
  const forget = () => makers.forEach(([, make]) => [make(), make()])
  forget()
  await letGo(() => told.length === makers.length)
  expect(told.map((sentence) => /^\w+/.exec(sentence)?.[0]).sort()).toEqual(
    makers.map(([maker]) => maker).sort(),
  )
  expect(told.find((sentence) => sentence.startsWith('saveEntityRecord('))).toBe(
    'saveEntityRecord(…) makes a thunk. One of them was never dispatched, so nothing has happened. Write dispatch(saveEntityRecord(…)), with the dispatch of the entity store, or of useEntityDispatch().',
  )
  expect(places.every(({ stack }) => stack?.includes('forgottenDispatch.test.ts'))).toBe(true)
})

it('says nothing of those that were dispatched', async () => {
  const { dispatch } = createEntityStore({
    fetcher: createMockSite({ posts: [{ id: 1, title: 'Tides' }] }).fetcher,
    devTools: false,
  })
  const forgotten = new FinalizationRegistry<string>(() => (gone += 1))
  let gone = 0
  await dispatch(fetchEntityRecord('postType', 'post', 1))
  const use = async () => {
    for (const [maker, make] of makers) {
      const thunk = make() as () => unknown
      forgotten.register(thunk, maker)
      await dispatch(thunk)
    }
  }
  await use()
  await letGo(() => gone === makers.length)
  expect(gone).toBe(makers.length)
  await letGo(() => false, 3)
  expect(told).toEqual([])
})
