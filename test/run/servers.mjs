// `npm run test:servers`: the store on servers that know nothing of it, from npm. Sets their packages up where they are
// not there yet, from lockfiles of their own; flags and test files go on to Vitest.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const isWindows = process.platform === 'win32'

for (const folder of ['test/servers/installed', 'examples/hocuspocus']) {
  if (existsSync(join(root, folder, 'node_modules'))) continue
  console.log(`… npm ci in ${folder}`)
  run(isWindows ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund'], join(root, folder))
}
run('vitest', ['run', '--project', 'servers', ...process.argv.slice(2)], root)

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: isWindows })
  if (status !== 0) process.exit(status ?? 1)
}
