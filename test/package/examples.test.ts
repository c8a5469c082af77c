import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
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

async function run(folder: string, script = '') {
  // In this process, which has loaded Vite; throws what the command would print.
  if (script === 'vite build') {
    await build({ root: folder, logLevel: 'error' })
    return { code: 0, output: '' }
  }
  const [tool = '', ...args] = script.split(' ')
  if (tool === 'node') return runTool(join(folder, args[0] ?? ''), [], folder)
  if (tool !== 'vitest') throw new Error(`Nobody knows how to run ${script}.`)
  return runTool(join(folder, 'node_modules/vitest/vitest.mjs'), args, folder)
}

describe.each(examples)('the example %s, copied and installed', (name) => {
  it('runs by its own commands', async () => {
    const { folder, scripts } = copyExample(name)
    const commands = ['build', 'test'].filter((script) => script in scripts)
    // What opens no page and serves nothing is run as it is started.
    if (commands.length === 0) commands.push('start')
    for (const command of commands) {
      const { code, output } = await run(folder, scripts[command])
      expect(code, `${name}: ${scripts[command]}\n${output}`).toBe(0)
    }
  })
})
