import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEqual } from '../../src/core/isEqual'

describe('isEqual', () => {
  it.each<[string, unknown, unknown]>([
    ['numbers', 1, 1],
    ['two that are not a number', NaN, NaN],
    ['zeros of either sign', 0, -0],
    ['fields in another order', { a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 }],
  ])('is true for %s', (what, one, other) => {
    expect(isEqual(one, other)).toBe(true)
  })

  it.each<[string, unknown, unknown]>([
    ['a number and its text', 1, '1'],
    ['null and undefined', null, undefined],
    ['an array that is longer', [1], [1, 2]],
    ['an object with a field undefined and one without it', { a: undefined }, {}],
  ])('is false for %s', (what, one, other) => {
    expect(isEqual(one, other)).toBe(false)
    expect(isEqual(other, one)).toBe(false)
  })

  it.each(['valueOf', 'toString', 'constructor'])(
    'says that two objects with a field named %s differ, rather than to fail',
    (name) => {
      const one = { [name]: 'a', meta: {} }
      expect(isEqual({ meta: one }, { meta: { ...one, meta: { b: 1 } } })).toBe(false)
      expect(isEqual(one, one)).toBe(true)
    },
  )

  it('says of cyclic values, and of those of another realm, that they differ', () => {
    const cyclic = () => {
      const value: Record<string, unknown> = {}
      value.self = value
      return value
    }
    expect(isEqual(cyclic(), cyclic())).toBe(false)
    expect(isEqual(runInNewContext('({ a: 1 })'), { a: 1 })).toBe(false)
  })

  it('says of JSON with the same text that it is equal', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const text = JSON.stringify(value)
        fc.pre(!/"(valueOf|toString|toLocaleString|constructor|__proto__)":/.test(text))
        expect(isEqual(value, JSON.parse(text))).toBe(true)
      }),
    )
  })
})
