import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inject, describe, expect, it } from 'vitest'

const dist = join(inject('projectWithReact'), 'node_modules', 'copydesk', 'dist')

/** All files that an entry loads, at once or later. */
function filesOf(entry: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(entry)) return seen
  seen.add(entry)
  const code = readFileSync(entry, 'utf8')
  for (const [, path = ''] of code.matchAll(/(?:from |import\(|import |require\()\s*['"](\.[^'"]+)['"]/g))
    filesOf(join(dirname(entry), path), seen)
  return seen
}

const libraries = /['"](yjs|y-protocols\/[^'"]*|y-webrtc|y-indexeddb|lib0\/[^'"]*)['"]/

describe('the doors without collaboration', () => {
  it.each(['index.js', 'react.js', 'testing.js', 'index.cjs', 'react.cjs'])(
    'load none of its libraries: %s',
    (entry) => {
      const loading = [...filesOf(join(dist, entry))].filter((path) =>
        libraries.test(readFileSync(path, 'utf8')),
      )
      expect(loading).toEqual([])
    },
  )

  it('are told from the door with it by the same look', () => {
    const loading = [...filesOf(join(dist, 'sync.js'))].filter((path) =>
      libraries.test(readFileSync(path, 'utf8')),
    )
    expect(loading).not.toEqual([])
  })
})
