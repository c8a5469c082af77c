import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import {
  findActionImports,
  findBarrels,
  findCycles,
  findDefaultExports,
  findForbiddenNames,
  findImportsOfTheStore,
  findImportsUpwards,
  findJoinedStates,
  findReactImports,
  findReducerImports,
  findRestImports,
  findSelectorImports,
  findUnknownFolders,
  findUnmirrored,
} from './support/architecture'
import { findPrivateImports, reasonsToLookInside } from './support/privateImports'
import { findSleeps, reasonsForTheClock } from './support/sleeps'
import { listFiles, readSourceFiles } from './support/sourceTree'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = readSourceFiles(root, 'src')
const tests = readSourceFiles(root, 'test')

describe('the sources', () => {
  it('are there to be judged', () => {
    expect(Object.keys(sources)).not.toEqual([])
  })

  it.each([
    ['lie in folders that the list of layers names', findUnknownFolders],
    ['import in no cycle, types included', findCycles],
    ['import only from lower layers', findImportsUpwards],
    ['take the state of their folder, and join none', findJoinedStates],
    ['keep state out of rest/', findRestImports],
    ['have actions that only describe', findActionImports],
    ['have reducers that call no selector and start no thunk', findReducerImports],
    ['have selectors that only read', findSelectorImports],
    ['import React in react/ and in hooks only', findReactImports],
    ['import store/ and react/ from above only', findImportsOfTheStore],
    ['have named exports only', findDefaultExports],
    ['pass on the names of others in the entries only', findBarrels],
  ])('%s', (title, check) => {
    expect(check(sources), title).toEqual([])
  })

  it('load nothing later but in sync/, durable/ and devtools/: after a deployment a page would look for files that are gone', () => {
    const loading = Object.entries(sources).filter(
      ([path, text]) =>
        !/^src\/(?:sync|durable|devtools)\//.test(path) && /(?<!typeof )\bimport\(/.test(text),
    )
    expect(loading.map(([path]) => path)).toEqual([])
  })

  it('have names that say what is inside', () => {
    expect(findForbiddenNames(listFiles(root, 'src'))).toEqual([])
  })

  it('are mirrored by the tests, folder by folder', () => {
    expect(findUnmirrored(sources, listFiles(root, 'test'))).toEqual([])
  })
})

describe('the tests', () => {
  it('import what applications import, but for those that have a reason in test/support/privateImports', () => {
    const listed = Object.values(reasonsToLookInside).flat().sort()
    expect(findPrivateImports(sources, tests)).toEqual(listed)
  })

  it('wait for what happens, and not by the clock, but for those that have a reason in test/support/sleeps', () => {
    expect(findSleeps(tests)).toEqual(Object.values(reasonsForTheClock).flat().sort())
  })
})

/** What nobody should have to copy: each has a hook. */
const byHand: readonly (readonly [what: string, form: RegExp, sample: string])[] = [
  [
    'edits and saves of edits by thunks',
    /\b(?:editEntityRecord|clearEntityRecordEdits|save(?:Edited|Dirty|Specified)\w+)\b/,
    'dispatch(editEntityRecord(',
  ],
  ['undo by hand', /\b(?:isCached|undoGroup|createUndoLevel)\b/, '{ isCached: true }'],
  ['subscriptions to the store', /\bstore\.subscribe\b|\bgetState\(/, 'store.subscribe(listener)'],
  ['guards of its own', /beforeunload/, "addEventListener('beforeunload'"],
  [
    'imports of what is not copied with it',
    /from '(?:\.\.\/){2}|from '(?!\.|react|copydesk|diff')/,
    "from 'wouter'",
  ],
]

describe('The example that people copy', () => {
  const editor = readSourceFiles(root, 'examples/editor')
  const lines = (path: string) => readFileSync(join(root, path), 'utf8').split('\n').length - 1

  it.each(byHand)('has no %s', (what, form, sample) => {
    expect(sample, what).toMatch(form)
    expect(Object.keys(editor).filter((path) => form.test(editor[path] ?? ''))).toEqual([])
  })

  it('is 2,500 lines at most in all, and 250 a file', () => {
    const files = listFiles(root, 'examples/editor').filter((path) => !path.includes('/node_modules/'))
    const long = files.filter((path) => lines(path) > 250)
    expect(long).toEqual([])
    const all = files.reduce((sum, path) => sum + lines(path), 0)
    expect(all).toBeGreaterThan(1000)
    expect(all).toBeLessThanOrEqual(2500)
  })
})
