import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conflicts } from '../../src/locks/conflicts'

const post = ['entities', 'records', 'postType', 'post']

describe('two locks', () => {
  const places: [string, string[], string[], boolean][] = [
    ['on the same path', [...post, '1'], [...post, '1'], true],
    ['one above the other', post, [...post, '1'], true],
    ['one below the other', [...post, '1', 'revisions'], [...post, '1'], true],
    ['one on everything', [], [...post, '1'], true],
    ['both on everything', [], [], true],
    ['on siblings', [...post, '1'], [...post, '2'], false],
    [
      'on branches apart',
      [...post, '16'],
      ['entities', 'records', 'postType', 'wp_template_part', '17'],
      false,
    ],
    ['on names that begin alike', [...post, '1'], [...post, '12'], false],
    ['on paths whose joined texts are equal', ['a/b', 'c'], ['a', 'b/c'], false],
  ]
  const table = places.flatMap(([where, one, other, isNear]) =>
    [true, false].flatMap((exclusive) =>
      [true, false].map((otherExclusive) => ({
        where,
        one: { path: one, exclusive },
        other: { path: other, exclusive: otherExclusive },
        expected: isNear && (exclusive || otherExclusive),
      })),
    ),
  )

  it.each(table)(
    '$where, exclusive $one.exclusive and $other.exclusive: conflict $expected',
    ({ one, other, expected }) => {
      expect(conflicts(one, other)).toBe(expected)
    },
  )

  it('conflict in both directions or in none', () => {
    const anyLock = fc.record({
      path: fc.array(fc.constantFrom('a', 'b'), { maxLength: 3 }),
      exclusive: fc.boolean(),
    })
    fc.assert(
      fc.property(anyLock, anyLock, (one, other) => {
        expect(conflicts(one, other)).toBe(conflicts(other, one))
      }),
    )
  })
})
