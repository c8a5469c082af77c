import { describe, expect, it } from 'vitest'
import { rank, wordsOf } from '../../src/wordpress/linkSearch/rank'

const numbered = (titles: readonly string[]) => titles.map((title, i) => ({ id: i + 1, title }))
const order = (titles: readonly string[], search: string) =>
  rank(numbered(titles), search).map(({ id }) => id)

describe('rank', () => {
  it('puts titles with more of the searched words first', () => {
    const titles = [
      'Crossing the sea to Helsinki in winter',
      'A day in the countryside',
      'Light bags, or how to travel far',
      'Ten tips on travel by night train',
      'Islands of the north',
      'What the harbour master saw',
      'Travel tips',
    ]
    expect(order(titles, 'travel tips')).toEqual([7, 4, 3, 1, 2, 5, 6])
  })

  it('counts by the share of the title, and whole words before parts of words', () => {
    expect(order(['News', 'Newspaper', 'News Flash News', 'News'], 'News')).toEqual([1, 4, 3, 2])
  })

  it.each([
    [
      'ten times as much for a word as for a part of one',
      ['a b c d e f g h i sea', 'seaside'],
      'sea',
      [1, 2],
    ],
    ['more for a word in eleven than nothing', ['x', 'a b c d e f g h i j sea'], 'sea', [2, 1]],
    ['a word that is one of those searched only as that', ['news', 'newspaper'], 'news newspaper', [1, 2]],
    [
      'nothing for a title that is part of a searched word',
      ['Boats', 'Sea', 'Seaside'],
      'seaside',
      [3, 1, 2],
    ],
    ['nothing for empty titles', ['', '?!', 'Sea'], 'sea', [3, 1, 2]],
    ['nothing at all when no word is searched', ['b', 'a', ''], '', [1, 2, 3]],
    ['without regard to case and form of letters', ['Sea', 'CAFÉ'], 'cafe\u0301', [2, 1]],
    ['hostile words as words', ['Sea', 'constructor __proto__'], 'constructor', [2, 1]],
  ])('gives %s', (title, titles, search, ids) => {
    expect(order(titles, search)).toEqual(ids)
  })

  it('keeps the order of equals, and the given list as it was', () => {
    const given = numbered(['b sea', 'a sea', 'sea'])
    expect(rank(given, 'sea').map(({ id }) => id)).toEqual([3, 1, 2])
    expect(given.map(({ id }) => id)).toEqual([1, 2, 3])
  })

  it('scores results apart that share an id across tables', () => {
    const results = [
      { id: 1, kind: 'post-type', title: 'Land' },
      { id: 1, kind: 'taxonomy', title: 'Sea' },
    ]
    expect(rank(results, 'sea').map(({ kind }) => kind)).toEqual(['taxonomy', 'post-type'])
  })
})

describe('wordsOf', () => {
  it.each([
    ['Hello, world!', ['hello', 'world']],
    ["I'm here", ['i', 'm', 'here']],
    ['港の朝、市場の夜。', ['港の朝', '市場の夜']],
    ['Ärger in Øst 2024', ['ärger', 'in', 'øst', '2024']],
    ['— … !', []],
    ['', []],
  ])('are the runs of letters or digits of %s', (text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })
})
