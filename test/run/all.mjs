// `npm test`: every check of the house, cheap first. All parts run even after one failed, so that one run tells
// everything. The last line is the sum: tests that passed, and tests and other checks that failed.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const results = join(root, '.tmp', 'results')
const minute = 60_000

const steps = [
  check('format', 'prettier --check --log-level warn .'),
  check('types', 'tsc --noEmit'),
  check('lint', 'eslint --max-warnings 0 .'),
  check('build', 'tsup --silent'),
  check('size', 'size-limit'),
  check('unused', 'knip --no-progress'),
  tests('fast tests', ['unit', 'react', 'react-18', 'types']),
  tests('package', ['package']),
  // Each half has a WordPress of its own, and PHP keeps one core busy.
  [tests('wordpress 1', ['wordpress'], '1/2'), tests('wordpress 2', ['wordpress'], '2/2')],
  tests('browser', ['browser']),
]

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

const running = new Set()
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    running.forEach(stop)
    process.exit(1)
  })
}

const rows = []
const begun = performance.now()
for (const step of steps) rows.push(...(await Promise.all([step].flat().map(perform))))
close(rows)

async function perform(step) {
  console.log(`\n▶ ${step.name}: ${step.command}\n`)
  const started = performance.now()
  const ended = await run(step.command)
  const seconds = (performance.now() - started) / 1000
  const counts = step.report ? readCounts(step.report) : { passed: 0, failed: 0, skipped: 0 }
  // A part that fails without a failed test (a lint finding, a crash of the runner) is one failure.
  if (ended !== 'ok' && counts.failed === 0) counts.failed = 1
  return { name: step.name, ended, seconds, ...counts }
}

function check(name, command) {
  return { name, command }
}

function tests(name, projects, shard) {
  const report = join(results, `${name.replaceAll(' ', '-')}.json`)
  const chosen = projects.map((project) => `--project ${project}`).join(' ')
  const reporters = `--reporter default --reporter json --outputFile.json "${report}"`
  const part = shard ? ` --shard=${shard}` : ''
  return { name, command: `vitest run ${chosen}${part} ${reporters}`, report }
}

function run(command) {
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const child = spawn(command, {
    cwd: root,
    shell: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PATH: path },
    detached: process.platform !== 'win32',
  })
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      stop(child)
      resolve('out of time')
    }, 6 * minute)
    running.add(child)
    child.once('error', (error) => finish(error.message))
    child.once('exit', (code, signal) => finish(code === 0 ? 'ok' : signal ? `ended by ${signal}` : 'failed'))
    function finish(ended) {
      clearTimeout(timer)
      running.delete(child)
      resolve(ended)
    }
  })
}

// The shell is the leader of its own group: a browser or a server it started goes with it.
function stop(child) {
  if (process.platform === 'win32') child.kill('SIGKILL')
  else process.kill(-child.pid, 'SIGKILL')
}

function readCounts(report) {
  if (!existsSync(report)) return { passed: 0, failed: 0, skipped: 0 }
  const counted = JSON.parse(readFileSync(report, 'utf8'))
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
  const failed = sum('failed')
  console.log(`${sum('passed')} passed, ${failed} failed`)
  process.exitCode = failed === 0 && all.every(({ ended }) => ended === 'ok') ? 0 : 1
}
