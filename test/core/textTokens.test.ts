import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tokenize } from '../../src/core/textTokens'

describe('A text taken apart', () => {
  it('has its blanks in front of its paragraphs and at its end', () => {
    const pieces = ['a', ' ', '\n', '\n\n', '\t', '\u{a0}', '\u{feff}', 'b c']
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (all) => {
        const text = all.join('')
        const { tokens, tail } = tokenize(text) ?? { tokens: [], tail: '' }
        expect(tokens.map(({ gap, text: part }) => gap + part).join('') + tail).toBe(text)
        for (const { text: part, gap } of tokens) {
          expect(part).toBe(/^\s*([^]*?)\s*$/.exec(part)?.[1])
          expect(gap.trim()).toBe('')
        }
      }),
    )
  })

  it('is there at once with a million blanks in it', () => {
    const text = `a${' '.repeat(1_000_000)}b`
    expect(tokenize(text)?.tokens).toEqual([{ text, gap: '', block: '', isFirst: true }])
  })
})
