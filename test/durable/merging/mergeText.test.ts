import { diffArrays } from 'diff'
import { describe, expect, it } from 'vitest'
import { mergeText } from '../../../src/durable/merging/mergeText'
import { joinTokens, tokenize } from '../../../src/core/textTokens'

const paragraph = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`
const spacer =
  '<!-- wp:spacer {"height":"40px"} -->\n<div class="wp-block-spacer"></div>\n<!-- /wp:spacer -->'
const more = '<!-- wp:more /-->'
const group = (...inner: string[]) =>
  `<!-- wp:group {"layout":{"type":"flow"}} -->\n<div class="wp-block-group">${inner.join('\n\n')}</div>\n<!-- /wp:group -->`
const text = (...parts: string[]) =>
  parts.map((part) => (part.startsWith('<') ? part : paragraph(part))).join('\n\n')

const merge = (base: string, mine: string, theirs: string) => mergeText(base, mine, theirs, diffArrays)

describe('a text taken apart', () => {
  it.each([
    ['blocks', text('One', spacer, more, 'Two')],
    ['blocks and what is between them', `Loose\n\nMore\n${text('One')}\n \nLast\n`],
    ['a block in a block of its own name', group(group('One'), 'Two')],
    ['a comment of another kind', '<!-- note --> <p>One</p>'],
    ['nothing', ''],
  ])('of %s comes back as it was', (title, given) => {
    const { tokens, tail } = tokenize(given) ?? { tokens: [], tail: 'none' }
    const lead = tokens[0]?.gap ?? ''
    expect(tokens.map((token) => token.gap + token.text).join('') + tail).toBe(given)
    expect(joinTokens(tokens, lead, tail)).toBe(given)
  })

  it('is none where blocks do not end as they began', () => {
    for (const broken of [
      '<!-- wp:group -->',
      '<!-- /wp:group -->',
      '<!-- wp:a --><!-- wp:b --><!-- /wp:a -->',
    ])
      expect(tokenize(broken)).toBeUndefined()
  })
})

describe('a merged text', () => {
  it.each([
    [
      'two adjacent blocks, one changed by each',
      text('A', 'B'),
      text('A1', 'B'),
      text('A', 'B2'),
      text('A1', 'B2'),
    ],
    [
      'a block inserted by each at one place',
      text('A', 'B'),
      text('A', 'Mine', 'B'),
      text('A', 'Theirs', 'B'),
      text('A', 'Theirs', 'Mine', 'B'),
    ],
    [
      'a block appended by each',
      text('A'),
      text('A', 'Mine'),
      text('A', 'Theirs'),
      text('A', 'Theirs', 'Mine'),
    ],
    [
      'a block put first by each',
      text('A'),
      text('Mine', 'A'),
      text('Theirs', 'A'),
      text('Theirs', 'Mine', 'A'),
    ],
    [
      'blocks put before and behind one that both inserted',
      text('A'),
      text('A', 'Mine', 'New', 'Mine, too'),
      text('A', 'Theirs', 'New', 'Theirs, too'),
      text('A', 'Theirs', 'Mine', 'New', 'Theirs, too', 'Mine, too'),
    ],
    [
      'blocks of which each has another one first, and nobody knows what was before',
      'Unknown.',
      text('Mine', 'A'),
      text('Theirs', 'A'),
      text('Theirs', 'Mine', 'A'),
    ],
    [
      'a change beside what was inserted',
      text('A', 'B'),
      text('A changed a bit', 'B'),
      text('A', 'Theirs', 'B'),
      text('A changed a bit', 'Theirs', 'B'),
    ],
    [
      'a change beside what was deleted',
      text('A', 'B', 'C'),
      text('A', 'C'),
      text('A', 'B', 'C, changed'),
      text('A', 'C, changed'),
    ],
    [
      'the same change of a short block by both, beside another by one',
      text('t0', 't1 word 0', 'A'),
      text('t0 word 2', 't1', 'A'),
      text('t0 word 2', 't1 word 0', 'A changed'),
      text('t0 word 2', 't1', 'A changed'),
    ],
    ['the same change', text('A', 'B'), text('A', 'New'), text('A', 'New'), text('A', 'New')],
    ['the same block inserted by both', text('A'), text('A', 'N'), text('A', 'N', 'M'), text('A', 'N', 'M')],
    [
      'a move beside a change',
      text('A', 'B', 'C'),
      text('B', 'A', 'C'),
      text('A', 'B', 'C2'),
      text('B', 'A', 'C2'),
    ],
    [
      'one of many equal blocks deleted',
      text('A', spacer, 'B', spacer, 'C'),
      text('A', 'B', spacer, 'C'),
      text('A', spacer, 'B', spacer, 'C2'),
      text('A', 'B', spacer, 'C2'),
    ],
    [
      'blocks in a container',
      group(text('A'), text('B')),
      group(text('A1'), text('B')),
      group(text('A'), text('B2')),
      group(text('A1'), text('B2')),
    ],
    [
      'paragraphs without blocks',
      'One\n\nTwo\n\nThree',
      'One!\n\nTwo\n\nThree',
      'One\n\nTwo\n\nThree?',
      'One!\n\nTwo\n\nThree?',
    ],
    ['all taken away by one, and nothing by the other', text('A', 'B'), '', text('A', 'B'), ''],
  ])('has %s', (title, base, mine, theirs, merged) => {
    expect(merge(base, mine, theirs)).toEqual({ value: merged })
  })

  it('is byte for byte theirs outside my blocks', () => {
    const odd = `  ${paragraph('A')}\n \n\n${paragraph('B')}${paragraph('C')}\n\t\n${more}\n\n`
    const theirs = odd.replace('<p>C</p>', '<p class="x" >C</p>')
    const mine = odd.replace('<p>A</p>', '<p>Mine</p>')
    expect(merge(odd, mine, theirs)).toEqual({ value: theirs.replace('<p>A</p>', '<p>Mine</p>') })
  })

  it('of 500 blocks and 200 KB with 20 changes a side is one that has all of them', () => {
    const blocks = Array.from({ length: 500 }, (_, i) => `${i} ${'word '.repeat(75)}`)
    const changed = (by: string, offset: number) =>
      text(...blocks.map((block, i) => (i % 25 === offset ? `${by} ${block}` : block)))
    const merged = merge(text(...blocks), changed('mine', 3), changed('theirs', 4))
    const { value } = merged as { value: string }
    expect([value.match(/<p>mine/g)?.length, value.match(/<p>theirs/g)?.length]).toEqual([20, 20])
  })
})

describe('a text in conflict', () => {
  it('names the block that both changed, and proposes the rest merged', () => {
    const merged = merge(
      text('A', 'B', 'C'),
      text('A', 'B mine', 'C mine'),
      text('A theirs', 'B theirs', 'C'),
    )
    expect(merged).toEqual({
      parts: [{ base: paragraph('B'), mine: paragraph('B mine'), theirs: paragraph('B theirs'), at: 1 }],
      proposals: {
        mine: text('A theirs', 'B mine', 'C mine'),
        theirs: text('A theirs', 'B theirs', 'C mine'),
      },
    })
  })

  it.each([
    [
      'deleted by me and changed by them',
      text('A', 'C'),
      text('A', 'B theirs', 'C'),
      { base: paragraph('B'), theirs: paragraph('B theirs'), at: 1 },
    ],
    [
      'changed by me and deleted by them',
      text('A', 'B mine', 'C'),
      text('A', 'C'),
      { base: paragraph('B'), mine: paragraph('B mine'), at: 1 },
    ],
    [
      'moved by me and changed by them',
      text('A', 'C', 'B'),
      text('A', 'B theirs', 'C'),
      { base: paragraph('B'), theirs: paragraph('B theirs'), at: 1 },
    ],
  ])('has a block that was %s', (title, mine, theirs, part) => {
    expect(merge(text('A', 'B', 'C'), mine, theirs)).toMatchObject({ parts: [part] })
  })

  it('has a block that each moved to a place of their own', () => {
    const mine = text('A', 'C', 'D', 'B', 'E', 'F')
    const merged = merge(text('A', 'B', 'C', 'D', 'E', 'F'), mine, text('A', 'C', 'D', 'E', 'F', 'B'))
    expect(merged).toHaveProperty('parts')
  })

  it('has a container whose own markup both changed', () => {
    const base = group(text('A'))
    const merged = merge(base, base.replace('flow', 'grid'), base.replace('flow', 'flex'))
    expect(merged).toMatchObject({ parts: [{ base, at: 0 }] })
  })

  it.each([
    ['is too long', 'x'.repeat(2_000_001)],
    ['has too many blocks', text(...Array.from({ length: 5001 }, (_, i) => `${i}`))],
    ['is broken', '<!-- wp:group -->'],
  ])('is to be chosen as a whole where it %s', (title, base) => {
    expect(merge(base, `mine ${base}`, `${base} theirs`)).toEqual({})
  })
})
