import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSlugOf } from '../../../src/durable/conflicts/slugOf'

const pieces = ['<', '>', '<b>', '&', ';', '&amp;', ' ', 'x', 'y']
const title = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((all) => all.join(''))

describe('A slug that WordPress has made of a text', () => {
  it('says nothing of its tags, and of what stands for a character', () => {
    fc.assert(
      fc.property(title, (text) => {
        const letters = text.replace(/<[^>]*>|&[^\s;]+;/g, '').match(/[xy]/g) ?? []
        fc.pre(letters.length > 0)
        expect(isSlugOf(text, letters.join(''))).toBe(true)
        expect(isSlugOf(text, `${letters.join('')}z`)).toBe(false)
      }),
      { numRuns: 2000 },
    )
  })

  it.each(['<', '&', '&x'])('is known at once where the text is full of %s', (piece) => {
    expect(isSlugOf(`${piece.repeat(200_000)} word`, 'other')).toBe(false)
  })
})
