import { join, relative } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const entries = [
  'index',
  'react/index',
  'testing/index',
  'sync/index',
  'durable/index',
  'durable/react/index',
  'devtools/index',
].map((entry) => `src/${entry}.ts`)
const program = ts.createProgram(
  entries.map((entry) => join(root, entry)),
  {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    jsx: ts.JsxEmit.ReactJSX,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  },
)
const checker = program.getTypeChecker()

/** Where each name that an entry exports is declared, and the comment above it. */
function readDocstrings(entry: string): { name: string; file: string; text: string }[] {
  const source = program.getSourceFile(join(root, entry))
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${entry} exports nothing.`)
  return checker.getExportsOfModule(module).map((exported) => {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0
    const declared = (isAlias ? checker.getAliasedSymbol(exported) : exported).declarations ?? []
    const comments = declared.flatMap((declaration) => ts.getJSDocCommentsAndTags(declaration))
    return {
      name: exported.name,
      file: relative(root, declared[0]?.getSourceFile().fileName ?? root),
      text: comments.map((comment) => comment.getText()).join('\n'),
    }
  })
}

describe.each(entries)('Everything that %s exports', (entry) => {
  it('has a docstring of at least a sentence', () => {
    const docstrings = readDocstrings(entry)
    expect(docstrings).not.toEqual([])
    const lacking = docstrings.filter(({ text }) => !/[a-z]{2,}[^]*[a-z]{2,}/.test(text))
    expect(lacking.map(({ name, file }) => `${name} in ${file}`)).toEqual([])
  })

  it('points to nothing that users of the package do not have', () => {
    const pointing = readDocstrings(entry).filter(({ text }) =>
      /spec\.md|behaviours\.md|redesign\.md/.test(text),
    )
    expect(pointing.map(({ name, file }) => `${name} in ${file}`)).toEqual([])
  })
})
