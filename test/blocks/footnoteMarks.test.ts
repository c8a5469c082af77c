import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { marksOf } from '../../src/blocks/footnoteMarks'

const pieces = [
  '<a',
  '<sup',
  '<',
  '>',
  ' data-fn="',
  " data-fn='",
  '"',
  "'",
  ' ',
  '\n',
  'x',
  '</a>',
  '1',
  ' DATA-FN="',
]
const markup = fc.array(fc.constantFrom(...pieces), { maxLength: 16 }).map((all) => all.join(''))

/** By an expression that takes the cube of the length of a text. */
function slowly(html: string) {
  const mark = /(<[a-z][^>]*\sdata-fn=(["'])(.*?)\2[^>]*>(?:<[a-z][^>]*>)*)[^<]*/gi
  return [...html.matchAll(mark)].map(({ index, 0: all, 1: open = '', 3: id }) => ({
    id,
    textStart: index + open.length,
    end: index + all.length,
  }))
}

describe('The marks of footnotes in a text', () => {
  it('are found whatever is written', () => {
    expect(marksOf('One<sup data-fn="a" class="fn"><a href="#a">1</a></sup>')).toEqual([
      { id: 'a', textStart: 44, end: 45 },
    ])
    fc.assert(
      fc.property(markup, (html) => {
        expect(marksOf(html)).toEqual(slowly(html))
      }),
      { numRuns: 5000 },
    )
  })

  it.each(['<a data-fn=" data-fn="', '<a data-fn="\n', "<a data-fn='", '<a '])(
    'are found at once in a text full of %j',
    (piece) => {
      for (const end of ['', '>', '">']) expect(marksOf(piece.repeat(50_000) + end).length).toBeLessThan(2)
    },
  )
})
