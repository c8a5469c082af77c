import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type Example, findExamples, findTypeErrors, show, writeExample } from './markdown'
import { runExample } from './runExample'

const root = process.cwd()
const folder = join(root, '.tmp', 'readme-fixtures')

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function example(code: string, language: Example['language'] = 'ts', line = 1): Example {
  return { title: 'fixture', language, code, expected: [], line }
}

describe('findExamples', () => {
  it('takes the blocks that have a title, with what they print', () => {
    const markdown = [
      '# A project',
      '```ts',
      '// example: adds numbers',
      'console.log(1 + 1) // → 2',
      "console.log('a') // → a",
      '```',
    ].join('\n')
    expect(findExamples(markdown)).toEqual([
      {
        title: 'adds numbers',
        language: 'ts',
        code: "// example: adds numbers\nconsole.log(1 + 1) // → 2\nconsole.log('a') // → a\n",
        expected: ['2', 'a'],
        line: 2,
      },
    ])
  })

  it('takes tsx, and ends each block at its own fence', () => {
    const markdown = '```tsx\n// example: one\n```\nbetween\n```ts\n// example: two\n```\n'
    expect(findExamples(markdown)).toMatchObject([
      { title: 'one', language: 'tsx' },
      { title: 'two', language: 'ts', line: 5 },
    ])
  })

  it.each([
    ['a block without a title', '```ts\nconst a = 1\n```'],
    ['a title further down', '```ts\nconst a = 1\n// example: late\n```'],
    ['a block in another language', '```sh\n// example: shell\n```'],
    ['an open fence', '```ts\n// example: open\n'],
  ])('leaves out %s', (title, markdown) => {
    expect(findExamples(markdown), title).toEqual([])
  })
})

describe('show', () => {
  it.each([
    [['a'], 'a'],
    [[1, 'b', null], '1 b null'],
    [[{ id: 1, title: 'Hello' }], "{ id: 1, title: 'Hello' }"],
    [[[{ a: { b: ['c'] } }]], "[ { a: { b: [ 'c' ] } } ]"],
  ])('shows %j', (values, text) => {
    expect(show(values)).toBe(text)
  })
})

describe('runExample', () => {
  it('gives what was printed, after every await', async () => {
    const code = "console.log('first')\nawait Promise.resolve()\nconsole.log({ second: 2 })"
    expect(await runExample(folder, example(code))).toEqual(['first', '{ second: 2 }'])
  })

  it('runs tsx', async () => {
    const code = "import { renderToString } from 'react-dom/server'\nconsole.log(renderToString(<b>bold</b>))"
    expect(await runExample(folder, example(code, 'tsx', 2))).toEqual(['<b>bold</b>'])
  })

  it('rejects with what the example throws', async () => {
    await expect(runExample(folder, example("throw new Error('broken')", 'ts', 3))).rejects.toThrow('broken')
  })
})

describe('findTypeErrors', () => {
  it('lets blocks that name their file import one another', { timeout: 60_000 }, () => {
    const title = { ...example('// src/title.ts\nexport const title: string = "Quays"'), title: '' }
    const other = { ...example("// src/other.ts\nimport { title } from './title'\ntitle.length"), title: '' }
    const missing = { ...example("// src/missing.ts\nimport { title } from './titel'"), title: '' }
    const files = [title, other, missing].map((block) => writeExample(join(folder, 'files'), block))
    expect(files[0]).toBe(join(folder, 'files', 'title.ts'))
    expect(findTypeErrors(root, files)).toEqual([expect.stringMatching(/missing\.ts:2 .*'\.\/titel'/)])
  })

  it('tells an example that does not compile from one that does', { timeout: 60_000 }, () => {
    const right = writeExample(folder, example('const a: number = await Promise.resolve(1)', 'ts', 4))
    const wrong = writeExample(folder, example("const a: number = 'one'", 'ts', 5))
    expect(findTypeErrors(root, [right, wrong])).toEqual([
      `${wrong}:1 Type 'string' is not assignable to type 'number'.`,
    ])
  })
})
