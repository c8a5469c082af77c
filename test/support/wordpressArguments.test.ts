import { resolve } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readArguments } from '../run/wordpressArguments.mjs'
import { chosenWordPress } from './chosenWordPress'
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
    expect(text).toContain('does 9 of')
    expect(text).toContain('linkHints (since 6.7): ')
  })
})

describe('the stories in the browser', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  it.each([
    ['', []],
    ['/builds/7.1.zip', ['--wordpress', '/builds/7.1.zip']],
  ])('start the WordPress that is asked for: %j', (wanted, options) => {
    vi.stubEnv('COPYDESK_WORDPRESS', wanted)
    expect(chosenWordPress()).toEqual(options)
  })

  it('refuse a site that runs already', () => {
    vi.stubEnv('COPYDESK_WORDPRESS', 'site.json')
    expect(() => chosenWordPress()).toThrow('site.json describes a site that runs already.')
  })
})
