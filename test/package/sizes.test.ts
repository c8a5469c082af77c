import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface MeasuredSize {
  readonly name: string
  /** Kilobytes, gzipped. */
  readonly size: number
  readonly limit: number
}

const root = process.cwd()
const page = readFileSync(join(root, 'docs/reference/performance.md'), 'utf8')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const sizes = measure()

describe('the sizes in the documentation', () => {
  it.each(sizes)('are as measured, to a fiftieth: $name', ({ name, size }) => {
    const row = new RegExp(`^\\| ${name.replaceAll('/', '\\/')} +\\| ([0-9.]+) kB`, 'm').exec(page)
    expectNear(row?.[1], size)
  })

  it('are as measured in the README', () => {
    const [, everything, core] = /^\| ([\d.]+) kB +\| ([\d.]+) kB/m.exec(readme) ?? []
    expectNear(everything, sizes[0]?.size)
    expectNear(core, sizes[1]?.size)
  })

  it('are within their limits', () => {
    expect(sizes.filter(({ size, limit }) => size > limit)).toEqual([])
  })
})

/** What is told has one digit behind the point. */
function expectNear(told: string | undefined, size = Number.NaN): void {
  expect(Math.abs(Number(told) - size)).toBeLessThanOrEqual(Math.max(size / 50, 0.1))
}

function measure(): readonly MeasuredSize[] {
  const script = join(root, 'bench', 'sizes.mjs')
  const printed = execFileSync(process.execPath, [script, '--json'], { cwd: root, encoding: 'utf8' })
  return JSON.parse(printed) as MeasuredSize[]
}
