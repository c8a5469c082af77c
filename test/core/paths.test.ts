import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPath, writePath } from '../../src/core/paths'
import { own } from '../../src/core/plain'
import { project } from '../../src/core/project'

const record = {
  id: 1,
  title: { raw: 'A', rendered: '<b>A</b>' },
  meta: { 12: 'twelve', none: null },
  tags: [5, 6],
  gone: undefined,
}

describe('reading a path', () => {
  it.each<[string, unknown]>([
    ['id', 1],
    ['title.raw', 'A'],
    ['meta.12', 'twelve'],
    ['meta.none', null],
    ['tags.1', 6],
    ['gone', undefined],
  ])('finds %s', (path, value) => {
    expect(readPath(record, path)).toEqual({ found: true, value })
  })

  it.each(['title.other', 'id.raw', 'meta.none.x', 'constructor', 'title.constructor.name', '__proto__', ''])(
    'does not find %j',
    (path) => {
      expect(readPath(record, path)).toEqual({ found: false, value: undefined })
    },
  )

  it('does not take the length of an array or a text for a field', () => {
    expect(readPath(record, 'tags.length').found).toBe(false)
    expect(readPath(record, 'title.raw.length').found).toBe(false)
  })

  it.each([undefined, null, 'text', 1])('finds nothing in %j', (source) => {
    expect(readPath(source, 'a').found).toBe(false)
  })
})

describe('writing a path', () => {
  it('gives a copy and leaves the target alone', () => {
    const before = structuredClone(record)
    const after = writePath(record, 'title.raw', 'B')
    expect(after).toEqual({ ...record, title: { raw: 'B', rendered: '<b>A</b>' } })
    expect(record).toEqual(before)
  })

  it('keeps what is not on the path by identity', () => {
    const after = writePath(record, 'title.raw', 'B') as typeof record
    expect(after.meta).toBe(record.meta)
  })

  it('makes missing parents as objects, under numbers too', () => {
    expect(writePath({}, 'meta.12.x', 1)).toEqual({ meta: { 12: { x: 1 } } })
  })

  it('makes missing parents as arrays where the model has arrays', () => {
    expect(writePath({}, 'tags.0', 5, record)).toEqual({ tags: [5] })
  })

  it('puts an object in the place of a value that is none', () => {
    expect(writePath({ title: 'A' }, 'title.raw', 'B')).toEqual({ title: { raw: 'B' } })
  })

  it.each(['tags.length', 'tags.x', 'tags.4000000000', 'tags.-1'])(
    'leaves an array as it is at %s, where it has no element',
    (path) => {
      expect(writePath(record, path, 9)).toEqual(record)
    },
  )

  it('reads back what was written', () => {
    const anyPath = fc.array(fc.constantFrom('a', 'b', '0', '__proto__', 'constructor'), {
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(fc.array(anyPath, { minLength: 1, maxLength: 5 }), (paths) => {
        let target: unknown = {}
        for (const path of paths) target = writePath(target, path.join('.'), 'value')
        expect(readPath(target, (paths.at(-1) ?? []).join('.'))).toEqual({
          found: true,
          value: 'value',
        })
        expect(Object.getPrototypeOf(target)).toBe(Object.prototype)
      }),
    )
    expect(({} as Record<string, unknown>).a).toBeUndefined()
  })
})

describe('a projection', () => {
  it('has only the asked paths', () => {
    expect(project(record, ['id', 'title.raw'])).toEqual({ id: 1, title: { raw: 'A' } })
  })

  it('says undefined at the end of a path through a missing parent', () => {
    const projection = project(record, ['foo.bar'])
    expect(projection).toStrictEqual({ foo: { bar: undefined } })
  })

  it('keeps objects that are keyed by numbers', () => {
    expect(project(record, ['meta.12'])).toEqual({ meta: { 12: 'twelve' } })
  })

  it('never makes an array longer than the one it is taken from', () => {
    expect(project(record, ['tags.4000000000'])).toEqual({ tags: [] })
    expect(project(record, ['tags', 'tags.length', 'tags.7'])).toEqual({ tags: [5, 6] })
  })

  it('does not follow what every object inherits', () => {
    const { constructor } = project(record, ['constructor.name'])
    expect(Object.entries(constructor)).toEqual([['name', undefined]])
  })

  it('takes whole values over by identity', () => {
    expect(project(record, ['title']).title).toBe(record.title)
  })
})

describe('an own field', () => {
  it.each(['constructor', '__proto__', 'toString'])('is not the inherited %s', (field) => {
    expect(own<unknown>({ a: 1 }, field)).toBeUndefined()
  })

  it('is found by its name', () => {
    expect(own({ a: 1 }, 'a')).toBe(1)
  })

  it('is none where there is no object', () => {
    expect(own(undefined, 'a')).toBeUndefined()
  })
})
