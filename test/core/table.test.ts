import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  changeRows,
  deleteRows,
  eachRow,
  emptyTable,
  getRow,
  keysOf,
  setRow,
  type Table,
  type TableNode,
} from '../../src/core/recordTable'
import { collidingKeys } from './collidingKeys'

type Change = { key: string; row: number | null }

const oddKeys = ['', '__proto__', 'constructor', 'toString', 'length', '0', '00', '-1', '1e3', ' ', 'ü', '😀']
const anyKey = fc.oneof(fc.constantFrom(...oddKeys, ...collidingKeys), fc.nat(60).map(String), fc.string())
const anyChange: fc.Arbitrary<Change> = fc.record({ key: anyKey, row: fc.option(fc.nat(3)) })
const anyChanges = fc.array(anyChange, { maxLength: 200 })

function rowsOf(table: Table<number>): Map<string, number> {
  const rows = new Map<string, number>()
  eachRow(table, (row, key) => rows.set(key, row))
  return rows
}

function apply(table: Table<number>, { key, row }: Change): Table<number> {
  return setRow(table, key, row ?? undefined)
}

function applyAll(table: Table<number>, changes: readonly Change[]): Table<number> {
  const keys = changes.map(({ key }) => key)
  return changeRows(table, keys, (row, key, i) => changes[i]?.row ?? undefined)
}

function deleteRow(table: Table<number>, key: string): Table<number> {
  return deleteRows(table, [key])
}

function applyToMap(map: Map<string, number>, { key, row }: Change): void {
  if (row === null) map.delete(key)
  else map.set(key, row)
}

function tableOf(count: number): Table<number> {
  const keys = Array.from({ length: count }, (none, i) => String(i * 7))
  return changeRows(emptyTable<number>(), keys, (row, key, i) => i)
}

function nodesOf<Row>(node: TableNode<Row> | null, found = new Set<unknown>()): Set<unknown> {
  if (!Array.isArray(node)) return found
  found.add(node)
  for (const child of node as unknown[]) if (Array.isArray(child)) nodesOf(child, found)
  return found
}

describe('a table beside a Map', () => {
  it('holds the same rows after any changes', () => {
    fc.assert(
      fc.property(anyChanges, (changes) => {
        const map = new Map<string, number>()
        let table = emptyTable<number>()
        for (const change of changes) {
          applyToMap(map, change)
          table = apply(table, change)
        }
        expect(rowsOf(table)).toEqual(map)
        expect(table.size).toBe(map.size)
        for (const { key } of changes) expect(getRow(table, key)).toBe(map.get(key))
      }),
    )
  })

  it('holds the same rows after many changes at once, each of which is told the row before it', () => {
    fc.assert(
      fc.property(anyChanges, anyChanges, (first, second) => {
        const map = new Map<string, number>()
        for (const change of first) applyToMap(map, change)
        const table = changeRows(
          first.reduce(apply, emptyTable<number>()),
          second.map(({ key }) => key),
          (row, key, i) => {
            expect(row).toBe(map.get(key))
            applyToMap(map, second[i] as Change)
            return second[i]?.row ?? undefined
          },
        )
        expect(rowsOf(table)).toEqual(map)
        expect(new Set(keysOf(table))).toEqual(new Set(map.keys()))
        expect(table.size).toBe(map.size)
      }),
    )
  })

  it('is the same after a trip through JSON', () => {
    fc.assert(
      fc.property(anyChanges, anyChange, (changes, last) => {
        const table = changes.reduce(apply, emptyTable<number>())
        const copy = JSON.parse(JSON.stringify(table)) as Table<number>
        expect(copy).toEqual(table)
        expect(rowsOf(apply(copy, last))).toEqual(rowsOf(apply(table, last)))
      }),
    )
  })
})

describe('older versions of a table', () => {
  it('never change', () => {
    fc.assert(
      fc.property(anyChanges, anyChanges, (first, second) => {
        const table = first.reduce(apply, emptyTable<number>())
        const before = JSON.stringify(table)
        second.reduce(apply, applyAll(table, second))
        expect(JSON.stringify(table)).toBe(before)
      }),
    )
  })

  it('do not change when a bucket of theirs is split', () => {
    const table = tableOf(8)
    const before = JSON.stringify(table)
    const more = Array.from({ length: 100 }, (none, i) => `more ${i}`)
    expect(changeRows(table, [...more, '0'], () => -1).size).toBe(108)
    expect(JSON.stringify(table)).toBe(before)
  })
})

describe('a change that changes nothing', () => {
  const table = tableOf(100)

  it.each<[string, readonly string[], (row: number | undefined) => number | undefined]>([
    ['nothing at all', [], () => 1],
    ['setting a row that is there', ['7'], () => 1],
    ['deleting a key that is not there', ['nobody', 'nowhere'], () => undefined],
    ['leaving rows as they are', ['7', '14', 'nobody'], (row) => row],
  ])('gives the same table after %s', (what, keys, change) => {
    expect(changeRows(table, keys, change)).toBe(table)
  })

  it('gives the same table through setRow and deleteRows', () => {
    expect(setRow(table, '7', 1)).toBe(table)
    expect(deleteRow(table, 'nobody')).toBe(table)
  })

  it('gives the one empty table when the last row goes', () => {
    expect(deleteRow(setRow(emptyTable<number>(), 'a', 1), 'a')).toBe(emptyTable())
    const keys = Array.from({ length: 100 }, (none, i) => String(i * 7))
    expect(keys.reduce(deleteRow, table)).toBe(emptyTable())
  })
})

