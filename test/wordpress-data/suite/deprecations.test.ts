import { describe, expect, it, vi } from 'vitest'
import { coreOf, posts } from './coreOf'

// A deprecation is told once a process: this file has one of its own.
const media = ['root', 'media'] as const

/** What the console was warned of while something was called. */
function warnings(call: () => unknown): string[] {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  try {
    call()
    return warn.mock.calls.map(([message]) => String(message)).filter((text) => text.includes('deprecated'))
  } finally {
    warn.mockRestore()
  }
}

describe('an entity that goes by another name now', () => {
  it.each([
    ['is told of with the name to use instead [deprecation 1]', 'getEntityRecords', media],
    ['is told of by the function that it was used by [deprecation 4]', 'hasEntityRecords', media],
    [
      'is told of under the name of what the function is a synonym of [deprecation 5]',
      'canUserEditEntityRecord',
      [...media, 1],
    ],
  ])('%s', (what, name, args) => {
    const { ask } = coreOf()
    const used = name === 'canUserEditEntityRecord' ? 'canUser' : name
    const [told = ''] = warnings(() => ask(name, ...args))
    expect(told).toContain(`The 'root', 'media' entity (used via '${used}') is deprecated since version 6.9`)
    expect(told).toContain(`the 'postType', 'attachment' entity`)
  })

  it('is told of by its short names, with what to call in their place [deprecation 6]', () => {
    const { ask } = coreOf()
    const [told = ''] = warnings(() => ask('getMediaItems'))
    expect(told).toContain(`'getMediaItems' is deprecated`)
    expect(told).toContain(`the 'postType', 'attachment' entity via the 'getEntityRecords' function`)
  })

  it('is told of by actions, too [deprecation 4]', () => {
    const { act } = coreOf()
    const [told] = warnings(() => act('saveEntityRecord', ...media, {}))
    expect(told).toContain(`used via 'saveEntityRecord'`)
  })

  it.each<[what: string, args: readonly unknown[]]>([
    ['entities that are not [deprecation 2]', posts],
    ['that name in another kind [deprecation 3]', ['postType', 'media']],
    ['names that are empty [deprecation 7]', ['', '']],
    ['null [deprecation 8]', [null, null]],
    ['nothing [deprecation 9]', [undefined, undefined]],
    ['no arguments at all [deprecation 10]', []],
  ])('is not told of for %s', (what, args) => {
    const { ask } = coreOf()
    expect(warnings(() => ask('getEntityRecord', ...args))).toEqual([])
  })
})
