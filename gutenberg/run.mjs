// `npm run test:gutenberg`: installs what is needed beside this file, then runs the tests of core-data on Copydesk, and
// both side by side. Further arguments go to Vitest.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const arguments_ = process.argv.slice(2)

function run(command, args, cwd = here) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exit(status ?? 1)
}

/** Whether what is installed is what the lockfile says. */
function isInstalled() {
  const installed = new URL('node_modules/.package-lock.json', import.meta.url)
  if (!existsSync(installed)) return false
  const packagesIn = (url) => JSON.parse(readFileSync(url, 'utf8')).packages
  const wanted = packagesIn(new URL('package-lock.json', import.meta.url))
  const there = packagesIn(installed)
  return Object.keys(wanted).every(
    (path) => path === '' || wanted[path].optional || there[path]?.version === wanted[path].version,
  )
}

if (!isInstalled()) {
  console.log('Installing the editor’s packages beside this file: about a gigabyte, once.')
  run('npm', ['ci', '--ignore-scripts'])
}
run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...arguments_])