describe('keys whose hashes are equal', () => {
  const full = collidingKeys.reduce((table, key, i) => setRow(table, key, i), emptyTable<number>())

  it('are of equal hash indeed: they end up in one long bucket', () => {
    const lengths = [...nodesOf(full.root)].map((node) => (node as unknown[]).length)
    expect(lengths).toContain(2 * collidingKeys.length)
  })

  it('are kept apart', () => {
    expect(collidingKeys.map((key) => getRow(full, key))).toEqual(collidingKeys.map((key, i) => i))
    expect(full.size).toBe(collidingKeys.length)
  })

  it('can be deleted one by one', () => {
    const [first = '', ...others] = collidingKeys
    const left = others.reduce(deleteRow, full)
    expect(rowsOf(left)).toEqual(new Map([[first, 0]]))
  })

  it('are not mistaken for a key that is missing', () => {
    const [first = '', ...others] = collidingKeys
    const without = deleteRow(full, first)
    expect(getRow(without, first)).toBeUndefined()
    expect(without.size).toBe(others.length)
  })
})

describe('reading a table', () => {
  it.each(oddKeys)('finds nothing under %j in an empty one', (key) => {
    expect(getRow(emptyTable(), key)).toBeUndefined()
  })

  it.each(oddKeys)('finds nothing under %j in a full one that does not have it', (key) => {
    const table = oddKeys.reduce((rows, other) => setRow(rows, other, 1), tableOf(200))
    expect(getRow(deleteRow(table, key), key)).toBeUndefined()
    expect(getRow(table, key)).toBe(1)
  })

  it('finds nothing and visits nobody where there is no table', () => {
    const seen: string[] = []
    eachRow<number>(undefined, (row, key) => seen.push(key))
    expect(getRow(undefined, 'a')).toBeUndefined()
    expect(seen).toEqual([])
  })

  it('keeps rows that are texts apart from keys', () => {
    const table = setRow(setRow(emptyTable<string>(), 'a', 'b'), 'c', 'a')
    expect(getRow(table, 'b')).toBeUndefined()
    expect(getRow(table, 'c')).toBe('a')
  })
})

describe('what a change costs', () => {
  const table = tableOf(50_000)
  const before = nodesOf(table.root)
  const made = (changed: Table<number>) => [...nodesOf(changed.root)].filter((node) => !before.has(node))

  it('is a few short arrays among 50,000 rows, whether a row is changed, added or deleted', () => {
    const changes = [setRow(table, '70', -1), setRow(table, 'new', -1), deleteRow(table, '70')]
    for (const changed of changes) {
      const copied = made(changed) as unknown[][]
      expect(copied.length).toBeLessThanOrEqual(5)
      expect(copied.length).toBeGreaterThan(0)
      for (const node of copied) expect(node.length).toBeLessThanOrEqual(32)
    }
  })

  it('is paid once for rows changed at once', () => {
    const rounds = Array.from({ length: 100 }, () => '70')
    expect(made(changeRows(table, rounds, (row = 0) => row - 1)).length).toBeLessThanOrEqual(5)
  })

  it('spreads ids that share a factor over short paths', () => {
    const keys = Array.from({ length: 20_000 }, (none, i) => String(i * 1024))
    const { root } = changeRows(emptyTable<number>(), keys, (row, key, i) => i)
    const depth = (node: unknown): number =>
      Array.isArray(node) && typeof node[0] !== 'string' ? 1 + Math.max(...node.map(depth)) : 0
    expect(depth(root)).toBeLessThanOrEqual(6)
  })
})

describe('the table of ten thousand records', () => {
  /** Ids as a site has them: with gaps. */
  const sparse = (at: number) => 37 * at + 5
  const keys = Array.from({ length: 10_000 }, (none, at) => String(sparse(at)))
  const full = changeRows(emptyTable<{ at: number }>(), keys, (row, key, at) => ({ at }))
  const nodesIn = (node: unknown): unknown[] =>
    Array.isArray(node) ? [node, ...node.flatMap((child: unknown) => nodesIn(child))] : []
  const before = new Set(nodesIn(full.root))
  const copied = (table: Table<{ at: number }>) =>
    nodesIn(table.root).filter((node) => !before.has(node)).length

  it('copies three nodes for a row, and none where nothing changes', () => {
    expect(copied(setRow(full, String(sparse(77)), { at: -1 }))).toBe(3)
    expect(setRow(full, String(sparse(77)), getRow(full, String(sparse(77))))).toBe(full)
  })

  it('copies each node on the way to a hundred rows once', () => {
    const page = keys.slice(4000, 4100)
    const slice = vi.spyOn(Array.prototype, 'slice')
    changeRows(full, page, () => ({ at: -1 }))
    const copies = slice.mock.calls.length
    slice.mockRestore()
    // A bucket for each row, and the branches of the two levels above them, which would be 300 if each row copied its own.
    expect(copies).toBeLessThan(150)
    expect(copies).toBeGreaterThan(32)
  })
})
