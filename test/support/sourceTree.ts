import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'
import ts from 'typescript'

/** Source text by path from the project's root, with forward slashes: `src/edits/reducer.ts`. */
export type SourceFiles = Record<string, string>

/** One line that brings something in, or passes something on, from another module. */
export interface Import {
  from: string
  /** The imported file's path inside the sources, or undefined where it is a package. */
  to: string | undefined
  specifier: string
  typeOnly: boolean
  /** What is taken by name, as the other module calls it; empty for everything and for nothing. */
  names: string[]
  line: number
}

const sourceEnding = /\.tsx?$/

/** Reads every TypeScript file below a folder of the project, but for those of packages that are installed there. */
export function readSourceFiles(root: string, folder: string): SourceFiles {
  const files: SourceFiles = {}
  for (const path of listFiles(root, folder)) {
    const isOwn = !path.includes('/node_modules/')
    if (isOwn && sourceEnding.test(path)) files[path] = readFileSync(join(root, path), 'utf8')
  }
  return files
}

/** The paths of all files below a folder, from the root, with forward slashes. */
export function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

/**
 * Every import of every file: static, type-only, re-exports, `import()` as a value and as a type, `require`.
 * `all` is where imported files are looked for.
 */
export function findImports(files: SourceFiles, all: SourceFiles = files): Import[] {
  return Object.keys(files).flatMap((path) => readOnce(imports, all, path, importsOf))
}

export function parseSource(path: string, files: SourceFiles): ts.SourceFile {
  return readOnce(parsed, files, path, () =>
    ts.createSourceFile(path, files[path] ?? '', ts.ScriptTarget.ES2022),
  )
}

/** What is known of files by path, so that each of many rules does not read all of them anew. */
type Known<Value> = WeakMap<SourceFiles, Map<string, Value>>
const imports: Known<readonly Import[]> = new WeakMap()
const parsed: Known<ts.SourceFile> = new WeakMap()

function readOnce<Value>(
  known: Known<Value>,
  files: SourceFiles,
  path: string,
  read: (path: string, files: SourceFiles) => Value,
): Value {
  const byPath = known.get(files) ?? new Map<string, Value>()
  known.set(files, byPath)
  const value = byPath.has(path) ? (byPath.get(path) as Value) : read(path, files)
  byPath.set(path, value)
  return value
}

function importsOf(path: string, files: SourceFiles): readonly Import[] {
  const source = parseSource(path, files)
  const looksInside = inside.test(source.text)
  const found: Import[] = []
  const add = (node: ts.Node, literal: ts.Node | undefined, typeOnly: boolean) => {
    if (!literal || !ts.isStringLiteralLike(literal)) return
    const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1
    const specifier = literal.text
    const to = resolveImport(path, specifier, files)
    found.push({ from: path, to, specifier, typeOnly, names: namesIn(node, source), line })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node, node.moduleSpecifier, isTypeOnlyImport(node))
    else if (ts.isExportDeclaration(node)) add(node, node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node, node.argument.literal, true)
    } else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
      add(node, node.moduleReference.expression, node.isTypeOnly)
    } else if (ts.isCallExpression(node) && loadsModule(node)) add(node, node.arguments[0], false)
    if (looksInside || node === source) ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** What a module can bring in elsewhere than by a statement of its own, as far as words tell: most files have none of it. */
const inside = /\b(?:import|require)\s*(?:\(|\/[/*])|\b(?:module|namespace)\b/

function namesIn(node: ts.Node, source: ts.SourceFile): string[] {
  if (ts.isImportTypeNode(node)) return node.qualifier ? [node.qualifier.getText(source)] : []
  const named = ts.isImportDeclaration(node)
    ? node.importClause?.namedBindings
    : ts.isExportDeclaration(node)
      ? node.exportClause
      : undefined
  if (!named || !(ts.isNamedImports(named) || ts.isNamedExports(named))) return []
  return named.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
}

function isTypeOnlyImport(node: ts.ImportDeclaration): boolean {
  const clause = node.importClause
  if (!clause) return false
  if (clause.isTypeOnly) return true
  const named = clause.namedBindings
  if (clause.name || !named || !ts.isNamedImports(named)) return false
  return named.elements.length > 0 && named.elements.every((element) => element.isTypeOnly)
}

function loadsModule(node: ts.CallExpression): boolean {
  if (node.expression.kind === ts.SyntaxKind.ImportKeyword) return true
  return ts.isIdentifier(node.expression) && node.expression.text === 'require'
}

function resolveImport(from: string, specifier: string, files: SourceFiles): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  const base = posix.normalize(posix.join(dirname(from), specifier)).replace(/\/$/, '')
  const bare = base.replace(/\.jsx?$/, '')
  const candidates = [base, `${bare}.ts`, `${bare}.tsx`, `${base}/index.ts`, `${base}/index.tsx`]
  // A path that does not exist yet still says which folder it means.
  return candidates.find((candidate) => candidate in files) ?? `${bare}.ts`
}
