import { describe, expect, it } from 'vitest'
import { together } from '../../src/core/thunk'

describe('several facts at once', () => {
  const one = { type: 'a' }

  it('are one action', () => {
    expect(together([one, { type: 'c' }])).toEqual({ type: 'store/together', actions: [one, { type: 'c' }] })
  })

  it('are just the fact when there is one only', () => {
    expect(together([one])).toBe(one)
  })

  it('may be none', () => {
    expect(together([])).toEqual({ type: 'store/together', actions: [] })
  })
})
