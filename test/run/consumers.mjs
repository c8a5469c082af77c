// `npm run test:consumers`: the packed package in projects of others, each in a fresh folder with a lockfile of its own.
//   npm run test:consumers -- [names of folders in test/consumers]
//   npm run test:consumers -- --lock [names]   writes the lockfiles anew, after a change of dependencies
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWhereStale } from '../../examples/build.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const consumers = join(root, 'test/consumers')
const shell = process.platform === 'win32'
const isLocking = process.argv.includes('--lock')
const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const names = readdirSync(consumers).filter((name) => existsSync(join(consumers, name, 'package.json')))
const unknown = asked.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')} in test/consumers. There are: ${names.join(', ')}.`)
  process.exit(1)
}

const scratch = mkdtempSync(join(tmpdir(), 'copydesk-consumers-'))
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))
pack()
const rows = []
for (const name of asked.length > 0 ? asked : names) rows.push(perform(name))
console.log('')
for (const { name, isRight, seconds } of rows)
  console.log(`${isRight ? '✓' : '✗'} ${name.padEnd(18)} ${seconds.toFixed(0).padStart(4)} s`)
process.exitCode = rows.every(({ isRight }) => isRight) ? 0 : 1

/** The package as it would be published, at the place that the lockfiles name. */
function pack() {
  buildWhereStale(() => console.log('… build'))
  const options = ['pack', '--ignore-scripts', '--json', '--pack-destination', scratch]
  const [{ filename }] = JSON.parse(
    execFileSync('npm', options, { cwd: root, encoding: 'utf8', shell, stdio: ['ignore', 'pipe', 'ignore'] }),
  )
  renameSync(join(scratch, filename), join(scratch, 'copydesk.tgz'))
  console.log(`… ${filename}`)
}

function perform(name) {
  const started = performance.now()
  const folder = join(scratch, name)
  cpSync(join(consumers, name), folder, { recursive: true, filter: (path) => !path.includes('node_modules') })
  const { extends: shared } = readPackage(folder).copydesk ?? {}
  if (shared) cpSync(join(consumers, shared), folder, { recursive: true })
  console.log(`\n▶ ${name}`)
  const isInstalled = isLocking ? lock(name, folder) : install(folder)
  const isRight = isInstalled && run('npm', ['run', '--silent', 'check'], folder)
  // The next one needs the place.
  rmSync(folder, { recursive: true, force: true })
  return { name, isRight, seconds: (performance.now() - started) / 1000 }
}

function install(folder) {
  const isRight = run(
    'npm',
    ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel', 'error'],
    folder,
  )
  if (!isRight) return false
  const { dependencies = {}, devDependencies = {} } = readPackage(folder)
  const installed = Object.keys({ ...dependencies, ...devDependencies }).map((needed) => {
    const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', needed, 'package.json'), 'utf8'))
    return `${needed} ${version}`
  })
  console.log(`  installed ${installed.join(', ')}`)
  return true
}

function lock(name, folder) {
  const file = 'package-lock.json'
  rmSync(join(folder, file), { force: true })
  writeFileSync(join(folder, '.npmrc'), 'omit-lockfile-registry-resolved=true\n')
  if (!run('npm', ['install', '--loglevel', 'error', '--no-audit', '--no-fund', '--ignore-scripts'], folder))
    return false
  const written = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  // It is packed anew each time.
  delete written.packages['node_modules/copydesk'].integrity
  writeFileSync(join(folder, file), `${JSON.stringify(written, null, 2)}\n`)
  copyFileSync(join(folder, file), join(consumers, name, file))
  return true
}

function readPackage(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

function run(command, args, cwd) {
  const env = { ...process.env, CI: '1', NEXT_TELEMETRY_DISABLED: '1' }
  delete env.NODE_ENV
  return (
    spawnSync(command, args, {
      cwd,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell,
      env,
      timeout: 10 * 60_000,
    }).status === 0
  )
}
