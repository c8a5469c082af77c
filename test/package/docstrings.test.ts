import { join, relative } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const doors = ['src/index.ts', 'src/react/index.ts', 'src/testing/index.ts', 'src/sync/index.ts']
const program = ts.createProgram(
  doors.map((door) => join(root, door)),
  {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    jsx: ts.JsxEmit.ReactJSX,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  },
)
const checker = program.getTypeChecker()

/** Where each name that a door exports is declared, and the comment above it. */
function readDocstrings(door: string): { name: string; file: string; text: string }[] {
  const source = program.getSourceFile(join(root, door))
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${door} exports nothing.`)
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

describe.each(doors)('Everything that %s exports', (door) => {
  it('has a docstring that tells which section of the specification it comes from', () => {
    const docstrings = readDocstrings(door)
    expect(docstrings).not.toEqual([])
    const lacking = docstrings.filter(
      ({ text }) => !/\(spec\.md, sections? [1-9](?:(?:, | and | to )[1-9])*\)/.test(text),
    )
    expect(lacking.map(({ name, file }) => `${name} in ${file}`)).toEqual([])
  })
})
