import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commonText } from '../../src/sync/merge/commonText'
import { applyChanges, diffText } from '../../src/sync/merge/diffText'
import { mergeText } from '../../src/sync/merge/mergeText'

const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '😀', '😁', 'é'), maxLength: 30 })

/** Whether all letters of a text stand in another one, in their order. */
function isPartOf(part: string, whole: string): boolean {
  let from = -1
  return [...part].every((letter) => (from = [...whole].indexOf(letter, from + 1)) >= 0)
}

const block = (text: string) => `<!-- wp:paragraph -->\n<p>${text}</p>\n<!-- /wp:paragraph -->`
const blocks = (...texts: string[]) => texts.map(block).join('\n\n')

/** In what shares no letter with what is inserted, it is certain where that stands. */
const around = fc.string({ unit: fc.constantFrom('x', 'y', '.'), maxLength: 10 })

describe('the difference of two texts', () => {
  it('makes one of the other, whatever they are', () => {
    fc.assert(
      fc.property(text, text, (from, to) => {
        expect(applyChanges(from, diffText(from, to))).toBe(to)
      }),
    )
  })

  it('is one letter where one letter was typed', () => {
    expect(diffText('one three', 'one, three')).toEqual([{ at: 3, remove: 0, insert: ',' }])
  })

  it('tears nothing apart that was written at once, where what is between words can be in several places', () => {
    expect(diffText('w0 Title', 'w0 w1 Title')).toEqual([{ at: 2, remove: 0, insert: ' w1' }])
    const isEdge = (at: number) => at === 0 || at === 3 || at === 8
    expect(diffText('w0 Title', 'w0 w1 Title', isEdge)).toEqual([{ at: 3, remove: 0, insert: 'w1 ' }])
    expect(diffText('w0 Title', 'Title', isEdge)).toEqual([{ at: 0, remove: 3, insert: '' }])
  })

  it('names what was written into a line and what stands behind it apart', () => {
    const lines = (...all: string[]) => all.map((one) => `<p>${one}</p>`).join('\n')
    const from = lines('one', 'last')
    expect(diffText(from, lines('one more', 'new', 'last'))).toEqual([
      { at: 6, remove: 0, insert: ' more' },
      { at: 11, remove: 0, insert: '<p>new</p>\n' },
    ])
    expect(diffText(from, lines('one', 'new', 'last'))).toEqual([
      { at: 11, remove: 0, insert: '<p>new</p>\n' },
    ])
    expect(mergeText(from, lines('one more', 'new', 'last'), lines('one', 'new', 'last'), true)).toBe(
      lines('one more', 'new', 'last'),
    )
  })

  it('is in two places where two places differ', () => {
    expect(diffText('one two three', 'One two three!')).toEqual([
      { at: 0, remove: 1, insert: 'O' },
      { at: 13, remove: 0, insert: '!' },
    ])
  })

  it('splits no emoji', () => {
    expect(diffText('a😀b', 'a😁b')).toEqual([{ at: 1, remove: 2, insert: '😁' }])
  })

  it('writes no word anew for a letter that the last one ends with, too', () => {
    const changes = diffText(blocks('eva', 'all w1z'), blocks('eva w0z', 'all w1z', 'another w2z'))
    expect(changes.map(({ remove }) => remove)).toEqual([0, 0])
  })

  it('begins with a paragraph, a line or a word where it could begin within one', () => {
    const [before, after] = [`${block('all')}`, `\n\n${block('paragraph-a')}`]
    const between = `\n\n${block('paragraph-b')}`
    const inserted = { at: before.length, remove: 0, insert: between }
    expect(diffText(before + after, before + between + after)).toEqual([inserted])
    const removed = { ...inserted, remove: between.length, insert: '' }
    expect(diffText(before + between + after, before + after)).toEqual([removed])
    const first = `${block('paragraph-c')}\n\n`
    expect(diffText(block('paragraph-a'), first + block('paragraph-a'))).toEqual([
      { at: 0, remove: 0, insert: first },
    ])
    const typed = block('w1z paragraph-a')
    expect(mergeText(block('paragraph-a'), first + typed, typed, true)).toBe(first + typed)
    expect(diffText('see w1 first', 'see w10 w1 first')).toEqual([{ at: 3, remove: 0, insert: ' w10' }])
  })

  it('replaces the middle whole where nearly all of it differs', () => {
    const [from, to] = ['x'.repeat(200), 'y'.repeat(200)]
    expect(diffText(`<${from}>`, `<${to}>`)).toEqual([{ at: 1, remove: 200, insert: to }])
  })
})

