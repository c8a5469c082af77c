import type { RecordKey } from 'copydesk'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rangeSeq, readRange } from '../../src/queries/readRange'
import { insertWindow, removeRows, type ListRows, type ListWindow } from '../../src/queries/windows'
import { expectEqual } from '../support/expectEqual'
import { seeds } from '../support/seeds'

const keys = (ids: readonly (number | string)[]) => ids.map((id) => String(id) as RecordKey)

function window(
  start: number,
  ids: readonly (number | string)[],
  rest: Partial<ListWindow> = {},
): ListWindow {
  return { start, size: ids.length, ids: keys(ids), seq: 1, isRead: true, ...rest }
}

const removeRow = (rows: ListRows, key: RecordKey) => removeRows(rows, new Set([key])).rows

const nothing: ListRows = { windows: [], end: null }

/** Rows of a list by position; `-` where nothing is known. */
function slots(rows: ListRows, length: number): string {
  return Array.from({ length }, (_, i) => readRange(rows, { start: i, stop: i + 1 }))
    .map((ids) => (ids === null ? '-' : (ids[0] ?? '.')))
    .join(' ')
}

describe('laying windows over a list', () => {
  const cases: [string, ListRows, ListWindow, string][] = [
    ['page 2 of 3 rows alone leaves page 1 unknown', nothing, window(3, [4, 5, 6]), '- - - 4 5 6'],
    [
      'page 1 joins page 2',
      insertWindow(nothing, window(3, [4, 5, 6]), null),
      window(0, [1, 2, 3]),
      '1 2 3 4 5 6',
    ],
    [
      'page 2 takes the place of what stood there',
      insertWindow(nothing, window(0, [1, 2, 3, 4, 5, 6]), null),
      window(3, ['r', 5, 6]),
      '1 2 3 r 5 6',
    ],
    [
      'page 3 adds to the end',
      insertWindow(nothing, window(0, [1, 2, 3, 4, 5, 6]), null),
      window(6, [7]),
      '1 2 3 4 5 6 7',
    ],
    [
      'a page that came short has nothing at its end',
      insertWindow(nothing, window(0, [1, 2, 3]), null),
      window(0, [1, 2], { size: 3 }),
      '1 2 .',
    ],
    [
      'an offset leaves what is between',
      insertWindow(nothing, window(1, [2, 3]), null),
      window(4, [5, 6]),
      '- 2 3 - 5 6',
    ],
  ]
  it.each(cases)('%s', (title, rows, laid, expected) => {
    expect(slots(insertWindow(rows, laid, null), expected.split(' ').length)).toBe(expected)
  })

  it('says of none of the positions of a page what stands there when rows of it were kept back', () => {
    const rows = insertWindow(nothing, window(2, [9], { size: 2 }), 6)
    expect(slots(rows, 6)).toBe('- - - - - -')
    expect(readRange(rows, { start: 2, stop: 4 })).toEqual(keys([9]))
  })

  it('keeps the last page, just as it was asked for, when the list turns out to be longer', () => {
    const last = insertWindow(nothing, window(4, [5], { size: 2 }), 5)
    const longer = insertWindow(last, window(0, [1, 2], { seq: 2 }), 6)
    expect(slots(last, 5)).toBe('- - - - 5')
    expect(slots(longer, 6)).toBe('1 2 - - - -')
    expect(readRange(longer, { start: 4, stop: 6 })).toEqual(keys([5]))
  })

  it('keeps more rows than a page should have', () => {
    const ids = Array.from({ length: 12 }, (_, i) => i + 1)
    expect(readRange(insertWindow(nothing, window(0, ids), 12), { start: 0, stop: Infinity })).toEqual(
      keys(ids),
    )
  })

  it('changes nothing when something newer is known for one of its positions', () => {
    const rows = insertWindow(nothing, window(0, [1, 2, 3], { seq: 5 }), null)
    expect(insertWindow(rows, window(2, [8, 9], { seq: 4 }), null)).toBe(rows)
  })

  it('forgets the rows behind the end of a list that has become shorter', () => {
    const long = insertWindow(insertWindow(nothing, window(0, [1, 2, 3]), 6), window(3, [4, 5, 6]), 6)
    const short = insertWindow(long, window(0, [1, 2, 3], { seq: 2 }), 3)
    const longAgain = insertWindow(short, window(0, [1, 2, 3], { seq: 3 }), 6)
    expect(readRange(longAgain, { start: 3, stop: 6 })).toBeNull()
  })
})

describe('the end of a list', () => {
  it('that a read behind it tells takes the rows away that stood between', () => {
    const long = insertWindow(nothing, window(0, [1, 2, 3, 4]), 4)
    const short = insertWindow(long, window(6, [], { size: 2, seq: 2 }), 2)
    const longAgain = insertWindow(short, window(4, [5], { seq: 3 }), 5)
    expect(readRange(longAgain, { start: 0, stop: 2 })).toEqual(keys([1, 2]))
    expect(readRange(longAgain, { start: 2, stop: 4 })).toBeNull()
  })
})

