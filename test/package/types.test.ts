import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, inject, it } from 'vitest'
import { compileIn } from './compileIn'
import { actionsTypeNames, mainNames, reactNames, testingNames, typeNames } from './publicNames'

const root = fileURLToPath(new URL('../..', import.meta.url))
const project = inject('projectWithReact')

const resolutions = [
  {
    title: 'node16, from an ES module and from CommonJS',
    endings: ['mts', 'cts'],
    ...{ module: 'Node16', moduleResolution: 'Node16' },
  },
  { title: 'node10', endings: ['ts'], module: 'CommonJS', moduleResolution: 'Node10' },
  { title: 'a bundler', endings: ['ts'], module: 'ESNext', moduleResolution: 'Bundler' },
]

/** What a compiler says of the programs below: a line for each error. */
function compile(setting: (typeof resolutions)[number], compiler: string): string[] {
  const folder = join(project, `${compiler} ${setting.title}`.replaceAll(/\W+/g, '-'))
  mkdirSync(folder, { recursive: true })
  const { endings, module, moduleResolution } = setting
  const compilerOptions = {
    ...{ module, moduleResolution, target: 'ES2022', lib: ['ES2022', 'DOM'], strict: true, noEmit: true },
    // The declarations of the package, and for the newest compiler of React; those of the language are its own.
    ...{ exactOptionalPropertyTypes: true, types: [], skipLibCheck: false, skipDefaultLibCheck: true },
  }
  const files = endings.flatMap((ending) =>
    Object.entries(programs).map(([name, text]) => {
      const file = `${name}.${ending}`
      writeFileSync(join(folder, file), text)
      return file
    }),
  )
  return compileIn(folder, { compilerOptions, files }, compiler)
}

const everyName = `
import { ${mainNames.join(', ')} } from 'copydesk'
import type { ${typeNames.join(', ')} } from 'copydesk'
import type { ${actionsTypeNames.join(', ')} } from 'copydesk/actions'
import { ${reactNames.join(', ')} } from 'copydesk/react'
import { ${testingNames.join(', ')} } from 'copydesk/testing'
import type { MockSite, MockSiteOptions } from 'copydesk/testing'
export const values: object = { ${[...mainNames, ...reactNames, ...testingNames].join(', ')} }
export type Types = [${[...typeNames, ...actionsTypeNames].join(', ')}, MockSite, MockSiteOptions]
// @ts-expect-error: a function is no number, and what is any would pass
export const store: number = createEntityStore
// @ts-expect-error: as above
export const hook: number = useEntityRecord
// @ts-expect-error: as above
export const site: number = createMockSite
`

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

/** By their names; in one run, as what takes time is to look through the declarations. */
const programs = { everyName, stateOfAll }

// The README promises these.
describe.each(['typescript-oldest', 'typescript', 'typescript-newest'])(
  'the types of the packed package for %s',
  (compiler) => {
    // The newest compiler knows node10 no more; one that does is enough, as others read the same files.
    const known = resolutions.filter(({ title }) => compiler === 'typescript' || title !== 'node10')
    it.each(known)(
      'have every public name under $title, none of them any, and the slices of all folders, without an error in any declaration file',
      (setting) => {
        expect(compile(setting, compiler)).toEqual([])
      },
    )

    it('is a version that the README promises', () => {
      const file = readFileSync(join(root, 'node_modules', compiler, 'package.json'), 'utf8')
      const [version = 'none'] = /\d+\.\d+/.exec((JSON.parse(file) as { version: string }).version) ?? []
      expect(readFileSync(join(root, 'README.md'), 'utf8')).toMatch(
        new RegExp(`TypeScript [^\\n]*\\b${version.replace('.', '\\.')}\\b`),
      )
    })
  },
)
