import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeFailures, type Part } from '../run/failures.mjs'

const printed = `
 \u001B[32m✓\u001B[39m browser  test/browser/lists.test.ts (8 tests) 10515ms

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 2 ⎯⎯⎯⎯⎯⎯⎯

\u001B[41m FAIL \u001B[49m  browser  test/browser/clicks.test.ts > It takes no more clicks > to sign in
 FAIL   browser  test/browser/clicks.test.ts > It takes no more clicks > to open a post
AssertionError: expected [ …(1) ] to deeply equal []

- Expected
+ Received

+ 'net::ERR_FAILED'

 ❯ test/browser/clicks.test.ts:41:7
     40|   clicks = 0
     41| })
⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/2]⎯
`

const failed = (title: string, message = 'Error: STACK_TRACE_ERROR\n    at task') => ({
  status: 'failed',
  title,
  fullName: `It takes no more clicks ${title}`,
  failureMessages: [message],
})

const passed = { status: 'passed', title: 'to edit', fullName: 'It takes no more clicks to edit' }

function part(assertionResults: object[], { output = printed, message = '' } = {}): Part {
  const file = {
    name: resolve('test/browser/clicks.test.ts'),
    status: 'failed',
    message,
    assertionResults,
  }
  return { name: 'browser 1', ended: 'failed', output, report: { testResults: [file] } } as Part
}

describe('The end of npm test', () => {
  it('says nothing where nothing failed', () => {
    expect(describeFailures([{ name: 'unit', ended: 'ok', output: '' }])).toEqual([])
  })

  it('names a failed test by part, file and full name, with its error as it was printed', () => {
    const error = [
      '    AssertionError: expected [ …(1) ] to deeply equal []',
      '    - Expected',
      '    + Received',
      "    + 'net::ERR_FAILED'",
      '     ❯ test/browser/clicks.test.ts:41:7',
    ]
    expect(describeFailures([part([passed, failed('to sign in'), failed('to open a post')])])).toEqual([
      'What failed:',
      '✗ browser 1 · test/browser/clicks.test.ts · It takes no more clicks to sign in',
      ...error,
      '✗ browser 1 · test/browser/clicks.test.ts · It takes no more clicks to open a post',
      ...error,
    ])
  })

  it('takes the error from the report where none was printed', () => {
    expect(describeFailures([part([failed('to wait', 'Error: late\n    at here')])])).toEqual([
      'What failed:',
      '✗ browser 1 · test/browser/clicks.test.ts · It takes no more clicks to wait',
      '    Error: late',
      '        at here',
    ])
  })

  it('names a file that could not be loaded', () => {
    expect(describeFailures([part([], { output: '', message: 'Cannot find module ./none' })])).toEqual([
      'What failed:',
      '✗ browser 1 · test/browser/clicks.test.ts · could not be run',
      '    Cannot find module ./none',
    ])
  })

  it('names a file whose hook failed before the tests', () => {
    const output = ' FAIL   browser  test/browser/clicks.test.ts > It takes\nError: no site\n ❯ a.ts:1:2\n'
    expect(describeFailures([part([{ ...passed, status: 'skipped' }], { output })])).toEqual([
      'What failed:',
      '✗ browser 1 · test/browser/clicks.test.ts · could not be run',
      '    Error: no site',
      '     ❯ a.ts:1:2',
    ])
  })

  it('gives the last lines of a part that failed without a test', () => {
    const output = `${'a\n'.repeat(9)}\nsrc/a.ts: no-unused-vars\n\n1 problem\n`
    expect(describeFailures([{ name: 'lint', ended: 'failed', output }])).toEqual([
      'What failed:',
      '✗ lint · failed',
      ...Array<string>(4).fill('    a'),
      '    src/a.ts: no-unused-vars',
      '    1 problem',
    ])
  })

  it.each([1, 7, 20, 300])('stays within the last lines where %i tests failed', (count) => {
    const tests = Array.from({ length: count }, (...[, at]) =>
      failed(`test ${at}`, Array<string>(60).fill('x'.repeat(500)).join('\n')),
    )
    const lines = describeFailures([part(tests, { output: '' })])
    expect(lines.length).toBeLessThanOrEqual(36)
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(230)
    if (count > 20) expect(lines.at(-1)).toMatch(/^… and \d+ more: .tmp\/results$/)
    else expect(lines.filter((line) => line.startsWith('✗'))).toHaveLength(Math.min(count, 17))
  })
})
