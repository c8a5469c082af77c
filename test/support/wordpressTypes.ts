import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** The fields of a record type in one context. */
export interface TypeFields {
  /** Fields that every record has. */
  required: readonly string[]
  /** Fields that a record may have. */
  optional: readonly string[]
}

const source = fileURLToPath(new URL('./recordTypes.virtual.ts', import.meta.url))

/**
 * What the compiler makes of types of records, such as `Post<'edit'>`, by those texts. They are read from their own files:
 * the entry has them compile all of the package.
 */
export function readTypeFields(types: readonly string[]): Map<string, TypeFields> {
  const names = new Set(types.map((type) => type.replace(/<.*/, '')))
  const text = [
    ...[...names].map((name) => `import type { ${name} } from '../../src/records/${fileOf(name)}'`),
    ...types.map((type, i) => `export type T${i} = ${type}`),
  ].join('\n')
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    jsx: ts.JsxEmit.ReactJSX,
    types: [],
    noEmit: true,
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (file) => file === source || fileExists(file)
  host.getSourceFile = (file, ...rest) =>
    file === source ? ts.createSourceFile(file, text, ts.ScriptTarget.ES2022) : getSourceFile(file, ...rest)
  const program = ts.createProgram([source], options, host)
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(source)
  const fields = new Map<string, TypeFields>()
  file?.forEachChild((node) => {
    if (!ts.isTypeAliasDeclaration(node)) return
    const properties = checker.getTypeAtLocation(node).getProperties()
    const isOptional = (property: ts.Symbol) => (property.flags & ts.SymbolFlags.Optional) !== 0
    fields.set(types[fields.size] ?? '', {
      required: properties.filter((property) => !isOptional(property)).map(({ name }) => name),
      optional: properties.filter(isOptional).map(({ name }) => name),
    })
  })
  return fields
}

function fileOf(type: string): string {
  return type.charAt(0).toLowerCase() + type.slice(1)
}
