import { describe, expect, it } from 'vitest'
import { versionOf } from '../../src/entities/fieldVersions'

describe('the turn of a path', () => {
  it.each<[string, number]>([
    ['title', 5],
    ['title.raw', 5],
    ['title.raw.deep', 5],
    ['content', 2],
    ['content.raw', 7],
    ['content.rendered', 2],
    ['titles', 2],
    ['constructor', 2],
    ['', 2],
  ])('%j is that of the newest answer that told it, a parent of it, or the whole: %s', (path, seq) => {
    expect(versionOf({ seq: 2, parts: { title: 5, 'content.raw': 7 } }, path)).toBe(seq)
  })

  it('is 0 where nothing was told', () => {
    expect(versionOf({ seq: 0 }, 'title')).toBe(0)
  })
})
