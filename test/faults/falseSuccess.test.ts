import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { selectDirtyEntityRecords, selectEntityRecord } from 'copydesk'
import { falseSuccesses } from './faultySite'
import { inTime, leftovers, play } from './play'
import { aside, shownTitle, stories, typed } from './stories'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const writes = stories.filter(({ isWrite }) => isWrite)

describe.each(writes)('$name, which looks done but is not', (story) => {
  it.each(falseSuccesses)('$name: it is an error, and all that was typed stays', async (fault) => {
    const { store, met, heal, ended } = await play(story, fault)
    const state = store.getState()
    expect(met()).toBeGreaterThan(0)
    expect(leftovers(state)).toEqual([])
    expect(story.error(state, ended)).toMatchObject({
      ...fault.error,
      message: expect.stringMatching(/\w+ .*\w+/) as unknown,
    })
    expect([shownTitle(state, 1), shownTitle(state, 2)]).toEqual([typed, aside])
    expect(selectDirtyEntityRecords(state).map(({ key }) => key)).toEqual(expect.arrayContaining([1, 2]))
    expect(selectEntityRecord(state, 'postType', 'post', 1)).toMatchObject({ title: { raw: 'Post 1' } })

    heal()
    const again = await inTime(story.act(store))
    expect(leftovers(store.getState())).toEqual([])
    expect(story.isDone(store.getState(), again)).toBe(true)
  })
})
