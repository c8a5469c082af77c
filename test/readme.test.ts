// @vitest-environment happy-dom
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Example, findExamples, findTypeErrors, writeExample } from './support/readme'
import { runExample } from './support/runExample'

const root = process.cwd()
const folder = join(root, '.tmp', 'readme')
const markdown = existsSync(join(root, 'README.md')) ? readFileSync(join(root, 'README.md'), 'utf8') : ''
const examples = findExamples(markdown)

const wipe = () => rmSync(folder, { recursive: true, force: true })
beforeAll(wipe)
afterAll(wipe)

describe('the README', () => {
  it.each(['npm ci && npm start', 'npm ci && npm test'])('gives the command %s', (command) => {
    expect(markdown).toContain(command)
  })

  it('has code that runs', () => {
    expect(examples).not.toEqual([])
  })

  it('has code that compiles', { timeout: 60_000 }, () => {
    const files = examples.map((example) => writeExample(join(folder, 'types'), example))
    expect(findTypeErrors(root, files)).toEqual([])
  })

  it.each(examples.map((example): [string, Example] => [example.title, example]))(
    'runs as it says: %s',
    async (title, example) => {
      expect(await runExample(join(folder, 'run'), example), title).toEqual(example.expected)
    },
  )
})
