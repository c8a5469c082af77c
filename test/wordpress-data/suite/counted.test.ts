import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const here = new URL('.', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, here), 'utf8')

/** The numbers in a text such as `1, 3–5`. */
function numbersIn(text: string): number[] {
  return text.split(',').flatMap((part) => {
    const [from, to = from] = part.trim().split('–').map(Number)
    if (!from || to === undefined) return []
    return Array.from({ length: to - from + 1 }, (none, at) => from + at)
  })
}

const table = read('README.md')
  .split('\n')
  .filter((line) => /^\| \w+ +\|/.test(line) && !line.startsWith('| word'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, word = '', , count, file = '', left = '']) => ({
    word,
    count: Number(count),
    files: [...file.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    left: numbersIn(left),
  }))

/** What the tests of a file name in brackets: of each word its numbers. */
function namedIn(file: string): Map<string, number[]> {
  const named = new Map<string, number[]>()
  for (const [, inside = ''] of read(file).matchAll(/\[([a-z]+ \d[^\]]*)\]/g))
    for (const part of inside.split(';')) {
      const [, word = '', numbers = ''] = /^ *([a-z]+) (.*)$/.exec(part) ?? []
      named.set(word, [...(named.get(word) ?? []), ...numbersIn(numbers)])
    }
  return named
}

describe('the tests of core-data', () => {
  it.each(table)('$word: each is told again or left out', ({ word, count, files, left }) => {
    const told = files.flatMap((file) => namedIn(file).get(word) ?? [])
    const all = Array.from({ length: count }, (none, at) => at + 1)
    expect([...new Set([...told, ...left])].sort((one, other) => one - other)).toEqual(all)
    expect(told.filter((number) => left.includes(number))).toEqual([])
  })

  it('are named by words of the table alone, and 260 or more are told', () => {
    const files = readdirSync(here).filter((file) => /^(?!counted).*\.test\.ts$/.test(file))
    const words = new Set(table.map(({ word }) => word))
    const named = files.flatMap((file) => [...namedIn(file)])
    expect(named.map(([word]) => word).filter((word) => !words.has(word))).toEqual([])
    const told = new Set(named.flatMap(([word, numbers]) => numbers.map((number) => `${word} ${number}`)))
    expect(told.size).toBeGreaterThanOrEqual(260)
  })
})
