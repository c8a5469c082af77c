import { describe, expect, it } from 'vitest'
import { scope } from '../../src/core/keys'
import { together } from '../../src/core/thunk'

describe('several facts at once', () => {
  const one = { type: 'a', touches: [{ scope: scope.undo }] }
  const other = { type: 'b', touches: [{ scope: scope.dirty, keys: ['1'] }, { scope: scope.config }] }

  it('are one action that touches whatever each of them touches', () => {
    expect(together([one, { type: 'c' }, other])).toEqual({
      type: 'store/together',
      actions: [one, { type: 'c' }, other],
      touches: [...one.touches, ...other.touches],
    })
  })

  it('are just the fact when there is one only', () => {
    expect(together([one])).toBe(one)
  })

  it('may be none', () => {
    expect(together([])).toEqual({ type: 'store/together', actions: [], touches: [] })
  })
})
