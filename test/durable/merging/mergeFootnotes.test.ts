import { describe, expect, it } from 'vitest'
import { mergeFootnotes } from '../../../src/durable/merging/mergeFootnotes'

const list = (...notes: [id: string, content: string][]) =>
  notes.length === 0 ? '' : JSON.stringify(notes.map(([id, content]) => ({ content, id })))
const text = (...ids: string[]) => ids.map((id) => `<p>x<sup data-fn="${id}" class="fn"></sup></p>`).join('')

describe('the footnotes of a merged text', () => {
  it.each([
    [
      'those of both, in the order of their marks',
      list(['a', 'A']),
      list(['a', 'A'], ['m', 'M']),
      list(['t', 'T'], ['a', 'A']),
      text('t', 'a', 'm'),
      list(['t', 'T'], ['a', 'A'], ['m', 'M']),
    ],
    [
      'as each has changed them',
      list(['a', 'A'], ['b', 'B']),
      list(['a', 'A mine'], ['b', 'B']),
      list(['a', 'A'], ['b', 'B theirs']),
      text('a', 'b'),
      list(['a', 'A mine'], ['b', 'B theirs']),
    ],
    [
      'without those whose mark is gone',
      list(['a', 'A']),
      list(['a', 'A'], ['m', 'M']),
      list(),
      text('m'),
      list(['m', 'M']),
    ],
    ['none at all', list(['a', 'A']), list(), list(['a', 'A changed']), text(), ''],
  ])('are %s', (title, base, mine, theirs, merged, expected) => {
    const parsed = (json: string | undefined) => (json ? (JSON.parse(json) as unknown) : json)
    expect(parsed(mergeFootnotes(base, mine, theirs, merged))).toEqual(parsed(expected))
  })

  it('are to be chosen where both changed one, or a list can not be read', () => {
    const [base, mine, theirs] = ['A', 'M', 'T'].map((content) => list(['a', content])) as [
      string,
      string,
      string,
    ]
    expect(mergeFootnotes(base, mine, theirs, text('a'))).toBeUndefined()
    expect(mergeFootnotes('{', mine, theirs, text('a'))).toBeUndefined()
  })
})