describe('two texts from one', () => {
  it('are merged with what both wrote', () => {
    expect(mergeText('Harbour lights', 'Harbour lights at night', 'The harbour lights')).toBe(
      'The harbour lights at night',
    )
  })

  it('keep what one wrote where the other took away', () => {
    expect(mergeText('one big three', 'one three', 'one big and three')).toBe('one and three')
  })

  it('are the changed one where the other is as it was', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(mergeText(base, changed, base)).toBe(changed)
        expect(mergeText(base, base, changed)).toBe(changed)
      }),
    )
  })

  it('say once what both have heard of', () => {
    expect(mergeText('One', 'One two', 'One two three', true)).toBe('One two three')
    expect(mergeText('One', 'two One', 'zero two One', true)).toBe('zero two One')
    expect(mergeText('One', 'One two four', 'One two three four', true)).toBe('One two three four')
    expect(mergeText('One, two', 'Big, two', 'OneBig, two', true)).toBe('Big, two')
    expect(mergeText('', 'Helo there', 'Hello there', true)).toBe('Hello there')
    // Both have the last paragraph, beside which one of them differs in another place.
    const last = '<p>a</p><p>b</p><p>c</p>'
    expect(mergeText('<p>a</p><p>b</p>', last, '<p>a!</p><p>b</p><p>c</p>', true)).toBe(
      '<p>a!</p><p>b</p><p>c</p>',
    )
    expect(mergeText(last, '<p>a</p><p>b</p>', '<p>a!</p><p>b</p>', true)).toBe('<p>a!</p><p>b</p>')
    const [before, after] = ['Zero. '.repeat(20), ' Four.'.repeat(20)]
    expect(mergeText('One two three', `${before}One two three`, `One two three${after}`, true)).toBe(
      `${before}One two three${after}`,
    )
  })

  it('say once what both have gone on from, where the text before has not got it', () => {
    const both = (base: string, mine: string, theirs: string) => mergeText(base, mine, theirs, 'unread')
    expect(both('Title', 'Title one two', 'Title one three')).toBe('Title one three two')
    expect(both('Title', 'two one Title', 'three one Title')).toBe('three two one Title')
    expect(both('Title', 'Title one two', 'Title zero one')).toBe('Title zero one two')
    expect(both('Title', 'Title zero one', 'Title one two')).toBe('Title zero one two')
    expect(both(blocks('a'), blocks('a', 'mine', 'read'), blocks('a', 'theirs', 'read'))).toBe(
      blocks('a', 'theirs', 'mine', 'read'),
    )
    // Paragraphs that nothing stands between, as two began an empty post.
    expect(both('', blocks('Read.', 'Mine.'), block('Mine.') + block('Last.'))).toBe(
      blocks('Read.', 'Mine.') + block('Last.'),
    )
    // A paragraph that goes on in one of them, also where nobody knows that both have gone on from the same.
    expect(mergeText('', blocks('See one.', 'New.'), block('First: see one. See one.'), true)).toBe(
      blocks('First: see one. See one.', 'New.'),
    )
    // Blocks that only begin alike are whole.
    const group = (...texts: string[]) =>
      `<!-- wp:group -->\n<div>${texts.map(block).join('\n\n')}</div>\n<!-- /wp:group -->`
    const [one, other] = [group('same', 'one'), group('same', 'other')]
    expect(both('', `\n\n${one}`, `\n\n${other}`)).toBe(`\n\n${other}\n\n${one}`)
  })

  it('have paragraphs whole that are new where one was taken away that they look like', () => {
    const [a, b, c] = ['paragraph-a w0 typed', 'paragraph-b w1 typed', 'paragraph-c w2 typed'].map(block)
    expect(mergeText(a!, '', b!, true)).toBe(b)
    expect(mergeText(a!, b!, '')).toBe(b)
    expect(mergeText(a!, b!, c!, true)).toBe(`${c}\n\n${b}`)
    expect(
      mergeText(blocks('One.', 'Two.'), block('New Two.'), blocks('Three.', 'One.', 'New Two.'), true),
    ).toBe(blocks('Three.', 'New Two.'))
    expect(mergeText(a!, b!, block('paragraph-a w3 w0 typed'), true)).toBe(block('paragraph-b w3 w1 typed'))
  })

  it('have a new paragraph once that each has in another place, where both may have heard of it', () => {
    const [base, mine] = [blocks('b', 'd', 'a'), blocks('f', 'b', 'e', 'd', 'a')]
    expect(mergeText(base, mine, blocks('b', 'd', 'e', 'a'), true)).toBe(blocks('f', 'b', 'd', 'e', 'a'))
    expect(mergeText(base, mine, blocks('b', 'd', 'e', 'a'))).toBe(blocks('f', 'b', 'e', 'd', 'e', 'a'))
  })

  it('have a word once that both have, where one has taken back another one beside it that looks like it', () => {
    const [base, mine, theirs] = ['w1z a typed', 'w2z w1z a typed', 'w2z a typed']
    expect(mergeText(base, mine, theirs, true)).toBe(theirs)
    expect(mergeText(base, theirs, mine, 'unread')).toBe(theirs)
    expect(mergeText(base, mine, theirs)).toBe('w2z w2z a typed')
  })

  it('have what one has written in a paragraph there where the other one has put that', () => {
    const [base, moved] = [blocks('b', 'e', 'd', 'a'), blocks('b', 'd', 'e', 'a')]
    expect(mergeText(base, blocks('b', 'w2 e', 'd', 'a'), moved)).toBe(blocks('b', 'd', 'w2 e', 'a'))
  })

  it('have a paragraph that is new in both once, however alike it is to the one behind it', () => {
    const [a, b, d] = ['paragraph-a w0 typed', 'paragraph-b w1 typed', 'paragraph-d w3 typed']
    expect(mergeText(block(a), blocks(b, a, d), blocks(`w2 ${b}`, a, d), true)).toBe(blocks(`w2 ${b}`, a, d))
  })

  it('have words apart, also where the blank is gone that one was written at', () => {
    expect(mergeText('w0 Title', 'Title', 'w0 w1 Title')).toBe('w1 Title')
    expect(mergeText('A w0', 'A', 'A w1 w0')).toBe('A w1')
    expect(mergeText('w0 Title', 'w0 w1 Title', 'Title', true)).toBe('w1 Title')
    expect(mergeText('notebook', 'notbook', 'note bigbook')).toBe('not bigbook')
    expect(mergeText('a w1z w0z', 'a w1z w3z w0z', 'c w2z', true)).toBe('c w2z w3z')
    // What one has changed in a word that the other one takes out is a word.
    expect(mergeText('See w2 now', 'See w3 now', 'See now')).toBe('See w3 now')
    expect(mergeText('See w2 now', 'See w22 now', 'See now')).toBe('See w22 now')
    expect(mergeText('See one now', 'See now', 'See another now')).toBe('See another now')
  })

  it.each([true, false])(
    'have each run whole that was inserted, also where both wrote at one place (shared history: %s)',
    (isSharedHistory) => {
      const [one, other] = [
        ' The vote was 7 to 4 for the bridge.',
        ' The vote was 9 to 2 against the bridge.',
      ]
      const merged = mergeText('The bridge.', `The bridge.${one}`, `The bridge.${other}`, isSharedHistory)
      expect(merged).toBe(`The bridge.${other}${one}`)
      fc.assert(
        fc.property(around, around, text, text, (before, after, mine, theirs) => {
          const both = mergeText(
            before + after,
            before + mine + after,
            before + theirs + after,
            isSharedHistory,
          )
          const has = (run: string) => both.includes(run)
          // What both may have received is one where it has all of the other, in its order.
          const isOneOf = (run: string, part: string) =>
            isSharedHistory && both === before + run + after && isPartOf(part, run)
          expect((has(mine) && has(theirs)) || isOneOf(mine, theirs) || isOneOf(theirs, mine)).toBe(true)
        }),
      )
    },
  )

  it('lose nothing that was written into them', () => {
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (base, one, other) => {
        const letters = [...base]
        const write = (word: string, at: number) =>
          [
            ...letters.slice(0, at % (letters.length + 1)),
            word,
            ...letters.slice(at % (letters.length + 1)),
          ].join('')
        const merged = mergeText(base, write('MINE', one), write('THEIRS', other))
        expect(merged).toContain('MINE')
        expect(merged).toContain('THEIRS')
        expect(merged).toHaveLength(base.length + 10)
      }),
    )
  })
})

