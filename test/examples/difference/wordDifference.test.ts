import { describe, expect, it } from 'vitest'
import { countWords, wordDifference } from '../../../examples/playground/difference/wordDifference'

describe('The difference of two texts', () => {
  it('is told word by word', () => {
    expect(wordDifference('The cat sat', 'The dog sat')).toEqual([
      { kind: 'same', text: 'The ' },
      { kind: 'removed', text: 'cat' },
      { kind: 'added', text: 'dog' },
      { kind: 'same', text: ' sat' },
    ])
  })

  it('leaves out most of what stayed, in whole words, and loses nothing', () => {
    const long = Array.from(Array(100).keys(), (at) => `word${at}`).join(' ')
    const pieces = wordDifference(`${long} old ${long}`, `${long} new ${long}`, 20)
    expect(pieces.map(({ kind }) => kind)).toEqual(['skipped', 'same', 'removed', 'added', 'same', 'skipped'])
    const kept = pieces.filter(({ kind }) => kind !== 'removed').map(({ text }) => text)
    expect(kept.join('')).toBe(`${long} new ${long}`)
    expect(pieces[1]?.text).toMatch(/^word\d+ (word\d+ )+$/)
  })

  it('counts what came and what went', () => {
    const pieces = wordDifference('one two', 'one three four')
    expect([countWords(pieces, 'added'), countWords(pieces, 'removed')]).toEqual([2, 1])
  })
})
