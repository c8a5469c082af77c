import { describe, expect, it } from 'vitest'
import { termTree, withDescendants } from '../../../examples/playground/terms/termTree'

const term = (id: number, parent = 0) => ({ id, name: `Term ${id}`, parent })
const shape = (terms: readonly ReturnType<typeof term>[]) =>
  termTree(terms).map(({ row, depth }) => [row.id, depth])

describe('The tree of terms', () => {
  it('puts terms right after the one they are below', () => {
    expect(shape([term(1), term(2), term(3, 1), term(4, 3), term(5, 2)])).toEqual([
      [1, 0],
      [3, 1],
      [4, 2],
      [2, 0],
      [5, 1],
    ])
  })

  it('keeps a term whose parent is not there', () => {
    expect(shape([term(3, 99)])).toEqual([[3, 0]])
  })

  it('knows what can not be above a term: itself and all below it', () => {
    expect([...withDescendants([term(4, 3), term(3, 1), term(1), term(2)], 1)].sort()).toEqual([1, 3, 4])
  })
})
