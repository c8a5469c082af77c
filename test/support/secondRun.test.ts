import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { failedFiles, passedInTwo, type Counted } from '../run/secondRun.mjs'

function file(name: string, ...states: ('passed' | 'failed')[]): Counted['testResults'][number] {
  const status = states.length > 0 && !states.includes('failed') ? 'passed' : 'failed'
  return { name: resolve(name), status, assertionResults: states.map((state) => ({ status: state })) }
}

const first = {
  testResults: [
    file('test/browser/lists.test.ts', 'passed', 'passed'),
    file('test/browser/clicks.test.ts', 'passed', 'failed', 'passed'),
    file('test/browser/notLoaded.test.ts'),
  ],
}

it('runs the files a second time in which something failed, and those that were not loaded', () => {
  expect(failedFiles(first)).toEqual(['test/browser/clicks.test.ts', 'test/browser/notLoaded.test.ts'])
})

it('runs nothing a second time where nothing failed or nothing was written', () => {
  expect(failedFiles({ testResults: [file('test/browser/lists.test.ts', 'passed')] })).toEqual([])
  expect(failedFiles(undefined)).toEqual([])
})

it('counts each test once', () => {
  const second = {
    testResults: [
      file('test/browser/clicks.test.ts', 'passed', 'passed', 'passed'),
      file('test/browser/notLoaded.test.ts', 'passed'),
    ],
  }
  expect(passedInTwo(first, second)).toBe(6)
})
