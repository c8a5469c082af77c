import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { typedInto } from '../../../examples/playground/blocks/typedInto'

const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é'), maxLength: 20 })

describe('What was composed in a text that others have changed meanwhile', () => {
  it('stands beside what they wrote', () => {
    expect(typedInto('alpha beta', 'alpha日本 beta', 'Oh alpha beta gamma')).toBe('Oh alpha日本 beta gamma')
    expect(typedInto('alpha beta', 'alpha beta日本', 'alpha')).toBe('alpha日本')
  })

  it('is there, whatever they wrote, and nothing of theirs is gone', () => {
    fc.assert(
      fc.property(
        text,
        text,
        text,
        fc.string({ unit: fc.constantFrom('x', 'y'), maxLength: 5 }),
        (start, end, now, typed) => {
          const both = typedInto(start + end, start + typed + end, now)
          expect(both).toContain(typed)
          expect(both.replace(typed, '')).toBe(now)
          expect(typedInto(start + end, start + typed + end, start + end)).toBe(start + typed + end)
        },
      ),
    )
  })
})