describe('what two texts have in common that were begun apart', () => {
  it('is the paragraphs that one goes on from in the other, and nothing of those that are only alike', () => {
    expect(commonText([blocks('From the site, w0.', 'Mine, w2.')], block('Theirs, w1.'))).toBe('')
    expect(commonText([blocks('Mine, w2.', 'From the site.')], blocks('From the site, w0.', 'Theirs.'))).toBe(
      block('From the site.'),
    )
    expect(commonText([blocks('One.', 'Two.', 'Three.')], blocks('One.', 'Three.'))).toBe(
      blocks('One.', 'Three.'),
    )
  })

  it('is what any of several has, in the order of the one that is compared with them', () => {
    expect(
      commonText([blocks('Three.'), blocks('One.', 'Gone.')], blocks('New.', 'One. More.', 'Three.')),
    ).toBe(blocks('One.', 'Three.'))
  })

  it('is the words of two lines, none of them in part', () => {
    expect(commonText(['Excerpt w12'], 'Excerpt w13')).toBe('Excerpt')
    expect(commonText(['w1 Excerpt'], 'w2 Excerpt')).toBe('Excerpt')
    expect(commonText(['Excerpt w1'], 'w2 Excerpt')).toBe('Excerpt')
    expect(commonText(['One w1 two'], 'One w2 two')).toBe('One two')
    expect(commonText(['Excerpt w1', ''], 'w2 Excerpt')).toBe('Excerpt')
  })
})
