import { describe, expect, it } from 'vitest'
import type { ContentBlock } from 'copydesk'
import { commonTo, mergeValues } from '../../src/sync/merge/mergeValues'

/** Paragraphs, each written as `id:text`, or as the id where that is the text. */
function paragraphs(...all: string[]): readonly ContentBlock[] {
  return all.map((one) => {
    const [clientId = '', content = clientId] = one.split(':')
    return { clientId, name: 'paragraph', attributes: { content }, innerBlocks: [] }
  })
}

function merged(base: string[], mine: string[], theirs: string[], isSharedHistory = false): string[] {
  const both = mergeValues(
    'blocks',
    paragraphs(...base),
    paragraphs(...mine),
    paragraphs(...theirs),
    isSharedHistory,
  )
  return (both as readonly ContentBlock[]).map(({ clientId, attributes }) =>
    attributes.content === clientId ? clientId : `${clientId}:${attributes.content as string}`,
  ) as string[]
}

const list = ['a', 'b', 'c']

describe('Blocks of which two make something else', () => {
  it.each([
    ['one moves a block and the other adds one', ['a', 'c', 'b'], ['a', 'b', 'c', 'd'], ['a', 'c', 'b', 'd']],
    ['one moves a block and the other writes in it', ['c', 'a', 'b'], ['a', 'b', 'c:c!'], ['c:c!', 'a', 'b']],
    ['one writes in a block and the other moves it', ['a', 'b', 'c:c!'], ['c', 'a', 'b'], ['c:c!', 'a', 'b']],
    ['both move one block', ['c', 'a', 'b'], ['a', 'c', 'b'], ['c', 'a', 'b']],
    ['one moves a block that the other takes away', ['c', 'a', 'b'], ['a', 'b'], ['a', 'b']],
    ['one takes a block away that the other moves', ['a', 'b'], ['c', 'a', 'b'], ['a', 'b']],
    [
      'one moves and writes in a block that the other takes away',
      ['c:c!', 'a', 'b'],
      ['a', 'b'],
      ['a', 'b', 'c:!'],
    ],
    [
      'one takes a block away that the other moves and writes in',
      ['a', 'b'],
      ['c:c!', 'a', 'b'],
      ['c:!', 'a', 'b'],
    ],
    ['one takes a block away that the other writes in', ['a', 'c'], ['a', 'b:b!', 'c'], ['a', 'b:!', 'c']],
  ])('are all there once where %s', (what, mine, theirs, expected) => {
    expect(merged(list, mine, theirs)).toEqual(expected)
  })

  it('are one block with the words of both where both put the same one in', () => {
    expect(merged(['a'], ['a', 'b: mine'], ['a', 'b:theirs'])).toEqual(['a', 'b:theirs mine'])
    expect(merged(['a'], ['a', 'b'], ['a', 'b', 'c'])).toEqual(['a', 'b', 'c'])
  })

  it('stay in their order around one that both put in', () => {
    expect(merged(['a'], ['a', 'x', 'b: mine', 'c'], ['a', 'y', 'b:theirs', 'z'])).toEqual([
      ...['a', 'x', 'y', 'b:theirs mine', 'c', 'z'],
    ])
  })

  it('are told apart by their ids, also where another was in the same place', () => {
    expect(merged(['b'], ['a:mine'], ['a:theirs ', 'b'])).toEqual(['a:theirs mine'])
    expect(merged(['b'], ['a:mine', 'b'], ['a:theirs '])).toEqual(['a:theirs mine'])
    expect(merged(['x:one'], ['a:one two'], ['a:zero one'])).toEqual(['a:zero one two'])
  })

  it('are known again by their words where nobody has their ids, also where another is gone that stood there', () => {
    const base = ['k:Ships sail at ten.', 'l:The harbour is lit at night.']
    const mine = ['m:The old harbour is lit at night.']
    expect(merged(base, mine, ['k:Ships sail at ten.', 'n:The harbour is lit all night.'])).toEqual([
      'm:The old harbour is lit all night.',
    ])
  })

  it('has a block once that both have read, though one has put another before it', () => {
    const [read, again] = ['x:From the site.', 'y:From the site.']
    expect(merged(['a'], ['a', 'd', again], ['a', read, 'd'], true)).toEqual(['a', read, 'd'])
  })

  it('have the same words once where both may have heard of them', () => {
    expect(merged(['a'], ['a', 'b:one two'], ['a', 'b:one two three'], true)).toEqual([
      'a',
      'b:one two three',
    ])
  })

  it('stay both where two people have written them apart, also where they are much alike', () => {
    const [mine, theirs] = ['m:The third harbour opens in May.', 't:The third harbour closes in June.']
    expect(merged(['a'], ['x:a', mine], ['a', theirs], true)).toEqual(['a', mine, theirs])
    expect(merged(['a'], ['x:a', 'e:'], ['a', theirs], true)).toEqual(['a', 'e:', theirs])
    // What has all of another one goes on from it, by whatever id a parser has called it.
    expect(merged(['a'], ['x:a', mine], ['a', 't:The third harbour opens.'], true)).toEqual([
      'a',
      't:The third harbour opens in May.',
    ])
    expect(
      merged(['a', 'b:Ships sail.'], ['x:a', 'y:Ships sail today.'], ['a', 'b:Ships never sail.'], true),
    ).toEqual(['a', 'b:Ships never sail today.'])
  })

  it('are those of the base where both have gone on from them, however alike a new one before them is', () => {
    const base = ['a:paragraph-a typed.']
    const mine = ['x:paragraph-a typed.', 'y:paragraph-c typed.']
    const theirs = ['d:paragraph-d typed.', 'a:On top paragraph-a typed.']
    expect(merged(base, mine, theirs, true)).toEqual([...theirs, 'y:paragraph-c typed.'])
  })

  it('are what both say, where one has that beside another one that goes on from the same', () => {
    const mine = ['x:Now ships sail.', 'y:Today ships sail.']
    expect(merged(['a:ships sail.'], mine, ['a:Today ships sail.'], true)).toEqual([
      'x:Now ships sail.',
      'a:Today ships sail.',
    ])
  })

  it('are what has the id of what one of them has become, however little is left of it', () => {
    expect(merged(['a:See one.'], ['b:Today See one.'], ['b:too'], true)).toEqual(['b:too Today'])
    expect(merged(['a:See one.'], ['b:too'], ['b:Today See one.'], true)).toEqual(['b:Today too'])
  })

  it('keep of one that was taken away the words that were written in it, whole', () => {
    expect(merged(['a:See paragraph-a today.'], [], ['a:See paragraph-e today.'])).toEqual(['a:e'])
    expect(merged(['a:See one.'], [], ['a:See seven.'])).toEqual(['a:seven'])
    expect(merged(['a:See one.'], ['x:two '], ['b:two See one.'], true)).toEqual(['x:two '])
  })

  it('are new where they only look like one that was taken away, or in which others have put other words', () => {
    const [base, mine, theirs] = [
      'a:paragraph-a w0 typed',
      'x:paragraph-b w1 typed',
      'y:paragraph-c w2 typed',
    ]
    expect(merged([base], [], [theirs])).toEqual([theirs])
    expect(merged([base], [mine], [])).toEqual([mine])
    expect(merged([base], [mine], [theirs], true)).toEqual([mine, theirs])
  })

  it('have gone on from what they have all of, before one that is only alike', () => {
    const base = ['a:paragraph-a one typed']
    const theirs = ['x:paragraph-e new typed', 'y:Two three four paragraph-a one typed']
    expect(merged(base, [], theirs, true)).toEqual(['x:paragraph-e new typed', 'y:Two three four '])
  })
})

describe('What two lists of blocks have in common that were begun apart', () => {
  it('is what both say in a block that goes on in one of them, too', () => {
    const [mine, theirs] = [['x:New.', 'y:See one two.'], ['z:See one.']].map((all) => paragraphs(...all))
    expect(commonTo('blocks', [mine], theirs)).toEqual(paragraphs('y:See one.'))
  })
})
