import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { selectEntityRecord } from '../../src/entities/selectors'
import { startCollecting } from '../../src/store/garbageCollection/startCollecting'
import { postStore } from '../support/postStore'

const code = vi.hoisted(() => ({ isThere: false, asked: 0 }))

vi.mock('../../src/store/garbageCollection/collectGarbage', (importOriginal) => {
  code.asked++
  if (!code.isThere) throw new Error('Failed to fetch dynamically imported module')
  return importOriginal()
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

it('keeps everything while its code can not be loaded, and tries again the next time', async () => {
  const { store } = await postStore()
  const isKnown = () => selectEntityRecord(store.getState(), 'postType', 'post', 1) !== undefined
  const stop = startCollecting(store, { after: 1000 })
  const pass = async () => {
    vi.advanceTimersByTime(250)
    await vi.dynamicImportSettled()
  }
  for (let i = 0; i < 8; i++) await pass()
  expect(code.asked).toBeGreaterThan(1)
  expect(isKnown()).toBe(true)
  code.isThere = true
  for (let i = 0; i < 8; i++) await pass()
  expect(isKnown()).toBe(false)
  stop()
})
