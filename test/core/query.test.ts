import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeQuery, type QueryInput } from '../../src/core/query'
import { buildPath } from '../../src/rest/urls'

const sameList = (one: QueryInput, other: QueryInput) =>
  expect(normalizeQuery(one).listKey).toBe(normalizeQuery(other).listKey)
const otherList = (one: QueryInput, other: QueryInput) =>
  expect(normalizeQuery(one).listKey).not.toBe(normalizeQuery(other).listKey)

describe('a query without parameters', () => {
  it.each([undefined, null, {}, { a: undefined }, { page: undefined, context: undefined }])(
    'has the defaults: %j',
    (query) => {
      expect(normalizeQuery(query)).toMatchObject({
        context: 'default',
        page: 1,
        perPage: 10,
        offset: null,
        fields: null,
        hasNoFilters: true,
        parameters: {},
        paging: {},
      })
      sameList(query, {})
      expect(normalizeQuery(query).requestKey).toBe(normalizeQuery({}).requestKey)
    },
  )
})

describe('the parts of a query', () => {
  it.each<[object, object, object]>([
    [{ page: 2, per_page: 2 }, { page: 2, perPage: 2, context: 'default' }, {}],
    [{ context: 'view' }, { context: 'view', page: 1, perPage: 10 }, { context: 'view' }],
    [{ per_page: 50, offset: 100 }, { perPage: 50, offset: 100, context: 'default' }, {}],
    [{ b: 2, page: 1, per_page: 10 }, { page: 1, perPage: 10 }, { b: 2 }],
  ])('of %j are apart', (query, parts, rest) => {
    expect(normalizeQuery(query)).toMatchObject(parts)
    sameList(query, rest)
  })

  it('name one list for all its pages and fields', () => {
    sameList({ search: 'a', page: 2, per_page: 5, offset: 3, _fields: 'id' }, { search: 'a' })
  })

  it('name one question for each page, length and set of fields', () => {
    const queries = [
      {},
      { page: 2 },
      { per_page: 5 },
      { per_page: -1 },
      { offset: 0 },
      { offset: 1 },
      { _fields: 'id' },
      { _fields: '*' },
      { _fields: 'id,title' },
      { context: 'view' },
      { search: 'a' },
    ]
    expect(new Set(queries.map((query) => normalizeQuery(query).requestKey)).size).toBe(queries.length)
  })

  it('do not depend on the order of parameters', () => {
    sameList({ b: 2, '?': '&' }, { '?': '&', b: 2 })
    sameList({ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } })
  })

  it('depend on the order of elements', () => {
    otherList({ orderby: ['a', 'b'] }, { orderby: ['b', 'a'] })
  })

  it('are alike for numbers and texts, which are alike in a URL', () => {
    sameList({ author: 1, tags: [1, 2] }, { author: '1', tags: ['1', '2'] })
    sameList({ sticky: true }, { sticky: 'true' })
    sameList({ a: null }, { a: '' })
  })

  it('tell a parameter from its absence', () => {
    otherList({ search: '' }, {})
    otherList({ search: 'a' }, { slug: 'a' })
  })

  it('differ whenever the URLs differ', () => {
    const anyValue = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.boolean(),
      fc.array(fc.string(), { minLength: 1 }),
    )
    const anyQuery = fc.dictionary(fc.stringMatching(/^[a-c&=?]{1,2}$/), anyValue, { maxKeys: 3 })
    const sorted = (query: object) =>
      buildPath(
        '/',
        undefined,
        Object.fromEntries(Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))),
      )
    fc.assert(
      fc.property(anyQuery, anyQuery, (one, other) => {
        if (sorted(one) === sorted(other)) sameList(one, other)
        else otherList(one, other)
      }),
    )
  })
})

describe('undefined parameters', () => {
  it('do not count, at any depth', () => {
    sameList({ a: undefined, b: { c: undefined, d: 1 } }, { b: { d: 1 } })
  })

  it('are not sent', () => {
    expect(normalizeQuery({ a: undefined, b: 1 }).parameters).toStrictEqual({ b: 1 })
  })

  it('leave the context at its default', () => {
    expect(normalizeQuery({ context: undefined }).context).toBe('default')
    expect(normalizeQuery({ context: '' }).context).toBe('default')
  })
})

