import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { shorten } from '../../../examples/playground/links/LinkOption'

beforeEach(() => vi.stubGlobal('location', { host: 'example.org' }))
afterEach(() => vi.unstubAllGlobals())

describe('An address as the link dialog shows it', () => {
  it.each([
    ['https://example.org/caf%C3%A9', '/café'],
    ['https://other.example/a?b=%20', 'other.example/a?b=%20'],
    ['#notes', '#notes'],
    // It took the whole screen away.
    ['https://example.org/100%', '/100%'],
    ['https://example.org/%E0%A4%A', '/%E0%A4%A'],
  ])('%s: %s', (url, shown) => {
    expect(shorten(url)).toBe(shown)
  })
})
