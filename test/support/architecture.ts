import ts from 'typescript'
import { findImports, type Import, parseSource, type SourceFiles } from './sourceTree'

/**
 * The folders of `src` as layers, lowest first: a file imports from its own folder and from folders before it,
 * types included. `index` is the entry itself. A new folder goes here, in its place.
 */
const layers = [
  'core',
  'records',
  'rest',
  'resolution',
  'locks',
  'config',
  'entities',
  'queries',
  'revisions',
  'permissions',
  'edits',
  'wordpress',
  'autosaves',
  'undo',
  'blocks',
  'saving',
  'deleting',
  'media',
  'batch',
  'store',
  'react',
  'wordpress-data',
  'sync',
  'durable',
  'devtools',
  'testing',
  'actions',
  'index',
]

/** The package's entries: the only files that pass on what others export. */
export const entries: ReadonlySet<string> = new Set([
  'src/index.ts',
  'src/react/index.ts',
  'src/actions/index.ts',
  'src/testing/index.ts',
  'src/wordpress-data/index.ts',
  'src/wordpress-data/store.ts',
  'src/sync/index.ts',
  'src/durable/index.ts',
  'src/durable/react/index.ts',
  'src/devtools/index.ts',
])

/** Folders of `test` that mirror no folder of `src`. */
const testOnlyFolders = [
  'browser',
  'contracts',
  'docs',
  'examples',
  'faults',
  'journeys',
  'package',
  'properties',
  'run',
  'servers',
  'consumers',
  'mutants',
  'support',
  'toolkit',
  'liveWordpress',
]

const forbiddenNames = /^(utils?|helpers?|common|misc|types)$/i
const reactPackages = /^(react|react-dom|react-redux)(\/|$)/

