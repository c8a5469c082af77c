import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { assertPlain, wrongIn } from '../../src/core/assertPlain'
import { EntityStoreError } from '../../src/core/errors'
import { isRecord } from '../../src/core/plain'

class Point {
  x = 1
}

const check = (value: unknown) => () =>
  assertPlain(value, (found) => new EntityStoreError('invalid_edit', `The edit${wrongIn(found)}`))
const cyclicObject: Record<string, unknown> = {}
cyclicObject.inner = { again: cyclicObject }
const cyclicArray: unknown[] = []
cyclicArray.push([cyclicArray])
const shared = { a: 1 }

describe('plain data', () => {
  it.each<[string, unknown]>([
    ['a text', 'a'],
    ['a number', 1],
    ['a boolean', false],
    ['null', null],
    ['undefined', undefined],
    ['nested arrays and objects', { a: [{ b: [1, null] }], c: {} }],
    ['a frozen object', Object.freeze({ a: Object.freeze([1]) })],
    ['an object without prototype', Object.assign(Object.create(null), { a: 1 })],
    ['an object of another realm', runInNewContext('({ a: [1, { b: 2 }] })')],
    ['one object in two places', { one: shared, other: shared, list: [shared, shared] }],
    ['a field named constructor', JSON.parse('{"constructor":{"name":"x"},"__proto__":{"a":1}}')],
  ])('may be %s', (what, value) => {
    expect(check(value)).not.toThrow()
  })

  it.each<[string, unknown, string]>([
    ['a function', () => 1, 'The edit holds a function'],
    ['a symbol', { a: Symbol('x') }, 'The edit.a holds a symbol'],
    ['a bigint', { a: [0, 1n] }, 'The edit.a.1 holds a bigint'],
    ['an object within itself', cyclicObject, 'The edit.inner.again holds a reference to itself'],
    ['an array within itself', cyclicArray, 'The edit.0.0 holds a reference to itself'],
    ['an instance of a class', { at: new Point() }, 'The edit.at holds an instance of Point'],
    ['a Date', { at: new Date(0) }, 'The edit.at holds an instance of Date'],
    ['a Map', new Map(), 'The edit holds an instance of Map'],
    ['a Date of another realm', runInNewContext('new Date(0)'), 'The edit holds an instance of Date'],
    ['a boxed number', Object(1), 'The edit holds an instance of Number'],
    ['an instance whose class has no name', Object.create(Object.create(Object.create(null))), 'a class'],
    ['an instance that hides its class', Object.assign(new Point(), { constructor: 1 }), 'of Point'],
  ])('is not %s', (what, value, message) => {
    expect(check(value)).toThrow(message)
  })

  it('is refused with the code of the caller', () => {
    expect(check(Symbol('x'))).toThrow(expect.objectContaining({ code: 'invalid_edit' }))
  })

  it('is looked at once, however many parts it has', () => {
    let looks = 0
    const wide = Array.from({ length: 10_000 }, () => ({
      get field() {
        looks++
        return { a: [1] }
      },
    }))
    check(wide)()
    expect(looks).toBe(10_000)
  })
})

describe('an object of fields', () => {
  it.each<[unknown, boolean]>([
    [{}, true],
    [[], false],
    [null, false],
    ['text', false],
    [undefined, false],
  ])('is told from %j', (value, expected) => {
    expect(isRecord(value)).toBe(expected)
  })
})
