import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type ts from 'typescript'
import { runTool } from './runIn'

type Compiler = typeof ts
const require = createRequire(import.meta.url)

/**
 * What a compiler says of the program of a folder: a line for each error.
 *
 * @param compiler - by the name that it is installed under, as all of them call themselves tsc
 */
export function compileIn(
  folder: string,
  config: { readonly compilerOptions: object; readonly files: readonly string[] },
  compiler: string,
): string[] {
  if (compiler !== 'typescript-newest') return compileHere(require(compiler) as Compiler, config, folder)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const path = join(process.cwd(), 'node_modules', compiler, 'bin/tsc')
  const options = ['-p', folder, '--pretty', 'false', '--singleThreaded']
  const { code, output } = runTool(path, options, folder)
  return code === 0 && output === '' ? [] : [`${code}: ${output}`]
}

/**
 * In this process, which is warm after the first: the newest compiler is no JavaScript and starts at once. Asks for the
 * program and the declarations of the package; those of others, which the newest looks at, cost as much again.
 */
function compileHere(compiler: Compiler, config: object, folder: string): string[] {
  const { options, fileNames, errors } = compiler.parseJsonConfigFileContent(config, compiler.sys, folder)
  const program = compiler.createProgram(fileNames, options, hostOf(compiler, options))
  const own = program
    .getSourceFiles()
    .filter(({ fileName }) => !fileName.includes('/node_modules/') || fileName.includes('/copydesk/dist/'))
  if (own.length <= fileNames.length) return ['The package has no declarations.']
  const found = [
    ...errors,
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...own.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]),
  ]
  return found.map(
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