/** The layer of a file: the folder directly below `src`, or the file's own name there. */
export function layerOf(path: string): string {
  const inside = path.replace(/^src\//, '')
  return inside.includes('/') ? (inside.split('/')[0] ?? '') : inside.replace(/\.tsx?$/, '')
}

/** Files in no folder of the list. */
export function findUnknownFolders(files: SourceFiles): string[] {
  return Object.keys(files)
    .filter((path) => !layers.includes(layerOf(path)))
    .map(
      (path) => `${path}: no folder is called ${layerOf(path)}; add it to the list of layers, in its place`,
    )
}

/** Each cycle of files that import one another, types included, named once. */
export function findCycles(files: SourceFiles): string[] {
  const next = new Map<string, string[]>(Object.keys(files).map((path) => [path, []]))
  for (const { from, to } of findImports(files)) if (to) next.get(from)?.push(to)
  const done = new Set<string>()
  const cycles: string[] = []
  const walk = (path: string, trail: string[]): void => {
    const start = trail.indexOf(path)
    if (start >= 0) cycles.push([...trail.slice(start), path].join(' → '))
    if (start >= 0 || done.has(path)) return
    for (const target of next.get(path) ?? []) walk(target, [...trail, path])
    done.add(path)
  }
  for (const path of next.keys()) walk(path, [])
  return cycles
}

/** Imports of a layer above the importing one. */
export function findImportsUpwards(files: SourceFiles): string[] {
  return report(files, ({ from, to }) => {
    if (!to || layers.indexOf(layerOf(to)) <= layers.indexOf(layerOf(from))) return undefined
    return `${layerOf(from)} is below ${layerOf(to)}`
  })
}

/** The state of a folder has the slices of all folders below it: nobody puts states together. */
export function findJoinedStates(files: SourceFiles): string[] {
  return Object.entries(files).flatMap(([path, text]) =>
    [...text.matchAll(/StateWith\w+\s*&\s*StateWith\w+/g)].map(([joined]) => `${path}: ${joined}`),
  )
}

/** `rest/` knows the names of things and how they fail, and no state. */
export function findRestImports(files: SourceFiles): string[] {
  return report(files, ({ from, to }) => {
    if (layerOf(from) !== 'rest' || !to) return undefined
    if (isTable(to)) return 'rest knows no table'
    return ['rest', 'core'].includes(layerOf(to)) ? undefined : 'rest imports only core'
  })
}

/**
 * `actions.ts` says what can happen. It takes any type below it but the table's, and values only from the folders
 * that name and check plain data and from pure files of its own folder that never reach the table.
 */
export function findActionImports(files: SourceFiles): string[] {
  const plainLayers = ['core', 'records']
  return report(files, (found) => {
    const { from, to, typeOnly } = found
    if (!isSliceFile(from, 'actions') || !to) return undefined
    if (isTable(to)) return 'actions know no table'
    if (isSliceFile(to, 'selectors')) return 'actions call no selector'
    if (namesThunk(found) || isThunk(to, files)) return 'actions start no thunk'
    if (typeOnly || plainLayers.includes(layerOf(to))) return undefined
    if (isSliceFile(to, 'reducer')) return 'actions know no reducer'
    if (layerOf(to) !== layerOf(from)) return 'actions take no values from other folders'
    return reachesTable(to, files) ? 'actions know no table, not even through others' : undefined
  })
}

/** `reducer.ts` takes actions: it calls no selector, starts no thunk, and only `store/` combines it. */
export function findReducerImports(files: SourceFiles): string[] {
  return report(files, (found) => {
    const { from, to, typeOnly } = found
    if (!to) return undefined
    if (isSliceFile(from, 'reducer')) {
      if (isSliceFile(to, 'selectors')) return 'a reducer calls no selector'
      if (namesThunk(found) || isThunk(to, files)) return 'a reducer starts no thunk'
    }
    if (
      isSliceFile(to, 'reducer') &&
      !typeOnly &&
      layerOf(from) !== layerOf(to) &&
      layerOf(from) !== 'store'
    ) {
      return "only store/ imports another folder's reducer"
    }
    return undefined
  })
}

/** `selectors.ts` only reads the state. */
export function findSelectorImports(files: SourceFiles): string[] {
  return report(files, (found) => {
    const { from, to } = found
    if (!isSliceFile(from, 'selectors') || !to) return undefined
    if (isSliceFile(to, 'actions')) return 'a selector knows no action'
    if (namesThunk(found) || isThunk(to, files)) return 'a selector starts no thunk'
    return undefined
  })
}

/** Only `react/` and the hooks of `sync/`, `durable/` and `wordpress-data/` import React, so that `copydesk` loads without it. */
export function findReactImports(files: SourceFiles): string[] {
  return report(files, ({ from, to, specifier }) => {
    if (/^src\/(?:sync\/use[^/]*\.ts$|durable\/react\/|wordpress-data\/(?:hooks|panel)\/)/.test(from))
      return undefined
    if (layerOf(from) === 'devtools') return undefined
    if (layerOf(from) === 'react') {
      return to && layerOf(to) === 'rest' ? 'react/ reaches the network through thunks' : undefined
    }
    return !to && reactPackages.test(specifier) ? 'only react/ imports React' : undefined
  })
}

/** `store/` and `react/` put the layers together: only they, `sync/`, `durable/`, `testing/` and the entries import them. */
export function findImportsOfTheStore(files: SourceFiles): string[] {
  const mayImport: Record<string, string[]> = {
    store: ['store', 'react', 'wordpress-data', 'sync', 'durable', 'devtools', 'testing', 'actions', 'index'],
    react: ['react', 'wordpress-data', 'sync', 'durable', 'devtools', 'testing'],
  }
  return report(files, ({ from, to }) => {
    const importers = to ? mayImport[layerOf(to)] : undefined
    return !importers || importers.includes(layerOf(from)) ? undefined : `${layerOf(from)} may not import it`
  })
}

/** Names that say nothing about what is inside. */
export function findForbiddenNames(paths: readonly string[]): string[] {
  return paths.filter((path) =>
    path.split('/').some((part) => part.startsWith('_') || forbiddenNames.test(part.replace(/\..*$/, ''))),
  )
}

/** `export default` in any of its forms. */
export function findDefaultExports(files: SourceFiles): string[] {
  return Object.keys(files).filter((path) =>
    parseSource(path, files).statements.some((statement) => {
      if (ts.isExportAssignment(statement)) return true
      if (ts.isExportDeclaration(statement)) {
        return exportedNames(statement).some(({ name }) => name.text === 'default')
      }
      const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined
      return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword) ?? false
    }),
  )
}

