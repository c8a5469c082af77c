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
  layerOf,
} from './architecture'
import { findImports, type SourceFiles } from './sourceTree'

const thunk = "import type { Thunk } from '../core/thunk'\nexport const fetchThing: Thunk = () => 1"

describe('findImports', () => {
  it.each([
    ['a plain import', "import { a } from './other'", false],
    ['an import of types', "import type { A } from './other'", true],
    ['an import whose every name is a type', "import { type A, type B } from './other'", true],
    ['an import of a type and a value', "import { type A, b } from './other'", false],
    ['an import for its effect', "import './other'", false],
    ['a re-export', "export { a } from './other'", false],
    ['a re-export of everything', "export * from './other'", false],
    ['a re-export of types', "export type { A } from './other'", true],
    ['an import in a type', "let a: import('./other').A", true],
    ['an import while running', "void import('./other')", false],
    ['a require', "const a = require('./other')", false],
    ['an import with its ending', "import { a } from './other.js'", false],
  ])('sees %s', (title, text, typeOnly) => {
    const files = { 'src/edits/one.ts': text, 'src/edits/other.ts': '' }
    expect(findImports(files), title).toMatchObject([{ to: 'src/edits/other.ts', typeOnly, line: 1 }])
  })

  it('finds the index of a folder', () => {
    const files = { 'src/index.ts': "export * from './react'", 'src/react/index.ts': '' }
    expect(findImports(files)).toMatchObject([{ to: 'src/react/index.ts' }])
  })

  it.each([
    ["import type { A, B as C } from './other'", ['A', 'B']],
    ["export { a as b } from './other'", ['a']],
    ["let a: import('./other').A", ['A']],
    ["import * as all from './other'", []],
  ])('sees the names in %s', (text, names) => {
    expect(findImports({ 'src/a.ts': text })).toMatchObject([{ names }])
  })

  it('gives packages no path', () => {
    expect(findImports({ 'src/core/recordTable.ts': "import { a } from 'immer'" })).toMatchObject([
      { to: undefined, specifier: 'immer' },
    ])
  })

  it('reads no import in a comment or a string', () => {
    expect(findImports({ 'src/core/recordTable.ts': "// import './a'\nconst b = \"import './c'\"" })).toEqual(
      [],
    )
  })
})

describe('layerOf', () => {
  it.each([
    ['src/core/keys.ts', 'core'],
    ['src/edits/reducer.ts', 'edits'],
    ['src/testing/site/posts.ts', 'testing'],
    ['src/index.ts', 'index'],
  ])('puts %s in %s', (path, layer) => {
    expect(layerOf(path)).toBe(layer)
  })
})

interface Rule {
  check: (files: SourceFiles) => string[]
  wrong: Record<string, SourceFiles>
  right: Record<string, SourceFiles>
}

