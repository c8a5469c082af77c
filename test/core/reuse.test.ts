import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEqual } from '../../src/core/isEqual'
import { isUnchanged, reuse } from '../../src/core/reuse'

const anyJson = fc.jsonValue({ maxDepth: 4 })

describe('reusing what was there before', () => {
  it('gives something equal to the new value, whatever was there', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (before, after) => {
        const text = JSON.stringify(after)
        expect(JSON.stringify(reuse(before, after))).toBe(text)
        expect(JSON.stringify(after)).toBe(text)
      }),
    )
  })

  it('gives the old value itself when the new one is a copy of it', () => {
    fc.assert(
      fc.property(anyJson, (before) => {
        expect(reuse(before, structuredClone(before))).toBe(before)
      }),
    )
  })

  it('changes neither value', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (before, after) => {
        const texts = JSON.stringify([before, after])
        reuse(before, after)
        expect(JSON.stringify([before, after])).toBe(texts)
      }),
    )
  })

  it('keeps equal parts by identity beside changed ones', () => {
    const before = { title: { raw: 'A' }, meta: { a: [1, { b: 2 }] }, tags: [1, 2] }
    const after = reuse(before, { title: { raw: 'B' }, meta: { a: [1, { b: 2 }] }, tags: [1, 2] })
    expect(after.title).toEqual({ raw: 'B' })
    expect(after.meta).toBe(before.meta)
    expect(after.tags).toBe(before.tags)
  })

  it('keeps equal elements of an array that grew or shrank', () => {
    const before = [{ id: 1 }, { id: 2 }]
    const longer = reuse(before, [{ id: 1 }, { id: 2 }, { id: 3 }])
    const shorter = reuse(before, [{ id: 1 }])
    expect(longer).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
    expect(longer[0]).toBe(before[0])
    expect(shorter).toEqual([{ id: 1 }])
    expect(shorter[0]).toBe(before[0])
  })

  it.each<[string, unknown, unknown]>([
    ['other fields with equal values', { a: 1 }, { b: 1 }],
    ['a field less', { a: 1, b: 2 }, { a: 1 }],
    ['an array for an object', { 0: 'a' }, ['a']],
    ['an object for an array', ['a'], { 0: 'a' }],
    ['an empty array for an empty object', {}, []],
    ['null for an object', { a: 1 }, null],
    ['an object for null', null, { a: 1 }],
    ['a field that every object inherits', {}, { constructor: 1 }],
    ['undefined under a name that is inherited', { a: 1 }, { constructor: undefined }],
  ])('does not mistake %s for the same', (what, before, after) => {
    expect(reuse(before, after)).toBe(after)
  })

  it('takes a field named __proto__ for a field like any other', () => {
    const parse = (text: string) => JSON.parse(text) as Record<string, unknown>
    const before = parse('{"__proto__":{"a":1},"b":{"c":1}}')
    const after = reuse(before, parse('{"__proto__":{"a":1},"b":{"c":2}}'))
    expect(Object.getPrototypeOf(after)).toBe(Object.prototype)
    expect(JSON.stringify(after)).toBe('{"__proto__":{"a":1},"b":{"c":2}}')
    expect(reuse(before, parse('{"__proto__":{"a":1},"b":{"c":1}}'))).toBe(before)
    expect(({} as Record<string, unknown>).a).toBeUndefined()
  })

  it('takes an instance of a class from the newer value, as its fields do not say what it holds', () => {
    const before = { at: new Date(1), kept: { a: 1 } }
    const after = reuse(before, { at: new Date(2), kept: { a: 1 } })
    expect(after.at.getTime()).toBe(2)
    expect(after.kept).toBe(before.kept)
  })

  it('keeps equal parts behind the first one that differs, and before it', () => {
    const before = { a: { x: 1 }, b: 1, c: { y: 2 }, d: 4 }
    const after = reuse(before, { a: { x: 1 }, b: 2, c: { y: 2 } })
    expect(after).toEqual({ a: { x: 1 }, b: 2, c: { y: 2 } })
    expect(after.a).toBe(before.a)
    expect(after.c).toBe(before.c)
  })

  it('looks at each part as often where the one that differs lies deeper', () => {
    let looks = 0
    const deep = (depth: number, end: number): object => ({
      get inner() {
        looks++
        return depth > 0 ? deep(depth - 1, end) : end
      },
    })
    const looksAt = (depth: number) => {
      looks = 0
      reuse(deep(depth, 1), deep(depth, 2))
      return looks
    }
    expect(looksAt(20) - looksAt(10)).toBe(looksAt(12) - looksAt(2))
  })
})

describe('isUnchanged', () => {
  it('says of JSON what fast-deep-equal says of it', () => {
    fc.assert(
      fc.property(anyJson, anyJson, (one, other) => {
        fc.pre(
          !/"(valueOf|toString|toLocaleString|constructor|__proto__)":/.test(JSON.stringify([one, other])),
        )
        expect(isUnchanged(one, other)).toBe(isEqual(one, other))
        expect(isUnchanged(one, JSON.parse(JSON.stringify(one)))).toBe(true)
      }),
    )
  })

  it('does not take two instances with private state for one, wherever they stand', () => {
    const [one, other] = [new Secret(1), new Secret(2)]
    expect(one.read()).not.toBe(other.read())
    expect(isUnchanged(one, other)).toBe(false)
    expect(isUnchanged({ a: [one] }, { a: [other] })).toBe(false)
    expect(isUnchanged({ a: [one] }, { a: [one] })).toBe(true)
    expect(isUnchanged(new Map([['a', 1]]), new Map([['a', 1]]))).toBe(false)
    expect(isUnchanged({ at: new Date(1) }, { at: new Date(1) })).toBe(false)
  })

  it('says of cyclic values that they differ', () => {
    const cyclic = () => {
      const value: Record<string, unknown> = {}
      value.self = value
      return value
    }
    expect(isUnchanged(cyclic(), cyclic())).toBe(false)
  })
})

class Secret {
  readonly #value: number
  constructor(value: number) {
    this.#value = value
  }
  read(): number {
    return this.#value
  }
}
