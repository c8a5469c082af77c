import { describe, expect, it, vi } from 'vitest'
import { remembered } from '../../src/core/companions'

describe('what is remembered', () => {
  it('is made once for a key, and again for another', () => {
    const memory = new Map<string, object>()
    const make = vi.fn(() => ({}))
    const first = remembered(memory, 'a', make)
    expect(remembered(memory, 'a', make)).toBe(first)
    expect(remembered(memory, 'b', make)).not.toBe(first)
    expect(make).toHaveBeenCalledTimes(2)
  })
})
