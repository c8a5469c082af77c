// `npm run test:durable`: all laws, those of durability (L1 to L13) over 2,000 histories each, with pages that die at
// storage writes, a real Chromium that is killed while somebody types, and the faults (F1 to F43) that browsers and sites have:
// in a real Chromium, with people in profiles of their own, and on a real WordPress. Prints its seed and figures.
// `DURABLE_RUNS` sets the number of histories, 0 leaves them out, `LAW_SEED` repeats a run, `DURABLE_KILLS=0` leaves the
// browser out; `--seeds N` plays all laws with N seeds, one after the other: that of `LAW_SEED`, and each the next number.
// Laws are played on all cores, or on as many as `--maxWorkers` says.
// Other flags go on to Vitest.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, existsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
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
const flags = process.argv.slice(2)
const at = flags.indexOf('--seeds')
const seedCount = at === -1 ? 1 : Number(flags.splice(at, 2)[1])
if (!(seedCount >= 1)) throw new Error('--seeds wants a number: how many.')
const seeds = Array.from({ length: seedCount }, (_, past) => String(Number(LAW_SEED) + past))
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

const lawFlags = ['--testTimeout', String(3 * 3_600_000)]
// By itself Vitest leaves one core to others: on two cores all laws were played one after the other.
if (!flags.some((flag) => flag.startsWith('--maxWorkers')))
  lawFlags.push('--maxWorkers', String(availableParallelism()))

if (!existsSync(join(root, 'node_modules')))
  run(isWindows ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund'])
let hasFallen = 0
for (const seed of DURABLE_RUNS === '0' ? [] : seeds) {
  console.log(`LAW_SEED=${seed} DURABLE_RUNS=${DURABLE_RUNS}`)
  hasFallen = vitest('unit', laws, lawFlags, seed) || hasFallen
  printFigures(seed)
}
const killed = DURABLE_KILLS === '0' ? 0 : vitest('pages', ['test/browser/killed.test.ts'])
const faults = DURABLE_KILLS === '0' ? 0 : vitest('durable', ['test/durable/real'])
printFigures(LAW_SEED)
rmSync(folder, { recursive: true })
process.exit(hasFallen || killed || faults)

function vitest(project, files, ownFlags = [], seed = LAW_SEED) {
  return run('vitest', ['run', '--project', project, ...ownFlags, ...flags, ...files], seed)
}

function run(command, args, seed = LAW_SEED) {
  // What is played with a fixed seed is the same each time.
  const LAW_SEEDS = seed === LAW_SEED ? 'first' : 'further'
  const own = { LAW_SEED: seed, LAW_SEEDS, DURABLE_RUNS, DURABLE_KILLS, DURABLE_FIGURES: figuresFile }
  const env = { ...process.env, ...own }
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: isWindows, env })
  return status ?? 1
}

/** Prints what was gone through since it was printed last. */
function printFigures(seed) {
  if (!existsSync(figuresFile)) return
  const figures = readFileSync(figuresFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  rmSync(figuresFile)
  console.log(`\nLAW_SEED=${seed}`)
  for (const { law, histories, kills, seconds } of figures.sort((one, other) =>
    one.law < other.law ? -1 : 1,
  ))
    console.log(`${law.padEnd(8)} ${histories} histories, ${kills} deaths, ${seconds} s`)
}
