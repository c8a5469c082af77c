import fc from 'fast-check'
import { afterEach, beforeAll, beforeEach, describe, it, vi } from 'vitest'
import { plainCodec, structuredCodec, type RecordCodec } from 'copydesk/sync'
import { longestLaw } from '../support/lawRuns'
import { seeds } from '../support/seeds'
import { play, story, type Story } from './convergenceStory'
import { loadCollaboration } from '../support/loadCollaboration'

beforeAll(loadCollaboration)
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const kinds: [string, RecordCodec, boolean][] = [
  ['values', plainCodec, false],
  ['texts and meta', structuredCodec(), false],
  ['blocks', structuredCodec(), true],
]

/** What has fallen once: an undone word came back by a colleague who started anew and read it from the server. */
const fallen: [Story][] = [
  { type: 'save', at: 0, isSlow: true } as const,
  { type: 'save', at: 1, isSlow: false } as const,
].map((save) => {
  const write = { type: 'write', at: 0, where: 0 } as const
  const undone = [save, { type: 'undo', at: 0, where: 0 }, { type: 'restart', at: 2, where: 0 }] as const
  return [{ told: [[], [write], undone], lot: 0 }]
})

describe.each(seeds(200, 70))(
  'five replicas that write, undo, save, read, are cut off, hear late, twice and out of order, and start again, $seeded',
  ({ parameters }) => {
    it.each(kinds)(
      'end with the same, and with all that was written: %s',
      async (what, codec, hasBlocks) => {
        await fc.assert(
          fc.asyncProperty(story, (told) => play(codec, hasBlocks, told)),
          { ...parameters, examples: fallen },
        )
      },
      longestLaw,
    )
  },
)
