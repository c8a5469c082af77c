import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import {
  findActionImports,
  findBarrels,
  findCycles,
  findDefaultExports,
  findForbiddenNames,
  findImportsOfTheHall,
  findImportsUpwards,
  findReactImports,
  findReducerImports,
  findRestImports,
  findSelectorImports,
  findUnknownRooms,
  findUnmirrored,
} from './support/architecture'
import { listFiles, readSourceFiles } from './support/sourceTree'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = readSourceFiles(root, 'src')

describe('the sources', () => {
  it('are there to be judged', () => {
    expect(Object.keys(sources)).not.toEqual([])
  })

  it.each([
    ['live in rooms that the list knows', findUnknownRooms],
    ['import in no circle, types included', findCycles],
    ['import only from rooms below', findImportsUpwards],
    ['keep state out of the door to the network', findRestImports],
    ['have actions that do nothing', findActionImports],
    ['have reducers that neither ask nor start anything', findReducerImports],
    ['have selectors that only ask', findSelectorImports],
    ['keep React behind its door', findReactImports],
    ['keep the hall for the entries', findImportsOfTheHall],
    ['have named exports only', findDefaultExports],
    ['pass on the names of others in the entries only', findBarrels],
  ])('%s', (title, check) => {
    expect(check(sources), title).toEqual([])
  })

  it('have names that say what is inside', () => {
    expect(findForbiddenNames(listFiles(root, 'src'))).toEqual([])
  })

  it('are mirrored by the tests, room by room', () => {
    expect(findUnmirrored(sources, listFiles(root, 'test'))).toEqual([])
  })
})
