import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** The source of every entry that the package file names: one that is added is read without a word here. */
const entries = Object.keys(
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: object }).exports,
)
  .filter((entry) => !entry.endsWith('.json'))
  .map((entry) => [join('src', entry, 'index.ts'), `${join('src', entry)}.ts`])
  .map((paths) => paths.find((path) => existsSync(join(root, path))) ?? paths.join(' and '))
  .map((path) => path.replaceAll('\\', '/'))
  // One that only registers something exports nothing.
  .filter((path) => !path.endsWith('register.ts'))

const program = ts.createProgram(
  entries.map((entry) => join(root, entry)),
  {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    jsx: ts.JsxEmit.ReactJSX,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  },
)
const checker = program.getTypeChecker()

/** A name that an entry exports. */
interface Exported {
  readonly name: string
  readonly file: string
  /** The comment above it. */
  readonly text: string
  readonly declarations: readonly ts.Declaration[]
}

function commentOf(node: ts.Node): string {
  return ts
    .getJSDocCommentsAndTags(node)
    .map((comment) => comment.getText())
    .join('\n')
}

function readDocstrings(entry: string): Exported[] {
  const source = program.getSourceFile(join(root, entry))
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${entry} exports nothing.`)
  return checker.getExportsOfModule(module).map((exported) => {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0
    const declarations = (isAlias ? checker.getAliasedSymbol(exported) : exported).declarations ?? []
    return {
      name: exported.name,
      file: relative(root, declarations[0]?.getSourceFile().fileName ?? root),
      text: declarations.map(commentOf).join('\n'),
      declarations,
    }
  })
}

/** What makes an action takes the fields of that action, which has a type of its own with a comment at each. */
const makesAction = ({ file }: Exported) => file.endsWith('/actions.ts')

/** Parameters that mean the same everywhere, and those that are types of their own with a comment at each field. */
const wellKnown = /^(state|kind|name|id|query|options|props|store)$/

/** Functions by which one comes in: each says in a line of code how. */
const doors =
  /^(create|define|use)[A-Z]|Provider$|^(Copydesk|DevtoolsArea)|^(fetch|edit|save|delete|upload|receive|load|search)[A-Z]|^(undo|redo|batch|invalidate|dehydrate)$/

function functionsOf({ declarations }: Exported): ts.FunctionDeclaration[] {
  return declarations.filter(ts.isFunctionDeclaration)
}

function isMentioned(word: string, text: string): boolean {
  return new RegExp(`\\b${word}\\b`).test(text)
}

describe.each(entries)('Everything that %s exports', (entry) => {
  const docstrings = readDocstrings(entry)

  it('has a docstring of at least a sentence', () => {
    expect(docstrings).not.toEqual([])
    const lacking = docstrings.filter(({ text }) => !/[a-z]{2,}[^]*[a-z]{2,}/.test(text))
    expect(lacking.map(({ name, file }) => `${name} in ${file}`)).toEqual([])
  })

  it('says what its parameters are', () => {
    const lacking = docstrings
      .filter((exported) => !makesAction(exported))
      .flatMap((exported) =>
        functionsOf(exported)
          .flatMap(({ parameters }) => parameters.map(({ name }) => name))
          .filter((name) => ts.isIdentifier(name))
          .map((name) => name.text)
          .filter((name) => !wellKnown.test(name) && !isMentioned(name, exported.text))
          .map((name) => `${exported.name}(${name}) in ${exported.file}`),
      )
    expect(lacking).toEqual([])
  })

  it('says what holds where an option is left out', () => {
    const lacking = docstrings
      .filter(({ name }) => /(Options|Props|Settings|Config)$/.test(name))
      .flatMap(({ name, declarations }) =>
        declarations
          .filter(ts.isInterfaceDeclaration)
          .flatMap(({ members }) => [...members])
          .filter((member) => member.questionToken !== undefined)
          .filter((member) => !/default|without|absent|undefined/i.test(commentOf(member)))
          .map((member) => `${name}.${member.name?.getText()}`),
      )
    expect(lacking).toEqual([])
  })

  it('says what it throws', () => {
    const lacking = docstrings.filter((exported) =>
      functionsOf(exported).some(
        ({ body }) =>
          /\bthrow new \w*Error\b/.test(body?.getText() ?? '') && !exported.text.includes('@throws'),
      ),
    )
    expect(lacking.map(({ name, file }) => `${name} in ${file}`)).toEqual([])
  })

  it('has an example where one comes in by it', () => {
    const lacking = docstrings.filter(
      (exported) =>
        doors.test(exported.name) &&
        !makesAction(exported) &&
        exported.declarations.some(
          (declared) =>
            (ts.isFunctionDeclaration(declared) || ts.isVariableDeclaration(declared)) &&
            checker.getTypeAtLocation(declared).getCallSignatures().length > 0,
        ) &&
        !exported.text.includes('@example'),
    )
    expect(lacking.map(({ name, file }) => `${name} in ${file}`)).toEqual([])
  })

  it('points to nothing that users of the package do not have', () => {
    const pointing = docstrings.filter(({ text }) => /spec\.md|behaviours\.md|redesign\.md/.test(text))
    expect(pointing.map(({ name, file }) => `${name} in ${file}`)).toEqual([])
  })
})
