import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readArguments } from '../run/wordpressArguments.mjs'
import { describeChanges } from './describeChanges'

describe('npm run test:wordpress', () => {
  it.each([
    [[], undefined, []],
    [['--wordpress', 'nightly'], 'nightly', []],
    [['--wordpress=6.5', 'test/contracts'], '6.5', ['test/contracts']],
    [
      ['-t', 'lists', '--wordpress', 'https://example.org/wp.zip'],
      'https://example.org/wp.zip',
      ['-t', 'lists'],
    ],
    [['--wordpress', 'builds/7.1.zip'], resolve('builds/7.1.zip'), []],
    [['--wordpress', 'site.json'], resolve('site.json'), []],
  ])('takes %j', (given, wordpress, rest) => {
    expect(readArguments(given)).toEqual({ wordpress, rest })
  })

  it.each([[['--wordpress']], [['--wordpress=']], [['--wordpress', '--bail']]])('refuses %j', (given) => {
    expect(() => readArguments(given)).toThrow('--wordpress names no WordPress')
  })

  it('says what the server does differently', () => {
    expect(describeChanges('6.5.5')).toMatch(/^WordPress 6\.5\.5 does 0 of \d+ known things/)
    const text = describeChanges('6.7.4')
    expect(text).toContain('does 2 of')
    expect(text).toContain('linkHints (since 6.7): ')
  })
})