describe('reading a range', () => {
  it('gives null for a stretch of holes', () => {
    expect(readRange(insertWindow(nothing, window(2, [3, 4]), null), { start: 0, stop: 2 })).toBeNull()
  })

  it('gives null for the whole list while its end is not known', () => {
    expect(readRange(insertWindow(nothing, window(0, [1, 2]), null), { start: 0, stop: Infinity })).toBeNull()
  })

  it('gives no rows at or behind the end of the list', () => {
    const rows = insertWindow(nothing, window(0, [1, 2]), 84)
    expect(readRange(rows, { start: 84, stop: 94 })).toEqual([])
  })

  it('gives a row that moved between two answers once, where the newer one says', () => {
    const rows = insertWindow(
      insertWindow(nothing, window(0, [1, 2, 3]), 6),
      window(3, [3, 4, 5], { seq: 2 }),
      6,
    )
    expect(readRange(rows, { start: 0, stop: 6 })).toEqual(keys([1, 2, 3, 4, 5]))
  })

  it('gives a row that moved up once, where the newer answer says', () => {
    const rows = insertWindow(
      insertWindow(nothing, window(3, [4, 5, 6]), 6),
      window(0, [6, 1, 2], { seq: 2 }),
      6,
    )
    expect(readRange(rows, { start: 0, stop: 6 })).toEqual(keys([6, 1, 2, 4, 5]))
  })

  it('dates an empty list by the answer that said so', () => {
    const rows = insertWindow(nothing, window(0, [], { seq: 7 }), 0)
    expect(rangeSeq(rows, { start: 0, stop: Infinity })).toBe(7)
  })

  it('dates a page by the reads of that page alone, not by its neighbours', () => {
    const rows = insertWindow(
      insertWindow(nothing, window(0, [1, 2], { seq: 3 }), 4),
      window(2, [3, 4], { seq: 1 }),
      4,
    )
    expect(rangeSeq(rows, { start: 0, stop: 2 })).toBe(3)
  })

  it('does not date what a hand put in', () => {
    const rows = insertWindow(nothing, window(0, [1, 2], { isRead: false }), 2)
    expect(rangeSeq(rows, { start: 0, stop: 2 })).toBe(-1)
  })
})

describe('removing a row', () => {
  const tenOfHundred = insertWindow(nothing, window(0, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), 100)

  it('shows the page without it', () => {
    const left = removeRow(tenOfHundred, keys([4])[0] as RecordKey)
    expect(readRange(left, { start: 0, stop: 10 })).toEqual(keys([1, 2, 3, 5, 6, 7, 8, 9, 10]))
  })

  it('does not make a page pass for the whole list', () => {
    const left = removeRow(tenOfHundred, keys([4])[0] as RecordKey)
    expect(readRange(left, { start: 0, stop: Infinity })).toBeNull()
  })

  it('does not make a page pass for a bigger page', () => {
    const left = removeRow(tenOfHundred, keys([4])[0] as RecordKey)
    expect(readRange(left, { start: 0, stop: 20 })).toBeNull()
  })

  it('moves the rows behind it up and ends the list one earlier', () => {
    const rows = insertWindow(insertWindow(nothing, window(0, [1, 2]), 4), window(2, [3, 4]), 4)
    const left = removeRow(rows, keys([1])[0] as RecordKey)
    expect(left.end).toBe(3)
    expect(slots(left, 3)).toBe('2 3 4')
  })

  it('asks for the page again', () => {
    expect(rangeSeq(removeRow(tenOfHundred, keys([4])[0] as RecordKey), { start: 0, stop: 10 })).toBe(-1)
  })

  it('changes nothing about a list that does not have it', () => {
    expect(removeRow(tenOfHundred, keys([77])[0] as RecordKey)).toBe(tenOfHundred)
  })

  it('together leaves what taking them out one after the other leaves', () => {
    const rows: ListRows = {
      windows: [window(0, [1, 2, 3]), window(3, [4, 5, 6]), window(20, [21, 22])],
      partial: [window(6, [7, 8, 9], { size: 10, isPartial: true })],
      end: 40,
    }
    const gone = keys([2, 5, 8, 22, 99])
    expect(removeRows(rows, new Set(gone))).toEqual({ rows: gone.reduce(removeRow, rows), removed: 4 })
  })

  it('leaves the stretches of a list in their order, however many rows a partial one had', () => {
    const sticky = insertWindow(nothing, window(0, [7, 8, 9], { size: 1, isPartial: true }), null)
    const rows = [window(1, [1, 2]), window(3, [3, 4])].reduce(
      (laid, page) => insertWindow(laid, page, null),
      sticky,
    )
    const { windows } = removeRows(rows, new Set(keys([7, 8, 9]))).rows
    expect(windows.map(({ start, size }) => [start, size])).toEqual([
      [0, 2],
      [2, 2],
    ])
  })
})