describe('paging parameters', () => {
  it('are numbers, also when given as texts', () => {
    const { page, perPage, offset, paging } = normalizeQuery({ page: '2', per_page: '20', offset: '5' })
    expect({ page, perPage, offset }).toEqual({ page: 2, perPage: 20, offset: 5 })
    expect(paging).toEqual({ page: 2, per_page: 20, offset: 5 })
  })

  it('are the same question as text and as number', () => {
    expect(normalizeQuery({ page: '2' }).requestKey).toBe(normalizeQuery({ page: 2 }).requestKey)
  })

  it('take -1 for all rows', () => {
    expect(normalizeQuery({ per_page: -1 })).toMatchObject({ perPage: -1, paging: { per_page: -1 } })
  })

  it('tell whether the length of a page was given', () => {
    expect(normalizeQuery({ per_page: 10 }).paging).toEqual({ per_page: 10 })
    expect(normalizeQuery({ page: 1 }).paging).toEqual({ page: 1 })
  })

  it.each(['abc', -1, 1.5, NaN, null, '', true, [3]])(
    'do not count as an offset when they are %j',
    (offset) => {
      const query = normalizeQuery({ offset })
      expect(query.offset).toBeNull()
      expect(query.paging).toEqual({})
    },
  )

  it.each<[object, string]>([
    [{ page: 0 }, 'page is 0. Pass a whole number from 1 up.'],
    [{ page: 'x' }, 'page is "x". Pass a whole number from 1 up.'],
    [{ page: 1.5 }, 'page is 1.5. Pass a whole number from 1 up.'],
    [{ page: true }, 'page is true. Pass a whole number from 1 up.'],
    [{ page: [2] }, 'page is [2]. Pass a whole number from 1 up.'],
    [{ per_page: -2 }, 'per_page is -2. Pass a whole number from 1 up, or -1 for all rows.'],
    [{ per_page: 0 }, 'per_page is 0. Pass a whole number from 1 up, or -1 for all rows.'],
    [{ per_page: Infinity }, 'per_page is Infinity. Pass a whole number from 1 up, or -1 for all rows.'],
  ])('are refused when they make no page: %j', (query, message) => {
    expect(() => normalizeQuery(query)).toThrow(expect.objectContaining({ code: 'invalid_query', message }))
  })
})

describe('_fields', () => {
  it.each<[unknown]>([['a,b'], [' a , b '], [['a', 'b']], [['a,b']], [['a', 'b', 'a']], ['a,b,,a']])(
    'may be given as %j',
    (_fields) => {
      expect(normalizeQuery({ _fields }).fields).toEqual(['a', 'b'])
    },
  )

  it.each<[unknown]>([[''], [null], [undefined], [[]], [','], [['']]])(
    'mean the whole record when they name none: %j',
    (_fields) => {
      expect(normalizeQuery({ _fields }).fields).toBeNull()
      expect(normalizeQuery({ _fields }).requestKey).toBe(normalizeQuery({}).requestKey)
    },
  )

  it('are the same question in any order', () => {
    expect(normalizeQuery({ _fields: 'a,b' }).requestKey).toBe(
      normalizeQuery({ _fields: ['b', 'a'] }).requestKey,
    )
  })

  it.each<[unknown]>([[5], [{ a: 1 }], [['a', 5]], [true]])(
    'are refused when they are no names: %j',
    (_fields) => {
      expect(() => normalizeQuery({ _fields })).toThrow(expect.objectContaining({ code: 'invalid_query' }))
    },
  )
})

describe('include', () => {
  it.each<[unknown]>([[1], ['1'], [[1]], [['1']], [[1, '1']], [' 1 '], ['1,'], [[1, null, undefined]]])(
    'may be given as %j',
    (include) => {
      expect(normalizeQuery({ include }).parameters).toEqual({ include: '1' })
      sameList({ include }, { include: 1 })
    },
  )

  it('keeps slugs', () => {
    expect(normalizeQuery({ include: 'a,b' }).parameters).toEqual({ include: 'a,b' })
    expect(normalizeQuery({ include: ['a', 2] }).parameters).toEqual({ include: 'a,2' })
    expect(normalizeQuery({ include: '007' }).parameters).toEqual({ include: '007' })
  })

  it('keeps its order, by which rows can be ordered', () => {
    otherList({ include: [1, 2] }, { include: [2, 1] })
  })

  it('of nobody is another list than the one without it', () => {
    expect(normalizeQuery({ include: [] }).parameters).toEqual({ include: '' })
    otherList({ include: [] }, {})
  })

  it.each<[unknown]>([[{}], [[true]], [NaN]])('is refused when it holds no ids: %j', (include) => {
    expect(() => normalizeQuery({ include })).toThrow(expect.objectContaining({ code: 'invalid_id' }))
  })
})