const rules: Record<string, Rule> = {
  findUnknownFolders: {
    check: findUnknownFolders,
    wrong: {
      'a folder nobody listed': { 'src/attic/box.ts': '' },
      'a file nobody listed': { 'src/attic.ts': '' },
    },
    right: { 'folders of the list': { 'src/core/keys.ts': '', 'src/edits/reducer.ts': '' } },
  },
  findCycles: {
    check: findCycles,
    wrong: {
      'two files that import each other': {
        'src/edits/a.ts': "import { b } from './b'",
        'src/edits/b.ts': "import { a } from './a'",
      },
      'a cycle made of types alone': {
        'src/edits/a.ts': "import type { B } from './b'",
        'src/edits/b.ts': "import type { C } from './c'",
        'src/edits/c.ts': "export type C = import('./a').A",
      },
      'a file that imports itself': { 'src/edits/a.ts': "import { a } from './a'" },
      'a cycle that hangs from a straight line': {
        'src/edits/a.ts': "import { b } from './b'",
        'src/edits/b.ts': "import { c } from './c'",
        'src/edits/c.ts': "import { b } from './b'",
      },
    },
    right: {
      'two ways to one file': {
        'src/edits/a.ts': "import { b } from './b'\nimport { c } from './c'",
        'src/edits/b.ts': "import { c } from './c'",
        'src/edits/c.ts': '',
      },
    },
  },
  findImportsUpwards: {
    check: findImportsUpwards,
    wrong: {
      'a value from above': { 'src/entities/selectors.ts': "import { e } from '../edits/selectors'" },
      'a type from above': { 'src/entities/a.ts': "import type { E } from '../edits/state'" },
      'a type in passing from above': { 'src/core/keys.ts': "export type K = import('../entities/table').E" },
      'the entry from inside': { 'src/saving/a.ts': "import { b } from '../index'" },
    },
    right: {
      'lower folders and its own': {
        'src/edits/a.ts':
          "import { b } from './b'\nimport { k } from '../core/keys'\nimport type { E } from '../entities/a'",
        'src/edits/b.ts': '',
        'src/entities/a.ts': '',
        'src/core/keys.ts': '',
      },
    },
  },
  findRestImports: {
    check: findRestImports,
    wrong: {
      'the table': { 'src/rest/fetcher.ts': "import { t } from '../core/recordTable'" },
      'the type of a record': { 'src/rest/fetcher.ts': "import type { R } from '../records/record'" },
    },
    right: {
      'keys, errors and itself': {
        'src/rest/fetcher.ts':
          "import { k } from '../core/keys'\nimport { E } from '../core/errors'\nimport { a } from './allow'",
        'src/rest/allow.ts': '',
      },
    },
  },
  findActionImports: {
    check: findActionImports,
    wrong: {
      'a value of another folder': { 'src/edits/actions.ts': "import { a } from '../entities/merge'" },
      'a value of its own folder that reaches the table': {
        'src/edits/actions.ts': "import { a } from './merge'",
        'src/edits/merge.ts': "import { b } from './deeper'",
        'src/edits/deeper.ts': "import type { T } from '../core/recordTable'",
      },
      'a value of its own reducer': { 'src/edits/actions.ts': "import { r } from './reducer'" },
      'a value of the network': { 'src/edits/actions.ts': "import { a } from '../rest/allow'" },
      'a type of the table': { 'src/edits/actions.ts': "import type { T } from '../core/recordTable'" },
      'the type of a thunk': {
        'src/edits/actions.ts': "import type { F } from './fetchThing'",
        'src/edits/fetchThing.ts': thunk,
      },
      'the type of every thunk': { 'src/edits/actions.ts': "import type { Thunk } from '../core/thunk'" },
      'the type of a selector': { 'src/edits/actions.ts': "import type { S } from './selectors'" },
    },
    right: {
      'keys, records and types of state': {
        'src/edits/actions.ts':
          "import { k } from '../core/keys'\nimport { r } from '../records/r'\nimport type { S } from './state'\nimport type { C } from '../config/entityConfig'",
        'src/edits/state.ts': '',
      },
      'a pure file of its own folder, and the type of an answer': {
        'src/edits/actions.ts': "import { c } from './change'\nimport type { A } from '../rest/allow'",
        'src/edits/change.ts': "import { k } from '../core/keys'",
      },
      'what an action is': { 'src/edits/actions.ts': "import type { StoreAction } from '../core/thunk'" },
    },
  },
  findReducerImports: {
    check: findReducerImports,
    wrong: {
      'a selector': { 'src/edits/reducer.ts': "import { s } from '../entities/selectors'" },
      'the type of a selector': { 'src/edits/reducer.ts': "import type { S } from './selectors'" },
      'a thunk': {
        'src/edits/reducer.ts': "import { f } from './fetchThing'",
        'src/edits/fetchThing.ts': thunk,
      },
      'the type of every thunk': { 'src/edits/reducer.ts': "import type { Thunk } from '../core/thunk'" },
      'a thunk that takes the reducer of another folder': {
        'src/edits/fetchThing.ts': "import { r } from '../entities/reducer'",
      },
      'a reducer that calls a reducer of another folder': {
        'src/edits/reducer.ts': "import { r } from '../entities/reducer'",
      },
    },
    right: {
      'actions and the table': {
        'src/edits/reducer.ts':
          "import type { StoreAction } from '../core/thunk'\nimport { a } from '../entities/actions'\nimport { t } from '../core/recordTable'",
      },
      'the root reducer, and the type of a slice': {
        'src/store/rootReducer.ts': "import { r } from '../entities/reducer'",
        'src/edits/a.ts': "import type { StateWithEntities } from '../entities/reducer'",
      },
    },
  },
  findJoinedStates: {
    check: findJoinedStates,
    wrong: {
      'two states put together': {
        'src/edits/a.ts': 'type Both = StateWithConfig &\n  StateWithEdits',
      },
    },
    right: {
      'the state of its folder, and a part of it': {
        'src/edits/a.ts':
          "type Own = StateWithEdits & { readonly a: 1 }\ntype Part = Pick<StateWithEdits, 'edits'>",
      },
    },
  },
  findSelectorImports: {
    check: findSelectorImports,
    wrong: {
      'an action': { 'src/edits/selectors.ts': "import { a } from './actions'" },
      'the type of an action': { 'src/edits/selectors.ts': "import type { A } from '../entities/actions'" },
      'a thunk': {
        'src/edits/selectors.ts': "import { f } from './fetchThing'",
        'src/edits/fetchThing.ts': thunk,
      },
      'the type of every thunk': { 'src/edits/selectors.ts': "import type { Thunk } from '../core/thunk'" },
    },
    right: {
      'its own shape and selectors below': {
        'src/edits/selectors.ts':
          "import type { StateWithEdits } from './reducer'\nimport { s } from '../entities/selectors'\nimport { m } from './merge'",
        'src/edits/merge.ts': 'export const m = 1',
      },
    },
  },
  findReactImports: {
    check: findReactImports,
    wrong: {
      'React outside its folder': { 'src/store/a.ts': "import { useState } from 'react'" },
      'a type of React': { 'src/edits/a.ts': "import type { FC } from 'react'" },
      'a part of React': { 'src/testing/a.ts': "import { jsx } from 'react/jsx-runtime'" },
      'React bound to Redux': { 'src/index.ts': "export { Provider } from 'react-redux'" },
      'the network in a hook': { 'src/react/a.ts': "import { r } from '../rest/fetcher'" },
    },
    right: {
      'React inside, and names that only begin so': {
        'src/react/a.ts': "import { useState } from 'react'\nimport { Provider } from 'react-redux'",
        'src/edits/a.ts': "import { r } from 'reactive-thing'",
      },
    },
  },
  findImportsOfTheStore: {
    check: findImportsOfTheStore,
    wrong: {
      'a folder below that knows the store': {
        'src/saving/a.ts': "import type { RootState } from '../store/state'",
      },
      'the main entry with React in it': { 'src/index.ts': "export { useUndo } from './react/useUndo'" },
      'a store that knows React': { 'src/store/a.ts': "import { b } from '../react/b'" },
    },
    right: {
      'the folders above and the entry': {
        'src/react/a.ts': "import { s } from '../store/createEntityStore'",
        'src/testing/a.ts': "import { s } from '../store/createEntityStore'",
        'src/index.ts': "export { s } from './store/createEntityStore'",
      },
    },
  },
  findDefaultExports: {
    check: findDefaultExports,
    wrong: {
      'a value': { 'src/a.ts': 'export default 1' },
      'a function': { 'src/a.ts': 'export default function a() {}' },
      'a class': { 'src/a.ts': 'export default class A {}' },
      'a name': { 'src/a.ts': 'const a = 1\nexport { a as default }' },
      'another file': { 'src/a.ts': "export { default } from './b'" },
      'the CommonJS way': { 'src/a.ts': 'const a = 1\nexport = a' },
    },
    right: { 'named ones': { 'src/a.ts': 'export const a = 1\nexport function b() {}\nexport { a as c }' } },
  },
  findBarrels: {
    check: findBarrels,
    wrong: {
      'an index in a folder': { 'src/edits/index.ts': '' },
      'a file that passes on a name': { 'src/edits/a.ts': "export { b } from './b'" },
      'a file that passes on everything': { 'src/edits/a.ts': "export * from './b'" },
      'a file that passes on a type': { 'src/edits/a.ts': "export type { B } from './b'" },
      'a file that takes first and passes on then': {
        'src/edits/a.ts': "import { b } from './b'\nexport { b as c }",
      },
    },
    right: {
      'the entries, and files that export their own': {
        'src/index.ts': "export { a } from './edits/a'",
        'src/react/index.ts': "export { a } from './a'",
        'src/testing/index.ts': "export { a } from './a'",
        'src/edits/a.ts': "import { b } from './b'\nconst a = b\nexport { a }",
      },
    },
  },
}

