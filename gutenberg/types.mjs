// The type tests that core-data publishes, compiled unchanged with our entry in place of its own.
import { readdirSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from '../node_modules/typescript/lib/typescript.js'

const here = fileURLToPath(new URL('.', import.meta.url))
const sources = join(here, 'node_modules', '@wordpress', 'core-data', 'src')
const tests = join(sources, 'entity-types', 'test')
const ours = join(here, '..', 'src', 'wordpress-data', 'index.ts')
const files = readdirSync(tests)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => join(tests, file))

const options = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  esModuleInterop: true,
  resolveJsonModule: true,
  isolatedModules: true,
  jsx: ts.JsxEmit.ReactJSX,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
}
const host = ts.createCompilerHost(options)
host.resolveModuleNameLiterals = (literals, importer) =>
  literals.map(({ text }) => {
    const isOfTests = importer.startsWith(tests + sep)
    // Types are all in the one entry, whichever module of core-data they were in.
    const isTheirs = isOfTests && (text === '@wordpress/core-data' || text.startsWith('../'))
    if (isTheirs && !process.env.PEER_ITSELF)
      return { resolvedModule: { resolvedFileName: ours, extension: '.ts' } }
    // One `@wordpress/data`: beside this file.
    const from = text.startsWith('@wordpress/') ? join(here, 'types.mjs') : importer
    const { resolvedModule } = ts.resolveModuleName(text, from, options, host)
    return { resolvedModule }
  })

const program = ts.createProgram(files, options, host)
const wrong = files.flatMap((file) => [
  ...program.getSyntacticDiagnostics(program.getSourceFile(file)),
  ...program.getSemanticDiagnostics(program.getSourceFile(file)),
])
if (wrong.length > 0) {
  console.error(
    ts.formatDiagnosticsWithColorAndContext(wrong, {
      getCurrentDirectory: () => dirname(here),
      getCanonicalFileName: (name) => name,
      getNewLine: () => '\n',
    }),
  )
  process.exit(1)
}
console.log(`${files.length} files of type tests compile with our types.`)
