import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { faults } from './faults/faultySite'
import pages from './browser/pages.json'
import recordedSites from './contracts/recorded/sites.json'
import replayedStories from './liveWordpress/replayed.json'
import { stories } from './faults/stories'

const here = fileURLToPath(new URL('.', import.meta.url))
const page = readFileSync(join(here, '../docs/reference/correctness.md'), 'utf8')
const figure = (pattern: RegExp) => Number(pattern.exec(page)?.[1]?.replaceAll(',', ''))

/** How many runs the laws of a file have at least: one law for each pair of seeds, a tenth of those that are fixed. */
function runsIn(path: string): number {
  const pairs = readFileSync(join(here, path), 'utf8').matchAll(/\bseeds\((\d+), (\d+)\)/g)
  return [...pairs].reduce((sum, [, fixed, fresh]) => sum + Math.ceil(Number(fixed) / 10) + Number(fresh), 0)
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

  it('are those of the test files of each row', () => {
    const files = readdirSync(here, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => !path.includes('node_modules/'))
    const recorded = new RegExp(`^contracts/(${recordedSites.contracts.join('|')})\\.test`)
    const onMock = new RegExp(`^browser/(${pages.join('|')})\\.test`)
    const replayed = (path: string) => replayedStories.files.some((file) => path === `liveWordpress/${file}`)
    const onWordPress = /^(liveWordpress|contracts)\/.*\.test\.tsx?$/
    const rendered = /^(react|journeys)\/.*\.test\.tsx?$/
    const several = /^sync\/processes\/.*\.test\.ts$/
    const elsewhere =
      /^(liveWordpress|contracts|browser|package|docs|toolkit|servers\/installed|durable\/real)\//
    const rows: Record<string, (path: string) => boolean> = {
      'the store, its laws and its faults': (path) =>
        /\.test\.tsx?$/.test(path) && ![elsewhere, rendered, several].some((other) => other.test(path)),
      'hooks, on React 19 and 18': (path) => rendered.test(path),
      'the mock site against three WordPresses': (path) => recorded.test(path),
      'the store on WordPress, replayed': (path) => replayed(path),
      "what is PHP's own, on a real WordPress": (path) =>
        onWordPress.test(path) && !recorded.test(path) && !replayed(path),
      'the page of the playground': (path) => onMock.test(path),
      'the playground and the block editor': (path) =>
        /^browser\/.*\.test\.ts$/.test(path) && !onMock.test(path),
      'several processes at one document': (path) => several.test(path),
      'the package, installed': (path) => /^package\/.*\.test\.ts$/.test(path),
      types: (path) => /\.test-d\.tsx?$/.test(path),
      'laws at length, killed browsers, trains': (path) => /^durable\/real\/.*\.test\.ts$/.test(path),
      'the whole store on a real WordPress': (path) => onWordPress.test(path),
      'servers of others': (path) => /^servers\/installed\/.*\.test\.ts$/.test(path),
    }
    const told = [...page.matchAll(/^\| (.+?) +\| .+? +\| (\d+) +\| `npm/gm)].map(([, what = '', count]) => [
      what,
      Number(count),
    ])
    expect(told.map(([what]) => what)).toEqual(Object.keys(rows))
    for (const [what, least] of told) {
      const isIn = rows[what as string] as (path: string) => boolean
      expect(files.filter(isIn).length, String(what)).toBeGreaterThanOrEqual(Number(least))
    }
  })

  it('are those of the faults and stories', () => {
    expect([figure(/(\d+) faults/), figure(/of (\d+) stories/)]).toEqual([faults.length, stories.length])
  })
})

describe('the promises of durability', () => {
  const guide = (name: string) => readFileSync(join(here, `../docs/guide/${name}.md`), 'utf8')
  const cells = ['durable', 'durable-server'].flatMap((name) => {
    const [, table = ''] = /^\| promise [^]*?\n((?:\|.*\n)+)/m.exec(guide(name)) ?? []
    return table
      .split('\n')
      .slice(1, -1)
      .map((row) => row.split('|').at(-2)?.trim() ?? '')
  })
  const heldBy = cells.filter((cell) => cell !== 'the same').map(testsIn)
  const files = readdirSync(here, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes('node_modules/'))
  const texts = files.map((path) => readFileSync(join(here, path), 'utf8')).join('\n')

  it('have a test each, or what measures them, that is there', () => {
    const isThere = (test: string) =>
      /^[A-Z]\d+$/.test(test)
        ? new RegExp(`['\`](?:[A-Z]\\d+(?:, | and ))*${test}\\b`).test(texts)
        : test.includes('/')
          ? existsSync(join(here, '..', test))
          : files.some((path) => path.endsWith(`/${test}.test.ts`))
    expect(heldBy.length).toBeGreaterThan(30)
    for (const tests of heldBy) expect(tests).not.toEqual([])
    expect(heldBy.flat().filter((test) => !isThere(test))).toEqual([])
  })

  it('are those of all thirteen laws', () => {
    const laws = Array.from({ length: 13 }, (_, at) => `L${at + 1}`)
    expect(laws.filter((law) => !heldBy.flat().includes(law))).toEqual([])
  })
})

/** The names of tests, or their paths, that stand in a cell of a table. */
function testsIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, test = '']) => test)
}
