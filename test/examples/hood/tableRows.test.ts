import { createEntityStore, receiveEntityRecords, type Fetcher } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { isTable, tableRows } from '../../../examples/playground/hood/tableRows'

const silent: Fetcher = () => new Promise(() => {})

describe('A table of the state', () => {
  it('gives all its rows under their keys, sorted, however many they are', () => {
    const { dispatch, getState } = createEntityStore({ fetcher: silent, devTools: false })
    const users = Array.from(Array(500).keys(), (index) => ({ id: 1000 - index, name: `User ${index}` }))
    dispatch(receiveEntityRecords('root', 'user', users))
    const tables = findTables(getState())
    const rows = tables.map(tableRows).find(({ length }) => length === 500)
    expect(rows?.slice(0, 2).map(([key]) => key)).toEqual(['501', '502'])
    for (const table of tables) expect(tableRows(table)).toHaveLength(table.size)
  })

  it.each([[null], [{}], [[1, 2]], [{ size: 1 }], [{ size: '1', root: null }], ['text']])(
    'is not %j',
    (value) => {
      expect(isTable(value)).toBe(false)
    },
  )
})

/** Every table in a state, at any depth. */
function findTables(value: unknown): { size: number; root: unknown }[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = isTable(value) ? tableRows(value).map(([, row]) => row) : Object.values(value)
  return [...(isTable(value) ? [value] : []), ...inside.flatMap(findTables)]
}