/** Files other than the entries that are an index or pass on what another file exports. */
export function findBarrels(files: SourceFiles): string[] {
  return Object.keys(files).filter((path) => {
    if (entries.has(path)) return false
    return /(^|\/)index\.tsx?$/.test(path) || passesOn(parseSource(path, files))
  })
}

/** Folders without a test folder of their name, and test folders without a source folder. */
export function findUnmirrored(files: SourceFiles, testPaths: readonly string[]): string[] {
  const isTest = /\.test(-d)?\.tsx?$/
  const tested = new Set(testPaths.filter((path) => isTest.test(path)).map(testLayerOf))
  const present = new Set(Object.keys(files).map(layerOf))
  const missing = [...present]
    .filter((layer) => layer !== 'index' && !tested.has(layer))
    .map((layer) => `src/${layer} has no test of its name`)
  const stray = [...new Set(testPaths.filter((path) => path.split('/').length > 2).map(testLayerOf))]
    .filter((folder) => !present.has(folder) && !testOnlyFolders.includes(folder))
    .map((folder) => `test/${folder} mirrors no folder of src`)
  return [...missing, ...stray]
}

function report(files: SourceFiles, judge: (found: Import) => string | undefined): string[] {
  return findImports(files).flatMap((found) => {
    const verdict = judge(found)
    return verdict === undefined ? [] : [`${found.from}:${found.line} imports ${found.specifier}: ${verdict}`]
  })
}

function isSliceFile(path: string, name: 'actions' | 'reducer' | 'selectors'): boolean {
  return path.endsWith(`/${name}.ts`)
}

/** A thunk is known by its type: whoever names `Thunk` makes one. */
function isThunk(path: string, files: SourceFiles): boolean {
  return findImports({ [path]: files[path] ?? '' }, files).some(namesThunk)
}

function namesThunk({ to, names }: Import): boolean {
  return (
    to !== undefined &&
    to === 'src/core/thunk.ts' &&
    ['Thunk', 'Dispatch', 'Services'].some((name) => names.includes(name))
  )
}

function isTable(path: string): boolean {
  return path === 'src/core/recordTable.ts'
}

function reachesTable(path: string, files: SourceFiles, seen = new Set<string>()): boolean {
  if (isTable(path)) return true
  if (seen.has(path)) return false
  seen.add(path)
  return findImports({ [path]: files[path] ?? '' }, files).some(
    ({ to }) => to !== undefined && reachesTable(to, files, seen),
  )
}

function passesOn(source: ts.SourceFile): boolean {
  const imported = new Set<string>()
  for (const statement of source.statements) {
    const clause = ts.isImportDeclaration(statement) ? statement.importClause : undefined
    if (clause?.name) imported.add(clause.name.text)
    const named = clause?.namedBindings
    if (named && ts.isNamespaceImport(named)) imported.add(named.name.text)
    if (named && ts.isNamedImports(named)) for (const { name } of named.elements) imported.add(name.text)
  }
  return source.statements.some((statement) => {
    if (!ts.isExportDeclaration(statement)) return false
    if (statement.moduleSpecifier) return true
    return exportedNames(statement).some(({ name, propertyName }) =>
      imported.has((propertyName ?? name).text),
    )
  })
}

function exportedNames(statement: ts.ExportDeclaration): readonly ts.ExportSpecifier[] {
  const clause = statement.exportClause
  return clause && ts.isNamedExports(clause) ? clause.elements : []
}

function testLayerOf(path: string): string {
  const inside = path.replace(/^test\//, '')
  return inside.includes('/') ? (inside.split('/')[0] ?? '') : inside.replace(/\.test(-d)?\.tsx?$/, '')
}
