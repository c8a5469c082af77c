import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { copyExample } from './copyExample'
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

const binOf = { vite: 'node_modules/vite/bin/vite.js', vitest: 'node_modules/vitest/vitest.mjs' }

function run(folder: string, script = '') {
  const [tool = '', ...args] = script.split(' ')
  if (tool === 'node') return runTool(join(folder, args[0] ?? ''), [], folder)
  return runTool(join(folder, binOf[tool as keyof typeof binOf]), args, folder)
}

describe.each(examples)('the example %s, copied and installed', (name) => {
  it('runs by its own commands', () => {
    const { folder, scripts } = copyExample(name)
    const commands = ['build', 'test'].filter((script) => script in scripts)
    // What opens no page and serves nothing is run as it is started.
    if (commands.length === 0) commands.push('start')
    for (const command of commands) {
      const { code, output } = run(folder, scripts[command])
      expect(code, `${name}: ${scripts[command]}\n${output}`).toBe(0)
    }
  })
})
