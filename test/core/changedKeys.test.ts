import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedKeys, changeRows, emptyTable, getRow, keysOf, type Table } from '../../src/core/recordTable'
import { collidingKeys } from './collidingKeys'

const anyKey = fc.oneof(fc.constantFrom('', '__proto__', ...collidingKeys), fc.nat(400).map(String))
const anyRows = fc.array(fc.tuple(anyKey, fc.option(fc.nat(3), { nil: undefined })), { maxLength: 300 })

function withRows(
  table: Table<number>,
  rows: readonly (readonly [string, number | undefined])[],
): Table<number> {
  return changeRows(
    table,
    rows.map(([key]) => key),
    (row, key, i) => rows[i]?.[1],
  )
}

describe('the changed keys of two tables', () => {
  it('are those with different rows, whether one table came from the other or not', () => {
    fc.assert(
      fc.property(anyRows, anyRows, fc.boolean(), (first, later, isGrown) => {
        const before = withRows(emptyTable<number>(), first)
        const after = withRows(isGrown ? before : emptyTable<number>(), later)
        const all = [...new Set([...keysOf(before), ...keysOf(after)])]
        const different = all.filter((key) => getRow(before, key) !== getRow(after, key))
        expect([...changedKeys(before, after)].sort()).toEqual(different.sort())
      }),
    )
  })

  it('are some of them, but more than are wanted at most, where there are more', () => {
    fc.assert(
      fc.property(anyRows, anyRows, fc.nat(30), (first, later, most) => {
        const before = withRows(emptyTable<number>(), first)
        const after = withRows(before, later)
        const all = changedKeys(before, after)
        const some = changedKeys(before, after, most)
        expect(all).toEqual(expect.arrayContaining([...some]))
        expect(some.length > most).toBe(all.length > most)
      }),
    )
  })

  it('are none of those that stand in a bucket where it was split', () => {
    const before = withRows(emptyTable<number>(), numbered(0, 10))
    for (let count = 1; count < 40; count++) {
      const later = numbered(10, count)
      const changed = changedKeys(before, withRows(before, later))
      expect([...changed].sort()).toEqual(later.map(([key]) => key).sort())
    }
  })

  it('are none for one table, and all where the other is missing', () => {
    const table = withRows(emptyTable<number>(), [['a', 1]])
    expect(changedKeys(table, table)).toEqual([])
    expect(changedKeys(undefined, table)).toEqual(['a'])
    expect(changedKeys(table, undefined)).toEqual(['a'])
  })
})

function numbered(from: number, count: number): [string, number][] {
  return Array.from({ length: count }, (unused, i) => [String(from + i), 0])
}
