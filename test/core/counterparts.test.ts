import { describe, expect, it } from 'vitest'
import { attachCounterpart, counterpartOf } from '../../src/core/counterparts'

describe('something beside a plain object', () => {
  it('is found by the identity of the object', () => {
    const plain = { a: 1 }
    const value = () => 1
    attachCounterpart(plain, value)
    expect(counterpartOf(plain)).toBe(value)
  })

  it('belongs to that one object, not to its copies', () => {
    const plain = { a: 1 }
    attachCounterpart(plain, 'value')
    expect(counterpartOf({ ...plain })).toBeUndefined()
  })

  it('leaves no trace in the object, even in a frozen one', () => {
    const plain = Object.freeze({ a: 1 })
    attachCounterpart(plain, 'value')
    expect(Reflect.ownKeys(plain)).toEqual(['a'])
    expect(counterpartOf(plain)).toBe('value')
  })

  it('is replaced by the next one', () => {
    const plain = {}
    attachCounterpart(plain, 1)
    attachCounterpart(plain, 2)
    expect(counterpartOf(plain)).toBe(2)
  })
})
