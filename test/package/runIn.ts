import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** How a program is loaded: as an ES module or as CommonJS. */
export type ModuleForm = 'esm' | 'cjs'

/** Runs a program inside a project and gives what it printed, read as JSON. */
export function runIn(project: string, form: ModuleForm, program: string): unknown {
  const file = join(mkdtempSync(join(project, 'program-')), form === 'esm' ? 'main.mjs' : 'main.cjs')
  writeFileSync(file, program)
  const printed = execFileSync(process.execPath, [file], {
    cwd: project,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return JSON.parse(printed)
}

/** The line that takes names from a module, in either form. */
export function take(names: readonly string[], from: string, form: ModuleForm): string {
  const list = `{ ${names.join(', ')} }`
  return form === 'esm' ? `import ${list} from '${from}'` : `const ${list} = require('${from}')`
}

/** Runs a script of a tool in a folder; gives its exit code and everything it printed. */
export function runTool(
  script: string,
  args: readonly string[],
  folder: string,
): { code: number; output: string } {
  try {
    const output = execFileSync(process.execPath, [script, ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    return { code: 0, output }
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number | null; stdout: string; stderr: string }
    return { code: status ?? 1, output: `${stdout}${stderr}` }
  }
}
