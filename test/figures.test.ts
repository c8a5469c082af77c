import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { faults } from './faults/faultySite'
import { stories } from './faults/stories'

const here = fileURLToPath(new URL('.', import.meta.url))
const page = readFileSync(join(here, '../docs/reference/correctness.md'), 'utf8')
const figure = (pattern: RegExp) => Number(pattern.exec(page)?.[1]?.replaceAll(',', ''))

/** How many runs the laws of a file have at least: one law for each pair of seeds. */
function runsIn(path: string): number {
  const pairs = readFileSync(join(here, path), 'utf8').matchAll(/\bseeds\((\d+), (\d+)\)/g)
  return [...pairs].reduce((sum, [, fixed, fresh]) => sum + Number(fixed) + Number(fresh), 0)
}

describe('the figures by which the documentation says how the store is known to be right', () => {
  it('promise no more random histories than are run', () => {
    const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.tsx?$/.test(path),
    )
    const runs = files.reduce((sum, path) => sum + runsIn(path), 0)
    expect(figure(/At least ([\d,]+) random/)).toBeLessThanOrEqual(runs)
    expect(figure(/([\d,]+) interleavings/)).toBe(runsIn('entities/orderedTruth.test.ts'))
  })

  it('are those that coverage is held to', () => {
    const config = readFileSync(join(here, '../vitest.config.ts'), 'utf8')
    const [, branches] = /foundations\.map\(.*branches: (\d+)/.exec(config) ?? []
    expect(figure(/less than (\d+)% of the branches/)).toBe(Number(branches))
  })

  it('are those of the faults and stories', () => {
    expect([figure(/(\d+) faults/), figure(/of (\d+) stories/)]).toEqual([faults.length, stories.length])
  })
})
