import { describe, expect, it } from 'vitest'
import { expectEqual } from './expectEqual'

describe('expectEqual', () => {
  it('holds for what is equal', () => {
    expectEqual({ a: [1] }, { a: [1] })
  })

  it('takes what is undefined for not there, as toEqual does', () => {
    expectEqual({ a: 1, b: undefined }, { a: 1 })
  })

  it.each([
    [1, 2],
    [null, undefined],
    [{ a: [1] }, { a: [2] }],
    [[1], [1, 2]],
  ])('fails for %j where %j is expected, with the message', (actual, expected) => {
    expect(() => expectEqual(actual, expected, 'what differs')).toThrow(/^what differs: expected/)
  })
})
