// `npm run test:mutants`: whether the tests notice a fault. For each of thirty seeds one operator, condition, constant or
// body in the sources is replaced, and the tests run until one fails: those of the same folder first, then all that need
// neither a browser nor WordPress. Says what nobody noticed, and fails, unless it stands in test/mutants/equivalent.json
// with the reason why nobody can. No file is changed: the fault is in what the tests load.
// `-- --seeds 31-60` tries others, `-- --near` leaves it at the tests of the folder, `-- --draw` only says what is tried.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))
const own = join(root, 'test/mutants')
const isWindows = process.platform === 'win32'
const minute = 60_000
const { values: flags } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1-30' },
    near: { type: 'boolean', default: false },
    draw: { type: 'boolean', default: false },
  },
})
const [first, last] = flags.seeds.split('-').map(Number)
if (!(first >= 0 && (last ?? first) >= first)) throw new Error(`No seeds: ${flags.seeds}. Say 7, or 31-60.`)

if (!existsSync(join(own, 'node_modules'))) {
  console.log('… npm ci in test/mutants')
  const npm = isWindows ? 'npm.cmd' : 'npm'
  spawnSync(npm, ['ci', '--no-audit', '--no-fund'], { cwd: own, stdio: 'inherit', shell: isWindows })
}
const { drawMutant } = await import('../mutants/drawMutant.mjs')
const equivalent = JSON.parse(readFileSync(join(own, 'equivalent.json'), 'utf8'))
const scratch = mkdtempSync(join(tmpdir(), 'copydesk-mutants-'))
/** Test files, and folders of them, that were seen to pass without a fault. */
const sound = new Set()
const counts = { killed: 0, equivalent: 0, survived: 0 }

let running
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    if (running) stop(running)
    rmSync(scratch, { recursive: true, force: true })
    process.exit(1)
  })
}

for (let seed = first; seed <= (last ?? first); seed++) await tryOne(await drawMutant(root, seed))
rmSync(scratch, { recursive: true })
const isStale = sayStale()
if (!flags.draw)
  console.log(
    `\n${counts.killed} killed, ${counts.equivalent} equivalent, ${counts.survived} survived${flags.near ? ' the tests of their folder' : ''}`,
  )
process.exitCode = counts.survived > 0 || isStale ? 1 : 0

async function tryOne(mutant) {
  console.log(
    `\nseed ${mutant.seed}, ${mutant.path}:${mutant.line}\n  - ${mutant.before}\n  + ${mutant.after}`,
  )
  if (flags.draw) return
  const known = equivalent.find(
    ({ path, before, after }) => path === mutant.path && before === mutant.before && after === mutant.after,
  )
  const noticed = known ? undefined : await noticedBy(mutant)
  counts[known ? 'equivalent' : noticed ? 'killed' : 'survived']++
  console.log(known ? `  equivalent: ${known.why}` : noticed ? `  killed by ${noticed}` : '  SURVIVED')
}

/** What noticed a fault: the file of the first test that failed with it, and passes without it. */
async function noticedBy(mutant) {
  const stages = flags.near ? foldersOf(mutant.path) : [...foldersOf(mutant.path), undefined]
  for (const folder of stages) {
    const filters = folder ? [folder] : []
    const { ended, failed } = await runTests(filters, mutant)
    if (ended === 'ok') continue
    // A run that went on for ever, or failed outside of any test, is asked for as a whole.
    for (const file of failed.length > 0 ? failed : filters) await assertSound(file)
    return failed[0] ?? `the run itself, which ${ended}`
  }
  return undefined
}

async function assertSound(file) {
  if (sound.has(file)) return
  const { ended } = await runTests([file])
  if (ended !== 'ok') throw new Error(`${file} ${ended} without any fault: mend that first.`)
  sound.add(file)
}

/** The folders of tests that mirror the folder of a source, the nearest first. */
function foldersOf(path) {
  const folders = []
  for (let folder = dirname(path); folder !== 'src'; folder = dirname(folder))
    folders.push(folder.replace(/^src/, 'test'))
  return folders.filter((folder) => existsSync(join(root, folder))).map((folder) => `${folder}/`)
}

/** Runs tests until one fails; a fault may make them go on for ever. */
function runTests(filters, mutant) {
  const minutes = filters.length > 0 ? 15 : 60
  const report = join(scratch, 'report.json')
  rmSync(report, { force: true })
  const projects = ['unit', 'unit-alone', 'unit-once', 'react', 'react-alone'].flatMap((name) => [
    '--project',
    name,
  ])
  const reporters = ['--reporter', 'json', '--outputFile.json', report]
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const config = join(own, 'vitest.config.ts')
  const plain = ['--maxWorkers', '1', '--no-cache', '--bail', '1', '--passWithNoTests']
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--config', config, ...projects, ...plain, ...reporters, ...filters],
    {
      cwd: root,
      stdio: 'ignore',
      detached: !isWindows,
      env: { ...process.env, ...(mutant && { MUTANT: JSON.stringify(mutant) }) },
    },
  )
  running = child
  return new Promise((resolve) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      stop(child)
    }, minutes * minute)
    child.once('exit', (code) => {
      clearTimeout(timer)
      running = undefined
      const ended = isLate ? `went on for ${minutes} minutes` : code === 0 ? 'ok' : 'failed'
      resolve({ ended, failed: failedIn(report) })
    })
  })
}

function failedIn(report) {
  if (!existsSync(report)) return []
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'))
  return testResults
    .filter(({ status }) => status === 'failed')
    .map(({ name }) => relative(root, name).replaceAll('\\', '/'))
}

function stop(child) {
  if (isWindows) child.kill('SIGKILL')
  else process.kill(-child.pid, 'SIGKILL')
}

/** Says what is listed as equivalent and no longer stands in the sources. */
function sayStale() {
  const oneLine = (path) =>
    existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8').replaceAll(/\s+/g, ' ') : ''
  const stale = equivalent.filter(({ path, before }) => !oneLine(path).includes(before))
  for (const { path, before } of stale)
    console.error(`\nNo longer in ${path}: remove it from equivalent.json: ${before}`)
  return stale.length > 0
}
