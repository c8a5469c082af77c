import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'

const root = process.cwd()

interface Package {
  readonly scripts: Record<string, string>
  readonly dependencies: Record<string, string>
  readonly devDependencies?: Record<string, string>
}

/** The example as somebody has it who copied its folder and installed what it names: here by links, without a download. */
export function copyExample(name: string): { folder: string; scripts: Record<string, string> } {
  const folder = mkdtempSync(join(dirname(inject('projectWithReact')), `example-${name}-`))
  cpSync(join(root, 'examples', name), folder, { recursive: true })
  const { scripts, dependencies, devDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Package
  // What the package takes from its peers is found beside it.
  const installed = inject('diff' in dependencies ? 'projectWithDurable' : 'projectWithReact')
  for (const needed of Object.keys({ ...dependencies, ...devDependencies })) {
    const link = join(folder, 'node_modules', needed)
    mkdirSync(dirname(link), { recursive: true })
    const from = join(needed === 'copydesk' ? installed : root, 'node_modules')
    symlinkSync(join(from, needed), link, 'junction')
  }
  return { folder, scripts }
}
