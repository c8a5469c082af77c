import { describe, expect, it } from 'vitest'
import { RecentMap } from '../../src/core/recentMap'

describe('a map of what was used last', () => {
  it('forgets what was neither set nor asked for longest', () => {
    const map = new RecentMap<string, number>(2)
    map.set('a', 1)
    map.set('b', 2)
    expect(map.get('a')).toBe(1)
    map.set('c', 3)
    expect(['a', 'b', 'c'].map((key) => map.get(key))).toEqual([1, undefined, 3])
    map.set('a', 4)
    map.set('d', 5)
    expect(['a', 'c', 'd'].map((key) => map.get(key))).toEqual([4, undefined, 5])
  })
})
