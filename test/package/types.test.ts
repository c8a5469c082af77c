import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type ts from 'typescript'
import { describe, expect, inject, it } from 'vitest'
import { mainNames, reactNames, testingNames, typeNames } from './publicNames'
import { runTool } from './runIn'

const root = fileURLToPath(new URL('../..', import.meta.url))
const project = inject('projectWithReact')

const resolutions = [
  {
    title: 'node16, from an ES module and from CommonJS',
    files: ['main.mts', 'main.cts'],
    ...{ module: 'Node16', moduleResolution: 'Node16' },
  },
  { title: 'node10', files: ['main.ts'], module: 'CommonJS', moduleResolution: 'Node10' },
  { title: 'a bundler', files: ['main.ts'], module: 'ESNext', moduleResolution: 'Bundler' },
]

type Compiler = typeof ts
const require = createRequire(import.meta.url)

/** What a compiler says of a program: a line for each error. */
function compile(setting: (typeof resolutions)[number], source: string, compiler = 'typescript'): string[] {
  const folder = join(project, `${compiler} ${setting.title}`.replaceAll(/\W+/g, '-'))
  mkdirSync(folder, { recursive: true })
  const { files, module, moduleResolution } = setting
  const compilerOptions = {
    ...{ module, moduleResolution, target: 'ES2022', lib: ['ES2022', 'DOM'], strict: true, noEmit: true },
    // The declarations of the package and of React; those of the language are the compiler's own.
    ...{ exactOptionalPropertyTypes: true, types: [], skipLibCheck: false, skipDefaultLibCheck: true },
  }
  const config = { compilerOptions, files }
  for (const file of files) writeFileSync(join(folder, file), source)
  if (compiler !== 'typescript-newest') return compileHere(require(compiler) as Compiler, config, folder)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const { code, output } = runTool(compilerAt(compiler), ['-p', folder, '--pretty', 'false'], folder)
  return code === 0 && output === '' ? [] : [`${code}: ${output}`]
}

/** The same in this process, which is warm after the first: the newest compiler is no JavaScript and starts at once. */
function compileHere(compiler: Compiler, config: object, folder: string): string[] {
  const { options, fileNames, errors } = compiler.parseJsonConfigFileContent(config, compiler.sys, folder)
  const program = compiler.createProgram(fileNames, options, hostOf(compiler, options))
  return [...errors, ...compiler.getPreEmitDiagnostics(program)].map(
    ({ file, messageText }) =>
      `${file?.fileName ?? folder}: ${compiler.flattenDiagnosticMessageText(messageText, '\n')}`,
  )
}

const parsed = new Map<string, ts.SourceFile | undefined>()

/** Reads the declarations of the language once for all programs of a compiler. */
function hostOf(compiler: Compiler, options: ts.CompilerOptions): ts.CompilerHost {
  const host = compiler.createCompilerHost(options)
  return {
    ...host,
    getSourceFile(path, ...rest) {
      if (!/\/typescript[^/]*\/lib\/lib\.[^/]*$/.test(path)) return host.getSourceFile(path, ...rest)
      if (!parsed.has(path)) parsed.set(path, host.getSourceFile(path, ...rest))
      return parsed.get(path)
    },
  }
}

const everyName = `
import { ${mainNames.join(', ')} } from 'copydesk'
import type { ${typeNames.join(', ')} } from 'copydesk'
import { ${reactNames.join(', ')} } from 'copydesk/react'
import { ${testingNames.join(', ')} } from 'copydesk/testing'
import type { MockSite, MockSiteOptions } from 'copydesk/testing'
export const values: object = { ${[...mainNames, ...reactNames, ...testingNames].join(', ')} }
export type Types = [${typeNames.join(', ')}, MockSite, MockSiteOptions]
// @ts-expect-error: a function is no number, and what is any would pass
export const store: number = createEntityStore
// @ts-expect-error: as above
export const hook: number = useEntityRecord
// @ts-expect-error: as above
export const site: number = createMockSite
`

describe.each(resolutions)('the types of the packed package under $title', (setting) => {
  it('have every public name, none of them any, without an error in any declaration file', () => {
    expect(compile(setting, everyName)).toEqual([])
  })
})

/** The state is put together of what each folder adds to it, which has to survive that all types become one file. */
const stateOfAll = `
import { fetchEntityRecord, selectHasUndo, selectIsDeleting, type Dispatch, type EntityState } from 'copydesk'
export const slices = (state: EntityState): readonly object[] => [
  state.config.entities, state.entities.records, state.queries, state.permissions, state.edits.records, state.undo.levels,
  state.saving, state.deleting, state.locks.held, state.lookups, state.resolution.entries,
]
export const position = (state: EntityState): number => state.undo.position
export const isDeleting = (state: EntityState): boolean => selectIsDeleting(state, 'postType', 'post', 1)
export const hasUndo = ({ undo }: EntityState): boolean => selectHasUndo({ undo })
export const read = (dispatch: Dispatch<EntityState>): Promise<object | undefined> =>
  dispatch(fetchEntityRecord('postType', 'post', 1))
// @ts-expect-error: there is no such slice
export const nothing = (state: EntityState) => state.nothing
// @ts-expect-error: what is any would pass
export const text = (state: EntityState): string => state.locks
`

describe('EntityState of the packed package', () => {
  it.each(resolutions)(
    'has the slices of all folders, and goes where a part of it is wanted, under $title',
    (setting) => {
      expect(compile(setting, stateOfAll)).toEqual([])
    },
  )
})

// The README promises TypeScript from the oldest of these to the newest.
describe.each(['typescript-oldest', 'typescript-newest'])(
  'the types of the packed package for %s',
  (compiler) => {
    // The newest compiler knows node10 no more.
    const known = resolutions.filter(({ title }) => title !== 'node10')
    it.each(known)('have every public name under $title, none of them any', (setting) => {
      expect(compile(setting, everyName, compiler)).toEqual([])
    })

    it('is a version that the README promises', () => {
      const { output } = runTool(compilerAt(compiler), ['--version'], project)
      const [, version = 'none'] = /Version (\d+\.\d+)/.exec(output) ?? []
      expect(readFileSync(join(root, 'README.md'), 'utf8')).toMatch(
        new RegExp(`TypeScript [^\\n]*\\b${version.replace('.', '\\.')}\\b`),
      )
    })
  },
)

// By path: all of them call themselves tsc.
function compilerAt(name: string): string {
  return join(root, 'node_modules', name, 'bin/tsc')
}
