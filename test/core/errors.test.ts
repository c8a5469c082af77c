import { EntityStoreError, RestError } from 'copydesk'
import { describe, expect, it } from 'vitest'
import { originalError, show, storeError } from '../../src/core/errors'

const cyclic: Record<string, unknown> = {}
cyclic.self = cyclic

describe('an error in the state', () => {
  it('has the parts of a server error', () => {
    const error = new RestError({
      code: 'rest_forbidden',
      message: 'No.',
      status: 403,
      data: { params: ['a'] },
    })
    expect(storeError(error)).toEqual({
      name: 'RestError',
      code: 'rest_forbidden',
      message: 'No.',
      status: 403,
      data: { params: ['a'] },
    })
  })

  it('has the code of an error of the store, and no status', () => {
    expect(storeError(new EntityStoreError('invalid_id', 'Bad.'))).toEqual({
      name: 'EntityStoreError',
      code: 'invalid_id',
      message: 'Bad.',
    })
  })

  it.each<[string, unknown, string, string]>([
    ['a text', 'broken', 'Error', 'broken'],
    ['null', null, 'Error', 'null'],
    ['undefined', undefined, 'Error', 'undefined'],
    ['a number', 5, 'Error', '5'],
    ['a symbol', Symbol('x'), 'Error', 'Symbol(x)'],
    ['an object without a message', { reason: 'x' }, 'Error', '{"reason":"x"}'],
    ['an object that has no text form', Object.create(null), 'Error', '{}'],
    ['a cyclic object', cyclic, 'Error', 'a cyclic object'],
    ['an error with an empty message', new TypeError(''), 'TypeError', ''],
    [
      'an error with a message that is none',
      { message: 5, name: 6, code: 7 },
      'Error',
      '{"message":5,"name":6,"code":7}',
    ],
    [
      'an error of the platform, whose code is a number',
      new DOMException('Gone', 'AbortError'),
      'AbortError',
      'Gone',
    ],
  ])('can be made of %s', (what, thrown, name, message) => {
    expect(storeError(thrown)).toEqual({ name, code: 'unknown_error', message })
  })

  it.each<[string, unknown]>([
    ['cyclic', cyclic],
    ['a bigint', 1n],
    ['a function', () => 1],
    ['undefined', undefined],
  ])('leaves data out that are %s', (what, data) => {
    expect(storeError({ code: 'a', message: 'b', data })).not.toHaveProperty('data')
  })

  it('holds data as JSON only, and none that others can change', () => {
    const data = { at: new Date(0), run: () => 1, list: [1] }
    const stored = storeError({ code: 'a', message: 'b', data })
    data.list.push(2)
    expect(stored.data).toStrictEqual({ at: '1970-01-01T00:00:00.000Z', list: [1] })
    expect(JSON.parse(JSON.stringify(stored))).toStrictEqual(stored)
  })

  it('keeps null and false as data', () => {
    expect(storeError({ message: 'b', data: null })).toHaveProperty('data', null)
    expect(storeError({ message: 'b', data: false })).toHaveProperty('data', false)
  })
})

describe('the original of an error', () => {
  it('is what was thrown, by identity', () => {
    const error = new Error('x')
    expect(originalError(storeError(error))).toBe(error)
  })

  it('is the plain form once the state went through JSON', () => {
    const copy = JSON.parse(JSON.stringify(storeError(new Error('x')))) as ReturnType<typeof storeError>
    expect(originalError(copy)).toBe(copy)
  })

  it('is the plain form where null was thrown, so that it shows as an error', () => {
    const stored = storeError(null)
    expect(originalError(stored)).toBe(stored)
  })

  it('is nothing where there is no error', () => {
    expect(originalError(undefined)).toBeUndefined()
  })
})

describe('a value in a message', () => {
  it.each<[unknown, string]>([
    ['a', '"a"'],
    [1, '1'],
    [NaN, 'NaN'],
    [undefined, 'undefined'],
    [null, 'null'],
    [1n, '1'],
    [Symbol('x'), 'Symbol(x)'],
    [cyclic, 'a cyclic object'],
    [function named() {}, 'function named'],
    [() => 1, 'function (anonymous)'],
    [{ a: [1] }, '{"a":[1]}'],
    ['two\nlines', '"two\\nlines"'],
  ])('is told on one line: %o', (value, text) => {
    expect(show(value)).toBe(text)
  })

  it('is cut when it is long', () => {
    const text = show('x'.repeat(200))
    expect(text).toHaveLength(80)
    expect(text.endsWith('...')).toBe(true)
  })
})

describe('an error of the store', () => {
  it('is an Error with a name and a code', () => {
    const error = new EntityStoreError('not_loaded', 'Load it first.')
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ name: 'EntityStoreError', code: 'not_loaded', message: 'Load it first.' })
  })
})
