import type { RecordKey } from 'copydesk'
import { entityKey, recordKey, addresses } from 'copydesk/actions'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isMissingId, queryKey, resolutionKey, resourceKey, revisionsKey } from '../../src/core/keys'

const anyPart = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.stringMatching(/^[a/% ]{1,4}$/),
  fc.constantFrom('__proto__', 'constructor', 'a%2Fb', 'a/b'),
)

describe('the key of a record', () => {
  it('is the same for an id as number and as text', () => {
    expect(recordKey(1)).toBe('1')
    expect(recordKey('1')).toBe('1')
  })

  it('keeps texts as they are', () => {
    expect(recordKey('007')).toBe('007')
    expect(recordKey('theme//header')).toBe('theme//header')
    expect(recordKey('__proto__')).toBe('__proto__')
    expect(recordKey(' 1')).toBe(' 1')
  })

  it.each([undefined, null, '', 0, -0])('is none for the missing id %j', (id) => {
    expect(recordKey(id)).toBeUndefined()
    expect(isMissingId(id)).toBe(true)
  })

  it.each([NaN, Infinity, -Infinity, true, false, {}, [1], () => 1, Symbol('x'), 1n])(
    'is refused for %o, which is no id',
    (id) => {
      expect(() => recordKey(id)).toThrow(expect.objectContaining({ code: 'invalid_id' }))
      expect(isMissingId(id)).toBe(false)
    },
  )

  it('says in the refusal what was given and what to pass', () => {
    expect(() => recordKey({ id: 1 })).toThrow(
      `{"id":1} is not an id. Pass the value of the record's key field, a number or a text.`,
    )
  })
})

describe('the key of an entity', () => {
  it('is its kind and its name', () => {
    expect(entityKey('postType', 'post')).toBe('postType/post')
  })

  it('is never the same for two entities', () => {
    fc.assert(
      fc.property(anyPart, anyPart, anyPart, anyPart, (kind, name, otherKind, otherName) => {
        fc.pre(kind !== otherKind || name !== otherName)
        expect(entityKey(kind, name)).not.toBe(entityKey(otherKind, otherName))
      }),
    )
  })

  it('tells slashes in a kind from slashes in a name', () => {
    expect(entityKey('a/b', 'c')).not.toBe(entityKey('a', 'b/c'))
    expect(entityKey('a%2Fb', 'c')).not.toBe(entityKey('a/b', 'c'))
  })

  it('stays the same through thousands of other names', () => {
    const before = entityKey('kind', 'name')
    for (let i = 0; i < 2500; i++) expect(entityKey('kind', `name ${i}`)).toBe(`kind/name%20${i}`)
    expect(entityKey('kind', 'name')).toBe(before)
  })

  it.each<[unknown, unknown]>([
    ['', 'post'],
    ['postType', ''],
    [undefined, 'post'],
    ['postType', undefined],
    [1, 2],
    [['postType'], 'post'],
  ])('is refused for (%j, %j)', (kind, name) => {
    expect(() => entityKey(kind as string, name as string)).toThrow(
      expect.objectContaining({ code: 'unknown_entity' }),
    )
  })
})

describe('the key of the revisions of a record', () => {
  it('is that of no entity, and of no other record', () => {
    const record = anyPart.map((id) => id as RecordKey)
    const parts = fc.tuple(anyPart, anyPart, record)
    fc.assert(
      fc.property(parts, parts, ([kind, name, id], [otherKind, otherName, otherId]) => {
        const key = revisionsKey(entityKey(kind, name), id)
        expect(key).not.toBe(entityKey(otherKind, otherName))
        const isSame = kind === otherKind && name === otherName && id === otherId
        expect(revisionsKey(entityKey(otherKind, otherName), otherId) === key).toBe(isSame)
      }),
    )
  })
})

describe('the key of a resource', () => {
  it('is never the same for two entities and ids', () => {
    const anyId = fc.option(fc.oneof(fc.string({ minLength: 1 }), anyPart), { nil: undefined })
    fc.assert(
      fc.property(anyPart, anyPart, anyId, anyPart, anyPart, anyId, (kind, name, id, kind2, name2, id2) => {
        fc.pre(kind !== kind2 || name !== name2 || id !== id2)
        const one = resourceKey(entityKey(kind, name), recordKey(id))
        expect(one).not.toBe(resourceKey(entityKey(kind2, name2), recordKey(id2)))
      }),
    )
  })

  it('is the base alone without an id', () => {
    expect(resourceKey('media', undefined)).toBe('media')
    expect(resourceKey('media', recordKey(1))).toBe('media/1')
  })
})

describe('the key of a question', () => {
  it('is never the same for other parts of the same count', () => {
    const anyText = fc.oneof(fc.string(), fc.stringMatching(/^[\\,a]{0,4}$/))
    const anyParts = fc.tuple(anyText, anyText)
    fc.assert(
      fc.property(anyParts, anyParts, (one, other) => {
        fc.pre(one.some((part, i) => part !== other[i]))
        expect(resolutionKey('read', one)).not.toBe(resolutionKey('read', other))
      }),
    )
  })

  it('begins with the operation', () => {
    expect(resolutionKey('fetchEntityRecord', ['postType', 'post', 1])).toBe(
      '["fetchEntityRecord","postType","post",1]',
    )
  })
})

describe('the sets of answers that grow stale together', () => {
  it('are all apart', () => {
    const entity = entityKey('a', 'b')
    const query = queryKey('view', '{}')
    const sets = [
      addresses.everything,
      addresses.kind('a'),
      addresses.entity(entity),
      addresses.lists(entity),
      addresses.list(entity, query),
      addresses.record(entity, '1' as RecordKey),
    ]
    expect(new Set(sets).size).toBe(sets.length)
  })

  it('never take the record of one entity for that of another', () => {
    const one = addresses.record(entityKey('a', 'b c'), 'd' as RecordKey)
    expect(addresses.record(entityKey('a', 'b'), 'c d' as RecordKey)).not.toBe(one)
  })
})
