// `npm run test:durable`: all laws, those of durability (L1 to L13) over 2,000 histories each, with pages that die at
// storage writes, a real Chromium that is killed while somebody types, and the faults (F1 to F43) that browsers and sites have:
// in a real Chromium, with people in profiles of their own, and on a real WordPress. Prints its seed and figures.
// `DURABLE_RUNS` sets the number of histories, 0 leaves them out, `LAW_SEED` repeats a run, `DURABLE_KILLS=0` leaves the
// browser out; flags go on to Vitest.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const isWindows = process.platform === 'win32'
const folder = mkdtempSync(join(tmpdir(), 'copydesk-laws-'))
const figuresFile = join(folder, 'figures')
const {
  LAW_SEED = String(Math.trunc(Math.random() * 2 ** 31)),
  DURABLE_RUNS = '2000',
  DURABLE_KILLS = '20',
} = process.env
const laws = [
  'test/durable/journal/laws.test.ts',
  'test/durable/queue/laws.test.ts',
  'test/durable/queue/compact.test.ts',
  'test/durable/laws',
  'test/durable/oracle',
  'test/properties',
  'test/entities/orderedTruth.test.ts',
  'test/store/subscribers.test.ts',
  'test/sync/convergence.test.ts',
  'test/locks/fairness.test.ts',
  'test/queries',
]

if (!existsSync(join(root, 'node_modules')))
  run(isWindows ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund'])
console.log(`LAW_SEED=${LAW_SEED} DURABLE_RUNS=${DURABLE_RUNS}`)
const status = DURABLE_RUNS === '0' ? 0 : vitest('unit', laws, ['--testTimeout', String(3 * 3_600_000)])
const killed = DURABLE_KILLS === '0' ? 0 : vitest('pages', ['test/browser/killed.test.ts'], [])
const faults = DURABLE_KILLS === '0' ? 0 : vitest('durable', ['test/durable/real'], [])
printFigures()
rmSync(folder, { recursive: true })
process.exit(status || killed || faults)

function vitest(project, files, flags) {
  return run('vitest', ['run', '--project', project, ...flags, ...process.argv.slice(2), ...files])
}

function run(command, args) {
  const env = { ...process.env, LAW_SEED, DURABLE_RUNS, DURABLE_KILLS, DURABLE_FIGURES: figuresFile }
  const { status: ended } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: isWindows, env })
  return ended ?? 1
}

function printFigures() {
  if (!existsSync(figuresFile)) return
  const figures = readFileSync(figuresFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  console.log(`\nLAW_SEED=${LAW_SEED}`)
  for (const { law, histories, kills, seconds } of figures.sort((one, other) =>
    one.law < other.law ? -1 : 1,
  ))
    console.log(`${law.padEnd(8)} ${histories} histories, ${kills} deaths, ${seconds} s`)
}