type Step =
  | { readonly kind: 'lay'; readonly start: number; readonly length: number; readonly isLate: boolean }
  | { readonly kind: 'remove'; readonly at: number }
  | { readonly kind: 'insert'; readonly at: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('lay' as const),
      start: fc.nat(14),
      length: fc.integer({ min: 1, max: 6 }),
      isLate: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), at: fc.nat(14) }) },
)
const serverStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: step },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('insert' as const), at: fc.nat(14) }) },
)

const ranges = Array.from({ length: 15 }, (_, start) =>
  [1, 3, 7].map((size) => ({ start, stop: start + size })),
)
  .flat()
  .concat({ start: 0, stop: Infinity })

/** An answer reaches beyond the end; older ones about what lies there arrive after it, newest first. */
const beyondTheEnd: Step[] = [
  { kind: 'lay', start: 13, length: 1, isLate: true },
  { kind: 'lay', start: 12, length: 2, isLate: true },
  { kind: 'lay', start: 0, length: 1, isLate: true },
  { kind: 'lay', start: 9, length: 4, isLate: false },
]

describe('any order of answers and removals', () => {
  it.each(seeds(2000, 1000))(
    'reads like an array with holes: the rows of the server, or null where one is unknown, $seeded',
    ({ parameters }) => {
      fc.assert(
        fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
          const server = Array.from({ length: 15 }, (_, i) => `${i}`)
          let model: (string | undefined)[] = server.map(() => undefined)
          let rows: ListRows = nothing
          let seq = 1
          let isEndKnown = false
          for (const action of steps) {
            if (action.kind === 'remove') {
              const id = server.splice(action.at, 1)[0]
              if (id === undefined) continue
              // Rows of which nothing is known can be removed by their id only where a window has them.
              const at = model.indexOf(id)
              if (at < 0) {
                server.splice(action.at, 0, id)
                continue
              }
              model.splice(at, 1)
              rows = removeRow(rows, id as RecordKey)
            } else if (action.kind === 'lay') {
              const ids = server.slice(action.start, action.start + action.length)
              if (ids.length === 0) continue
              isEndKnown = true
              rows = insertWindow(
                rows,
                window(action.start, ids, { seq: ++seq, size: action.length }),
                server.length,
              )
              model = server.map((id, i) =>
                i >= action.start && i < action.start + ids.length ? id : model[i],
              )
            }
          }
          for (const { start, stop } of ranges) {
            const read = readRange(rows, { start, stop })
            const wanted = model.slice(start, stop)
            const isKnown = isEndKnown && wanted.every((id) => id !== undefined)
            if (isKnown) expectEqual(read, server.slice(start, stop))
            // After a removal the rows that are left are shown, in order, and none that the server does not have there.
            else if (read !== null) {
              const left = wanted.filter((id) => id !== undefined)
              expectEqual(left, read)
              expectEqual([left.length > 0, rangeSeq(rows, { start, stop })], [true, -1])
            }
          }
        }),
        parameters,
      )
    },
  )

  it.each(seeds(1500, 500))(
    'never shows a row twice, and never an older answer over a newer one, $seeded',
    ({ parameters }) => {
      fc.assert(
        fc.property(fc.array(serverStep, { maxLength: 25 }), (steps) => {
          const server = Array.from({ length: 12 }, (_, i) => `${i}`)
          let rows: ListRows = nothing
          let seq = 1
          let made = 100
          const newest = new Map<number, number>()
          const late: (() => void)[] = []
          for (const action of steps) {
            if (action.kind === 'insert') server.splice(action.at, 0, `${++made}`)
            else if (action.kind === 'remove') server.splice(action.at, 1)
            else {
              const sent = ++seq
              const laid = window(action.start, server.slice(action.start, action.start + action.length), {
                seq: sent,
                size: action.length,
              })
              const length = server.length
              const arrive = () => {
                const before = rows
                // As the lists do it: the end is what the newest answer says.
                const end = rows.windows.some((other) => other.seq > sent) ? (rows.end ?? length) : length
                rows = insertWindow(rows, laid, end)
                const positions = Array.from({ length: action.length }, (_, i) => action.start + i)
                const isStale = positions.some((at) => (newest.get(at) ?? 0) > sent)
                if (isStale) expect(rows).toBe(before)
                // What was not taken, as something newer reaches beyond the end there, is no answer to be older than.
                else if (rows !== before) for (const at of positions) newest.set(at, sent)
                const isForgotten = (at: number) => at >= end && !positions.includes(at)
                if (!isStale) for (const at of [...newest.keys()].filter(isForgotten)) newest.delete(at)
              }
              if (action.isLate) late.push(arrive)
              else arrive()
            }
          }
          for (const arrive of late.reverse()) arrive()
          for (const range of ranges) {
            const read = readRange(rows, range)
            if (read) expectEqual(new Set(read).size, read.length)
          }
        }),
        { ...parameters, examples: [[beyondTheEnd]] },
      )
    },
  )
})
