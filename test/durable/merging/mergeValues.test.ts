import { describe, expect, it } from 'vitest'
import { mergeObjects, mergeScalars, mergeSets } from '../../../src/durable/merging/mergeValues'

describe('a merged value', () => {
  it.each([
    ['mine, where they left it', 'a', 'm', 'a', 'm'],
    ['theirs, where I left it', 'a', 'a', 't', 't'],
    ['what both made of it', 'a', 'n', 'n', 'n'],
    ['an array by what is in it', [1], [1, 2], [1], [1, 2]],
  ])('is %s', (title, base, mine, theirs, value) => {
    expect(mergeScalars({ base, mine, theirs })).toEqual({ value, conflicts: [] })
  })

  it('is none where both changed it, each in their way', () => {
    const sides = { base: 'a', mine: 'm', theirs: 't' }
    expect(mergeScalars(sides)).toEqual({ value: 'm', conflicts: [{ path: [], ...sides }] })
  })
})

describe('a merged set', () => {
  it.each([
    ['what both added', [1], [1, 2], [1, 3], [1, 3, 2]],
    ['not what one removed', [1, 2], [1], [1, 2, 3], [1, 3]],
    ['not what they removed', [1, 2], [1, 2, 4], [1], [1, 4]],
    ['what both added, once', [], [5], [5], [5]],
    ['nothing, where each removed what the other left', [1, 2], [1], [2], []],
  ])('has %s', (title, base, mine, theirs, value) => {
    expect(mergeSets({ base, mine, theirs })).toEqual({ value, conflicts: [] })
  })
})

describe('merged objects', () => {
  it('have what each changed, path by path', () => {
    const base = { color: { text: 'red', back: 'white' }, font: { size: 1 } }
    const mine = { color: { text: 'blue', back: 'white' }, font: { size: 1 }, mine: { a: [1] } }
    const theirs = { color: { text: 'red', back: 'black' } }
    expect(mergeObjects({ base, mine, theirs })).toEqual({
      value: { color: { text: 'blue', back: 'black' }, mine: { a: [1] } },
      conflicts: [],
    })
  })

  it('are in conflict at the path that both changed', () => {
    const sides = (text: string) => ({ color: { text, back: 'white' } })
    const merged = mergeObjects({ base: sides('a'), mine: sides('m'), theirs: sides('t') })
    expect(merged.conflicts).toEqual([{ path: ['color', 'text'], base: 'a', mine: 'm', theirs: 't' }])
  })

  it('are in conflict where one removed what the other changed', () => {
    const merged = mergeObjects({ base: { a: { b: 1 } }, mine: {}, theirs: { a: { b: 2 } } })
    expect(merged.conflicts).toMatchObject([{ path: ['a'], mine: undefined, theirs: { b: 2 } }])
  })
})
