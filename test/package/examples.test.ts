import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { runTool } from './runIn'

const root = process.cwd()
const examples = readdirSync(join(root, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((name) => {
    const files = readdirSync(join(root, 'examples', name))
    // What has a lockfile has packages of its own: `npm run test:servers` runs it.
    return files.includes('package.json') && !files.includes('package-lock.json')
  })

interface Package {
  readonly scripts: Record<string, string>
  readonly dependencies: Record<string, string>
  readonly devDependencies?: Record<string, string>
}

/** The example as somebody has it who copied its folder and installed what it names: here by links, without a download. */
function copy(name: string): { folder: string; scripts: Record<string, string> } {
  const folder = mkdtempSync(join(dirname(inject('projectWithReact')), `example-${name}-`))
  cpSync(join(root, 'examples', name), folder, { recursive: true })
  const { scripts, dependencies, devDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Package
  for (const needed of Object.keys({ ...dependencies, ...devDependencies })) {
    const link = join(folder, 'node_modules', needed)
    mkdirSync(dirname(link), { recursive: true })
    const from =
      needed === 'copydesk' ? join(inject('projectWithReact'), 'node_modules') : join(root, 'node_modules')
    symlinkSync(join(from, needed), link, 'junction')
  }
  return { folder, scripts }
}

const binOf = { vite: 'node_modules/vite/bin/vite.js', vitest: 'node_modules/vitest/vitest.mjs' }

function run(folder: string, script = '') {
  const [tool = '', ...args] = script.split(' ')
  if (tool === 'node') return runTool(join(folder, args[0] ?? ''), [], folder)
  return runTool(join(folder, binOf[tool as keyof typeof binOf]), args, folder)
}

describe.each(examples)('the example %s, copied and installed', (name) => {
  it('runs by its own commands', () => {
    const { folder, scripts } = copy(name)
    const commands = ['build', 'test'].filter((script) => script in scripts)
    // What opens no page and serves nothing is run as it is started.
    if (commands.length === 0) commands.push('start')
    for (const command of commands) {
      const { code, output } = run(folder, scripts[command])
      expect(code, `${name}: ${scripts[command]}\n${output}`).toBe(0)
    }
  })
})
