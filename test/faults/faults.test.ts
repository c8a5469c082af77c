import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { selectDirtyEntityRecords } from 'copydesk'
import { type Fault, faults } from './faultySite'
import { inTime, leftovers, play } from './play'
import { aside, shownTitle, stories, type Story, typed } from './stories'

const rejections: unknown[] = []
const note = (reason: unknown) => void rejections.push(reason)

beforeEach(() => {
  vi.useFakeTimers()
  process.on('unhandledRejection', note)
})
afterEach(() => {
  vi.useRealTimers()
  process.off('unhandledRejection', note)
})

describe.each(stories)('$name', (story) => {
  it.each(faults)('$name: nothing is lost or stuck, the error is reported', async (fault) => {
    const { store, met, heal, ended } = await play(story, fault)
    const state = store.getState()
    expect(met()).toBeGreaterThan(0)
    expect(leftovers(state)).toEqual([])
    expect([shownTitle(state, 1), shownTitle(state, 2)]).toEqual([typed, aside])
    expect(selectDirtyEntityRecords(state).map(({ key }) => key)).toContain(2)

    const wanted = fault.error && (story.toldAs ?? fault.error)
    const error = story.error(state, ended)
    const isHarmless = wanted === undefined || story.survives?.includes(wanted.status ?? 0)
    if (!isHarmless && story.isMissing) {
      expect({ error, isMissing: story.isMissing(state, ended) }).toEqual({
        error: undefined,
        isMissing: true,
      })
    } else if (!isHarmless) {
      expect({ error, ended }).toMatchObject({
        error: { ...wanted, message: expect.stringMatching(/\w+ .*\w+/) as unknown },
      })
    } else if (isRepeated(story, fault)) expect(error).toMatchObject({ status: 404 })
    else expect(error).toBeUndefined()

    heal()
    const again = await inTime(story.act(store))
    const after = store.getState()
    expect(leftovers(after)).toEqual([])
    expect(story.isDone(after, again)).toBe(true)
    expect([shownTitle(after, 1), shownTitle(after, 2)]).toEqual([typed, aside])
    expect(rejections.splice(0)).toEqual([])
  })
})

// What is deleted twice is not there the second time, and that is what the site says.
function isRepeated(story: Story, fault: Fault): boolean {
  return story.name === 'deleting a record' && fault.name === 'duplicated'
}
