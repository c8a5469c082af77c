// `npm run test:train`: a person on a train, in a real Chromium on a real WordPress: 500 posts in 20 lists, unsaved work, no
// network, and 200 times a page that is loaded anew or dies, or a browser that is killed. `TRAIN_RESTARTS` sets how often,
// `LAW_SEED` the order; flags go on to Vitest.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const shell = process.platform === 'win32'
const { TRAIN_RESTARTS = '200' } = process.env
if (!existsSync(join(root, 'node_modules'))) run('npm', ['ci', '--no-audit', '--no-fund'])
run('npx', [
  'vitest',
  'run',
  '--project',
  'durable',
  ...process.argv.slice(2),
  'test/durable/real/train.test.ts',
])

function run(command, args) {
  const env = { ...process.env, TRAIN_RESTARTS }
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell, env })
  if (status !== 0) process.exit(status ?? 1)
}