describe('hostile names', () => {
  const parse = (text: string) => JSON.parse(text) as object

  it('are parameters like any other', () => {
    const query = normalizeQuery(parse('{"__proto__":"x","constructor":"y","hasOwnProperty":"z"}'))
    expect(JSON.stringify(query.parameters)).toBe('{"__proto__":"x","constructor":"y","hasOwnProperty":"z"}')
    expect(Object.getPrototypeOf(query.parameters)).toBe(Object.prototype)
  })

  it('make lists of their own, at any depth', () => {
    otherList(parse('{"__proto__":"x"}'), {})
    otherList(parse('{"a":{"__proto__":"x"}}'), { a: {} })
    otherList(parse('{"a":{"__proto__":{"b":"x"}}}'), { a: {} })
  })

  it('pollute nothing', () => {
    normalizeQuery(parse('{"__proto__":{"polluted":1},"a":{"__proto__":{"polluted":1}}}'))
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

describe('what can not be sent', () => {
  const cyclic: Record<string, unknown> = {}
  cyclic.self = cyclic

  it.each<[string, unknown]>([
    ['a function as parameter', { a: () => 1 }],
    ['a cyclic query', cyclic],
    ['a Date', { after: new Date(0) }],
    ['a symbol', { a: Symbol('x') }],
    ['an instance', new URLSearchParams('a=1')],
    ['a text', 'page=2'],
    ['a number', 5],
    ['an array', [{ page: 2 }]],
    ['a function', () => 1],
  ])('is refused: %s', (what, query) => {
    expect(() => normalizeQuery(query as QueryInput)).toThrow(
      expect.objectContaining({ code: 'invalid_query' }),
    )
  })

  it('is refused each time, not only the first', () => {
    const query = { a: () => 1 }
    expect(() => normalizeQuery(query)).toThrow()
    expect(() => normalizeQuery(query)).toThrow()
  })

  it('does not concern symbols as names, which options of other layers may use', () => {
    expect(normalizeQuery({ [Symbol('option')]: () => 1 }).hasNoFilters).toBe(true)
  })
})

describe('one query object', () => {
  it('is taken apart once', () => {
    let reads = 0
    const query = {
      get search() {
        reads++
        return 'a'
      },
    }
    const first = normalizeQuery(query)
    const after = reads
    expect(normalizeQuery(query)).toBe(first)
    expect(reads).toBe(after)
    expect(after).toBeGreaterThan(0)
  })

  it('is not looked at again when it was changed, as documented', () => {
    const query = { page: 1 }
    normalizeQuery(query)
    query.page = 2
    expect(normalizeQuery(query).page).toBe(1)
  })

  it('is not changed', () => {
    const query = Object.freeze({
      page: 1,
      include: Object.freeze([2, 1]),
      _fields: Object.freeze(['b', 'a']),
    })
    normalizeQuery(query)
    expect(query).toEqual({ page: 1, include: [2, 1], _fields: ['b', 'a'] })
  })
})

describe('a request', () => {
  it('has base parameters first and the query in its order', () => {
    const query = normalizeQuery({ context: 'view', _envelope: '1', tags: [1, 2] })
    const path = buildPath('/wp/v2/types', 'post', { context: 'edit', ...query.parameters })
    expect(path).toBe('/wp/v2/types/post?context=view&_envelope=1&tags%5B0%5D=1&tags%5B1%5D=2')
  })
})

describe('a plain query', () => {
  it.each<[object, boolean]>([
    [{}, true],
    [{ context: 'edit', _fields: 'id' }, true],
    [{ search: 'a' }, false],
    [{ include: [1] }, false],
  ])('is answered by any full read of a record: %j %s', (query, hasNoFilters) => {
    expect(normalizeQuery(query).hasNoFilters).toBe(hasNoFilters)
  })
})
