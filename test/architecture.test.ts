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
  findReactImports,
  findReducerImports,
  findRestImports,
  findSelectorImports,
  findUnknownFolders,
  findUnmirrored,
} from './support/architecture'
import { findPrivateImports, reasonsToLookInside } from './support/privateImports'
import { listFiles, readSourceFiles } from './support/sourceTree'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = readSourceFiles(root, 'src')

describe('the sources', () => {
  it('are there to be judged', () => {
    expect(Object.keys(sources)).not.toEqual([])
  })

  it.each([
    ['lie in folders that the list of layers names', findUnknownFolders],
    ['import in no cycle, types included', findCycles],
    ['import only from lower layers', findImportsUpwards],
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
    expect(findPrivateImports(sources, readSourceFiles(root, 'test'))).toEqual(listed)
  })
})
