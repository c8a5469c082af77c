import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { timeAgo } from '../../examples/playground/dates'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it.each([
  ['just now', 59],
  ['1 minute ago', 60],
  ['59 minutes ago', 3599],
  ['23 hours ago', 86_399],
  ['1 day ago', 86_400],
  ['30 days ago', 2_627_999],
  ['11 months ago', 31_535_999],
  ['2 years ago', 63_072_000],
])('a revision says that it was made %s', (said, seconds) => {
  expect(timeAgo(new Date(Date.now() - seconds * 1000))).toBe(said)
})
