// `npm test`: every check of the house. Parts with real sites, browsers or processes take turns on two lanes; they wait for
// one another for a good part of their time. All others take turns on two lanes beside them, at a lower priority: they work
// while those wait, and hold up none of them. A lane that has nothing left of its kind helps with the other, so that no core
// is idle before the end. A part begins when a lane of its kind is free and what it needs is done; what it says is printed
// when it ends, in one piece.
// All parts run even after one failed, so that one run tells everything. A file that failed in a real browser or in
// processes of their own is run once more at the end, alone: their time is the machine's. The last lines name what failed,
// also where it passed then, and the very last is the sum: tests that passed, and tests and other checks that failed.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeFailures } from './failures.mjs'
import { failedFiles, passedInTwo } from './secondRun.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const temporary = join(root, '.tmp')
const results = join(temporary, 'results')
/**
 * Modules as they were compiled in this run, which one part beside takes from the other. Parts with a real site or browser
 * compile their own: with all of them in one folder, stories on a WordPress were not found once.
 */
const compiled = join(temporary, 'compiled')
const minute = 60_000
/** Room for what lives shortly, as in compilers: with the usual 16 MB they clean up a fifth of their time. */
const nodeOptions = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`
/** A lane is one core: the linter with types, which is Go, makes one program for each core and asks the same of each. */
const oneCore = { GOMAXPROCS: '1' }
/** What a part that only computes begins with, to give way: where all compete, it has a third of another's time. */
const givingWay = process.platform === 'win32' ? '' : 'nice -n 5 '

const steps = [
  check('build', 'tsup --silent', { isBeside: false }),
  check('build pages', 'node test/run/buildPages.mjs', { after: ['build'], isBeside: false }),
  // The long ones first, so that the short ones fill the lanes at the end. Each part has a site of its own.
  tests('pages', ['pages'], { after: ['build pages'], isReal: true }),
  tests('browser', ['browser'], { after: ['build pages'], isReal: true }),
  // In one part, as to boot a site takes as long as two hundred of its requests.
  tests('wordpress', ['wordpress']),
  tests('together', ['together'], { after: ['build pages'], isReal: true }),
  tests('processes', ['processes'], { isReal: true }),
  tests('unit', ['unit', 'unit-alone', 'unit-once'], { env: { LAWS: 'without' }, isBeside: true }),
  tests('package', ['package'], { after: ['build'], isBeside: true }),
  // Type tests, too: what one of them expects and does not hold is an error of types.
  check('types', 'node node_modules/typescript-newest/bin/tsc --noEmit --singleThreaded'),
  tests('laws', ['unit'], { env: { LAWS: 'only' }, isBeside: true }),
  tests('react', ['react', 'react-alone'], { isBeside: true }),
  // What three releases of WordPress were recorded to answer: the mock site against it, and the store's stories on it.
  tests('recorded', ['contracts-*', 'replayed'], { isBeside: true }),
  tests('react-18', ['react-18', 'react-18-alone'], { isBeside: true }),
  check('lint', 'oxlint'),
  check('unused', 'knip --no-progress'),
  check('format', 'oxfmt --list-different'),
]

for (const folder of [results, compiled]) rmSync(folder, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const running = new Map()
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const [child, told] of running) {
      stop(child)
      console.log(`\n▶ ${told.name} was stopped by ${signal}; it had said:\n\n${told.text()}`)
    }
    process.exit(1)
  })
}

const begun = performance.now()
const rows = new Map()
const waiting = [...steps]
const main = () => lane(isMain).then(() => lane(isBeside))
const beside = () => lane(isBeside).then(() => lane(isMain))
await Promise.all([main(), main(), beside(), beside()])
for (const step of steps) rows.set(step.name, await performAgain(step, rows.get(step.name)))
close(steps.map(({ name }) => rows.get(name)))

/** Takes one part of a kind after the other until none is left. */
async function lane(kind) {
  for (;;) {
    const next = waiting.findIndex((step) => kind(step) && step.after.every((name) => rows.has(name)))
    if (next === -1) {
      if (!waiting.some(kind)) return
      await new Promise((resolve) => setTimeout(resolve, 200))
      continue
    }
    const [step] = waiting.splice(next, 1)
    rows.set(step.name, await perform(step))
  }
}

function isMain(step) {
  return !step.isBeside
}

function isBeside(step) {
  return step.isBeside
}

async function perform(step) {
  console.log(`… ${step.name}`)
  const started = performance.now()
  const { ended, output } = await run(step)
  const seconds = (performance.now() - started) / 1000
  console.log(`\n▶ ${step.name}, ${seconds.toFixed(1)} s: ${step.command}\n\n${output}`)
  const report =
    step.report && existsSync(step.report) ? JSON.parse(readFileSync(step.report, 'utf8')) : undefined
  const counts = report ? count(report) : { passed: 0, failed: 0, skipped: 0 }
  // A part that fails without a failed test (a lint finding, a crash of the runner) is one failure.
  if (ended !== 'ok' && counts.failed === 0) counts.failed = 1
  return { name: step.name, ended, seconds, ...counts, ...(ended !== 'ok' && { output, report }) }
}

/** Runs the files once more in which a part with real browsers or processes failed; says both, whatever comes of it. */
async function performAgain(step, row) {
  const files = step.isReal && row.ended !== 'ok' ? failedFiles(row.report) : []
  if (files.length === 0) return row
  const second = await perform(tests(`${step.name}, again`, step.projects, { files, env: step.env }))
  const seconds = row.seconds + second.seconds
  if (second.ended !== 'ok') return { ...row, seconds }
  const passed = passedInTwo(row.report, JSON.parse(readFileSync(reportOf(second.name), 'utf8')))
  return { ...row, ended: 'ok', passed, failed: 0, seconds, isUnsteady: true }
}

function check(name, command, { after = [], isBeside = true } = {}) {
  return { name, command, after, isBeside }
}

function reportOf(name) {
  return join(results, `${name.replaceAll(/\W+/g, '-')}.json`)
}

function tests(name, projects, options = {}) {
  const { files = [], after = [], env, isBeside = false, isReal = false } = options
  const report = reportOf(name)
  const chosen = projects.map((project) => `--project "${project}"`).join(' ')
  const reporters = `--reporter default --reporter json --outputFile.json "${report}"`
  // Its lane is one core; without the cache of results, no part reads what another one is writing. Modules are written whole.
  const alone = '--maxWorkers 1 --no-cache'
  const modules = isBeside
    ? ` --experimental.fsModuleCache --experimental.fsModuleCachePath "${compiled}"`
    : ''
  const command = ['vitest run', ...files, `${chosen} ${alone}${modules} ${reporters}`].join(' ')
  return { name, projects, command, report, after, isBeside, isReal, env }
}

function run({ name, command, env, isBeside }) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const child = spawn(isBeside ? givingWay + command : command, {
    cwd: root,
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env, ...oneCore, PATH: path, NODE_OPTIONS: nodeOptions },
    detached: process.platform !== 'win32',
  })
  const chunks = []
  const text = () => Buffer.concat(chunks).toString()
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      stop(child)
      finish('out of time')
    }, 25 * minute)
    running.set(child, { name, text })
    child.once('error', (error) => finish(error.message))
    child.once('exit', (code, signal) => {
      const ended = code === 0 ? 'ok' : signal ? `ended by ${signal}` : 'failed'
      // What it said last may still be on its way; a process it left behind may never close the pipe.
      const patience = setTimeout(() => finish(ended), 2000)
      child.once('close', () => {
        clearTimeout(patience)
        finish(ended)
      })
    })
    function finish(ended) {
      clearTimeout(timer)
      running.delete(child)
      resolve({ ended, output: text() })
    }
  })
}

// The shell is the leader of its own group: a browser or a server it started goes with it.
function stop(child) {
  if (process.platform === 'win32') child.kill('SIGKILL')
  else process.kill(-child.pid, 'SIGKILL')
}

function count(counted) {
  // A file that could not even be loaded has no failed test in it, and is a failure all the same.
  const broken = counted.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((result) => result.status !== 'failed'),
  )
  return {
    passed: counted.numPassedTests,
    failed: counted.numFailedTests + broken.length,
    skipped: counted.numPendingTests + counted.numTodoTests,
  }
}

function close(all) {
  const sum = (field) => all.reduce((total, row) => total + row[field], 0)
  console.log('\npart           time     result')
  for (const { name, ended, seconds, passed, failed, skipped } of all) {
    const told =
      passed + failed + skipped > 1 ? `: ${passed} passed, ${failed} failed, ${skipped} skipped` : ''
    console.log(`${name.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s   ${ended}${told}`)
  }
  const seconds = (performance.now() - begun) / 1000
  console.log(`${'all'.padEnd(12)} ${seconds.toFixed(1).padStart(6)} s\n`)
  const unsteady = all.filter(({ isUnsteady }) => isUnsteady).map((row) => ({ ...row, ended: 'failed' }))
  for (const line of describeFailures(unsteady, 'Failed at first, and passed when it was run again, alone:'))
    console.log(line)
  for (const line of describeFailures(all)) console.log(line)
  const failed = sum('failed')
  console.log(`${sum('passed')} passed, ${failed} failed`)
  process.exitCode = failed === 0 && all.every(({ ended }) => ended === 'ok') ? 0 : 1
}
