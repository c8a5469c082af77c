// `npm run bench:train`: the train test (test/durable/real/train.test.ts) for Copydesk and for four peers, each as its own
// documentation keeps reads and work on the device: 200 reloads and kills without a network, and what is lost, asked and
// doubled by them. Sets itself up; half an hour on two quiet cores. Writes bench/results/train.json and the table of the
// page about what is offline. `TRAIN_RESTARTS` says how often, `LAW_SEED` in which order, `TRAIN_ONLY=Copydesk,RTK Query`
// for whom: then nothing is written.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '..')
const shell = process.platform === 'win32'
const scratch = mkdtempSync(join(tmpdir(), 'copydesk-train-'))
const found = join(scratch, 'train.json')
const isPart = process.env.TRAIN_ONLY !== undefined

try {
  if (!existsSync(join(root, 'node_modules'))) run(root, 'npm', ['ci'])
  if (!existsSync(join(here, 'node_modules', 'redux-persist'))) run(here, 'npm', ['ci'])
  run(root, 'npx', ['vitest', 'run', '--config', 'bench/train/vitest.config.mjs'])
  if (!isPart) write(JSON.parse(readFileSync(found, 'utf8')))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function run(cwd, command, args) {
  const env = { ...process.env, TRAIN_WRITE: found }
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', shell, env })
  if (status !== 0) process.exit(status ?? 1)
}

function write(results) {
  writeFileSync(join(here, 'results', 'train.json'), `${JSON.stringify(results, null, 2)}\n`)
  const { date, restarts, seed, libraries } = results
  const columns = [
    'changed',
    'rows',
    'answers',
    'work',
    'keys',
    'requests',
    'asked',
    'notOnSite',
    'twiceOnSite',
  ]
  const rows = Object.entries(libraries).map(
    ([name, counts]) => `| ${[name, ...columns.map((column) => counts[column])].join(' | ')} |`,
  )
  const table = [
    '| | restarts that changed the screen | rows lost | answers lost | pieces of work lost | keys of the last moment lost | requests tried without a network | questions to the person | of 6 changes not on the site | on the site twice |',
    `| --- |${' --: |'.repeat(columns.length)}`,
    ...rows,
  ].join('\n')
  const page = join(root, 'docs/guide/offline.md')
  const [start, end] = ['<!-- train:start -->', '<!-- train:end -->']
  const text = readFileSync(page, 'utf8')
  if (!text.includes(start) || !text.includes(end)) throw new Error(`The page has no ${start} and ${end}.`)
  const said = `Measured on ${date}, ${restarts} restarts, seed ${seed}.`
  writeFileSync(page, `${text.split(start)[0]}${start}\n\n${said}\n\n${table}\n\n${end}${text.split(end)[1]}`)
}