describe.each(Object.entries(rules))('%s', (name, { check, wrong, right }) => {
  it.each(Object.entries(wrong))('finds %s', (title, files) => {
    expect(check(files), `${name}: ${title}`).not.toEqual([])
  })

  it.each(Object.entries(right))('lets pass %s', (title, files) => {
    expect(check(files), `${name}: ${title}`).toEqual([])
  })
})

describe('a finding', () => {
  it('says where it is and why', () => {
    expect(findImportsUpwards({ 'src/core/keys.ts': "\nimport { a } from '../edits/a'" })).toEqual([
      'src/core/keys.ts:2 imports ../edits/a: core is below edits',
    ])
  })

  it('names the whole cycle', () => {
    const files = { 'src/a.ts': "import './b'", 'src/b.ts': "import './c'", 'src/c.ts': "import './a'" }
    expect(findCycles(files)).toEqual(['src/a.ts → src/b.ts → src/c.ts → src/a.ts'])
  })
})

describe('findForbiddenNames', () => {
  it.each([
    'src/utils/a.ts',
    'src/edits/helpers.ts',
    'src/common.ts',
    'src/misc/a.ts',
    'src/edits/types.ts',
    'src/edits/types.d.ts',
    'src/_private.ts',
  ])('finds %s', (path) => {
    expect(findForbiddenNames([path])).toEqual([path])
  })

  it.each(['src/edits/recordTypes.ts', 'src/commonPrefix.ts', 'src/core/keys.ts'])('lets pass %s', (path) => {
    expect(findForbiddenNames([path])).toEqual([])
  })
})

describe('findUnmirrored', () => {
  const files = { 'src/core/keys.ts': '', 'src/edits/reducer.ts': '', 'src/index.ts': '' }

  it('finds a folder without tests', () => {
    expect(findUnmirrored(files, ['test/core/keys.test.ts'])).toEqual(['src/edits has no test of its name'])
  })

  it('does not take a file that is no test for one', () => {
    expect(findUnmirrored(files, ['test/core/keys.test.ts', 'test/edits/fixture.ts'])).toEqual([
      'src/edits has no test of its name',
    ])
  })

  it('finds tests of a folder that is gone', () => {
    const paths = ['test/core/keys.test.ts', 'test/edits/reducer.test.ts', 'test/attic/box.test.ts']
    expect(findUnmirrored(files, paths)).toEqual(['test/attic mirrors no folder of src'])
  })

  it('lets pass folders with a test, a type test or a test in TSX', () => {
    const paths = ['test/core/keys.test-d.ts', 'test/edits/reducer.test.tsx', 'test/journeys/a.test.tsx']
    expect(findUnmirrored(files, paths)).toEqual([])
  })
})
