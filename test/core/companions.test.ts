import { describe, expect, it, vi } from 'vitest'
import { attachCompanion, companionOf, remembered } from '../../src/core/companions'

describe('something beside a plain object', () => {
  it('is found by the identity of the object', () => {
    const plain = { a: 1 }
    const value = () => 1
    attachCompanion(plain, value)
    expect(companionOf(plain)).toBe(value)
  })

  it('belongs to that one object, not to its copies', () => {
    const plain = { a: 1 }
    attachCompanion(plain, 'value')
    expect(companionOf({ ...plain })).toBeUndefined()
  })

  it('leaves no trace in the object, even in a frozen one', () => {
    const plain = Object.freeze({ a: 1 })
    attachCompanion(plain, 'value')
    expect(Reflect.ownKeys(plain)).toEqual(['a'])
    expect(companionOf(plain)).toBe('value')
  })

  it('is replaced by the next one', () => {
    const plain = {}
    attachCompanion(plain, 1)
    attachCompanion(plain, 2)
    expect(companionOf(plain)).toBe(2)
  })
})

describe('what is remembered', () => {
  it('is made once for a key, and again for another', () => {
    const memory = new Map<string, object>()
    const make = vi.fn(() => ({}))
    const first = remembered(memory, 'a', make)
    expect(remembered(memory, 'a', make)).toBe(first)
    expect(remembered(memory, 'b', make)).not.toBe(first)
    expect(make).toHaveBeenCalledTimes(2)
  })
})
