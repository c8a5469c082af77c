import { join } from 'node:path'
import ts from 'typescript'

/** What a hook takes and gives, by name. */
export interface HookShape {
  /** All that stands before the options. */
  readonly parameters: readonly string[]
  readonly options: readonly string[]
  /** The fields of what it gives; undefined where that is no object of its own, such as an id or a list. */
  readonly results: readonly string[] | undefined
  /** What stands above each option and field of a result in the sources of hooks, as an editor shows it. */
  readonly comments: readonly (readonly [name: string, comment: string])[]
}

const entries = ['src/react/index.ts', 'src/durable/react/index.ts']

/** The hooks of the package as the compiler sees them. */
export function readHookShapes(root: string): Map<string, HookShape> {
  const program = ts.createProgram(
    entries.map((entry) => join(root, entry)),
    {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      jsx: ts.JsxEmit.ReactJSX,
    },
  )
  const checker = program.getTypeChecker()
  const exported = entries.flatMap((entry) => {
    const source = program.getSourceFile(join(root, entry))
    const module = source && checker.getSymbolAtLocation(source)
    if (!module) throw new Error(`${entry} exports nothing.`)
    return checker.getExportsOfModule(module)
  })
  const hooks = exported.filter(({ name }) => /^(?:use[A-Z]|\w+Hooks$)/.test(name))
  return new Map(
    hooks.flatMap((hook): [string, HookShape][] => {
      const symbol = hook.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(hook) : hook
      const signatures = checker.getTypeOfSymbol(symbol).getCallSignatures()
      return signatures.length === 0 ? [] : [[hook.name, shapeOf(checker, signatures)]]
    }),
  )
}

function shapeOf(checker: ts.TypeChecker, signatures: readonly ts.Signature[]): HookShape {
  const given = signatures.flatMap(({ parameters }) => parameters)
  const options = given.filter(isOptions)
  const returned = signatures.map((signature) => checker.getReturnTypeOfSignature(signature))
  const results = returned.filter((type) => isOwn(checker, type))
  const types = [...options.map((option) => checker.getTypeOfSymbol(option)), ...results]
  const fields = types.flatMap((type) => membersOf(checker, type)).filter(isOfHooks)
  return {
    comments: fields.map((field) => [field.name, commentOf(checker, field)]),
    parameters: once(given.filter((parameter) => !isOptions(parameter)).map(({ name }) => name)),
    options: once(options.flatMap((option) => fieldsOf(checker, checker.getTypeOfSymbol(option)))),
    results: results.length === 0 ? undefined : once(results.flatMap((type) => fieldsOf(checker, type))),
  }
}

/** What a function takes apart at once is its options, too. */
function isOptions({ name, valueDeclaration }: ts.Symbol): boolean {
  const isParameter = valueDeclaration !== undefined && ts.isParameter(valueDeclaration)
  return name === 'options' || (isParameter && ts.isObjectBindingPattern(valueDeclaration.name))
}

function fieldsOf(checker: ts.TypeChecker, type: ts.Type): string[] {
  return membersOf(checker, type).map(({ name }) => name)
}

function membersOf(checker: ts.TypeChecker, type: ts.Type): ts.Symbol[] {
  const given = checker.getNonNullableType(type)
  const parts = given.isUnion() ? given.types : [given]
  return parts.flatMap((part) => checker.getPropertiesOfType(part))
}

/** Whether a field is declared beside the hooks, and not with what they give of another folder. */
function isOfHooks({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some((one) => /\/src\/(?:durable\/)?react\//.test(one.getSourceFile().fileName))
}

function commentOf(checker: ts.TypeChecker, field: ts.Symbol): string {
  const text = ts.displayPartsToString(field.getDocumentationComment(checker))
  return text
    .replace(/\{@link (\w+)\}/g, '`$1`')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Whether a type is an object with fields of its own: no list, function, tuple, text or state. */
function isOwn(checker: ts.TypeChecker, type: ts.Type): boolean {
  const parts = type.isUnion() ? type.types : [type]
  return parts.every((part) =>
    (part.flags & ts.TypeFlags.Object) !== 0 || part.isIntersection()
      ? !checker.isArrayLikeType(part) &&
        part.getCallSignatures().length === 0 &&
        part.symbol?.name !== 'EntityStore'
      : false,
  )
}

const once = (names: readonly string[]): string[] => [...new Set(names)]
