import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface MeasuredSize {
  readonly name: string
  readonly passed: boolean
  /** Bytes, gzipped. */
  readonly size: number
}

const root = process.cwd()
const page = readFileSync(join(root, 'docs/reference/performance.md'), 'utf8')
const sizes = measure()

describe('the sizes in the documentation', () => {
  it.each(sizes.map(({ name, size }): [string, number] => [name, size]))(
    'are as measured: %s',
    (name, size) => {
      const row = new RegExp(`^\\| ${name.replace(/[/]/g, '\\/')} +\\| ([0-9.]+) kB`, 'm').exec(page)
      expect(Math.abs(Number(row?.[1]) - size / 1000)).toBeLessThan(0.15)
    },
  )

  it('are within their limits', () => {
    expect(sizes.filter(({ passed }) => !passed)).toEqual([])
  })
})

function measure(): readonly MeasuredSize[] {
  const bin = join(root, 'node_modules', 'size-limit', 'bin.js')
  const printed = execFileSync(process.execPath, [bin, '--json'], { cwd: root, encoding: 'utf8' })
  return JSON.parse(printed) as MeasuredSize[]
}
