import { describe, expect, it } from 'vitest'
import { releaseVerdict } from '../run/releaseVerdict.mjs'

const withoutAddress = { name: 'copydesk', homepage: 'https://example.org/' }
const withAddress = {
  ...withoutAddress,
  repository: 'https://example.org/code',
  bugs: 'https://example.org/',
}

describe('a release', () => {
  it('says in a dry run what waits for an address, and is right if all else is', () => {
    const { lines, isRight } = releaseVerdict(withoutAddress, [], true)
    expect(lines).toEqual([expect.stringMatching(/^… Waits for the address .* no repository, bugs yet/)])
    expect(isRight).toBe(true)
  })

  it('stops at the same when it is meant', () => {
    const { lines, isRight } = releaseVerdict(withoutAddress, [], false)
    expect(lines).toEqual([expect.stringMatching(/^✗ package\.json has no repository, bugs yet/)])
    expect(isRight).toBe(false)
  })

  it('is not right with another problem, dry or not, and has nothing to say without any', () => {
    for (const isDryRun of [true, false]) {
      expect(releaseVerdict(withAddress, ['Not committed.'], isDryRun)).toEqual({
        lines: ['✗ Not committed.'],
        isRight: false,
      })
      expect(releaseVerdict(withAddress, [], isDryRun)).toEqual({ lines: [], isRight: true })
    }
  })
})
