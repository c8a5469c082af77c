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

const act = (
  type: 'write' | 'undo' | 'cut' | 'remove' | 'value' | 'meta' | 'restart' | 'reread',
  at: number,
  where = 0,
) => ({ type, at, where })
const save = (at: number, isSlow: boolean) => ({ type: 'save' as const, at, isSlow })

/** What has fallen once: it is tried before all others. */
const fallen: [Story][] = [
  // An undone word came back by a colleague who started anew and read it from the server.
  [[act('write', 0)], [save(0, true), act('undo', 0), act('restart', 2)]],
  [[act('write', 0)], [save(1, false), act('undo', 0), act('restart', 2)]],
  // What somebody had saved who removed a block was taken for another block of the same place.
  [[act('write', 0, 22)], [act('remove', 0), save(0, true), act('restart', 1)]],
  [[act('write', 0, 22)], [act('remove', 0), save(0, true), act('write', 0), act('restart', 1)]],
  // A block that was known to the device and to the server was there twice after a restart.
  [[act('write', 0, 734)], [act('write', 0), save(1, false), act('restart', 0)]],
  [[act('write', 0, 401)], [act('write', 0), save(1, false), act('restart', 0)]],
  // A block that was brought back behind others took a word along that a colleague took out of it.
  [
    [act('write', 2, 301), act('remove', 1, 711), act('write', 2, 602)],
    [act('undo', 1), act('cut', 0)],
  ],
  // Undo of what was typed after a save took what a colleague had saved since.
  [
    [act('write', 0), save(0, false)],
    [{ type: 'elsewhere' as const, at: 0 }, act('write', 0, 1), act('undo', 0)],
  ],
  // They never came to rest: an entry of meta was compared with all that the server has of it.
  [[{ type: 'elsewhere' as const, at: 0 }], [save(1, false), act('meta', 0)]],
  // An undone word of a block came back by who started anew and read it from the server.
  [
    [act('write', 0), act('restart', 1)],
    [act('write', 4), act('undo', 0), save(4, false), act('restart', 1)],
  ],
  ...(['meta', 'value'] as const).flatMap((type) => [
    // What was taken back to what the server had was shown as a colleague had saved it, and then as taken back again.
    [[act(type, 1)], [save(0, false), act('undo', 1), act('reread', 1), act('write', 1), save(1, false)]],
    // It came back for all by who started anew, cut off from the others.
    [
      [act(type, 1)],
      [
        { type: 'leave' as const, at: 1, isServerToo: false },
        save(0, false),
        act('undo', 1),
        act('restart', 1),
      ],
    ],
  ]),
].map((told) => [{ told: [[], ...told], lot: 0 }])

// A word that was cut while its save was under way came back by who started anew and read it from the server.
fallen.push([
  {
    told: [
      [act('write', 0)],
      [
        save(0, true),
        act('cut', 2),
        { type: 'deliver' as const, which: 21, isTwice: false },
        act('restart', 1),
      ],
      [],
    ],
    lot: 0,
  },
])

// A paragraph was put together with another one by who started anew, as both stood in the same place.
fallen.push([
  {
    told: [
      [act('remove', 0, 7), act('write', 1, 323), save(1, false)],
      [act('write', 1, 233), { type: 'elsewhere' as const, at: 0 }, act('restart', 1)],
      [],
    ],
    lot: 0,
  },
])

// What somebody had saved was there twice by a colleague who had typed in between and started anew.
fallen.push([
  {
    told: [
      [act('write', 0), act('remove', 1), act('remove', 0, 189)],
      [act('write', 0)],
      [act('write', 0, 454), save(1, false), act('restart', 0)],
    ],
    lot: 0,
  },
])

// What somebody had saved, and what was typed into it since, was merged by who started anew with what the server had had
// before: by way of another paragraph that had stood there, and of a word that had been taken out beside it.
fallen.push(
  [
    {
      told: [
        [act('remove', 0)],
        [act('write', 0)],
        [act('write', 0, 902), save(2, false), act('restart', 0)],
      ],
      lot: 0,
    },
  ],
  [
    {
      told: [
        [act('write', 0), save(0, false)],
        [act('write', 0, 1)],
        [save(2, false), act('cut', 0), act('restart', 0)],
      ],
      lot: 0,
    },
  ],
  [
    {
      told: [
        [act('write', 0, 1)],
        [save(2, false), act('remove', 0), act('write', 0, 4), act('restart', 0)],
        [],
      ],
      lot: 0,
    },
  ],
  // A block of both was there twice by who started anew alone.
  [
    {
      told: [
        [],
        [act('write', 0, 218)],
        [
          { type: 'leave' as const, at: 3, isServerToo: false },
          act('write', 2, 0),
          save(2, false),
          act('restart', 3),
        ],
      ],
      lot: 0,
    },
  ],
  // What somebody had saved stood twice beside what both had typed next to it.
  [
    {
      told: [
        [act('write', 0)],
        [act('write', 0, 1), act('write', 2, 1), save(2, false), act('restart', 0)],
        [],
      ],
      lot: 0,
    },
  ],
  // A save from outside came between one's own and a restart of somebody who was cut off.
  [
    {
      told: [
        [act('write', 0, 44)],
        [
          save(0, false),
          { type: 'elsewhere' as const, at: 0 },
          { type: 'leave' as const, at: 2, isServerToo: false },
          act('restart', 2),
        ],
        [],
      ],
      lot: 0,
    },
  ],
  // What somebody read never went into the document, as the site had said something else before that they had not read.
  [
    {
      told: [
        [],
        [{ type: 'elsewhere' as const, at: 0 }],
        [act('cut', 3), { type: 'elsewhere' as const, at: 3 }],
      ],
      lot: 0,
    },
  ],
)

describe.each(seeds(200, 30))(
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
