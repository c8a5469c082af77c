import { describe, expect, it } from 'vitest'
import { changeRows, emptyTable, pickRows, setRow } from '../../src/table'

const keys = Array.from({ length: 5000 }, (none, at) => String(37 * at + 5))

describe('picking from the rows of a table', () => {
  it('gives what is picked of every row, without undefined', () => {
    const table = changeRows(emptyTable<number>(), keys, (row, key, at) => at)
    const even = pickRows(table, new WeakMap(), (row) => (row % 2 === 0 ? row : undefined))
    expect([...even].sort((one, other) => one - other)).toEqual(
      keys.map((key, at) => at).filter((at) => at % 2 === 0),
    )
    expect(pickRows(emptyTable<number>(), new WeakMap(), (row) => row)).toEqual([])
  })

  it('looks only at what stands beside a changed row again', () => {
    const memory = new WeakMap<object, readonly number[]>()
    let looked = 0
    const look = (row: number) => {
      looked++
      return row
    }
    const table = changeRows(emptyTable<number>(), keys, (row, key, at) => at)
    pickRows(table, memory, look)
    expect(looked).toBe(5000)
    expect(pickRows(setRow(table, '5', -1), memory, look)).toContain(-1)
    expect(looked).toBeLessThan(5000 + 17)
  })
})
