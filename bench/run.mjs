// `npm run bench`: installs what it compares with, bundles each library, runs every workload of each in a process of
// its own, in turns, and writes the table, the plot and the figures.
//
//   npm run bench                         all of it, every size, in about 14 minutes; writes the page about speed and the results
//   npm run bench -- --quick              in under two minutes; writes nothing
//   npm run bench -- --only typing,page   these workloads; writes nothing
//   npm run bench -- --peer coreData      Copydesk, the floor and this one; writes nothing
//   npm run bench -- --before ../then     Copydesk as it is and as it was: that folder's own build; writes nothing
//   npm run bench -- --rounds 5           more rounds; --minutes 20 begins no more workloads after that
//
// The first round always goes through every workload at every size; what is slow is stopped and told as `> x`.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { median } from './measure.mjs'
import { printComparison, printTable, summaryOf, writeReport } from './report.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('..', import.meta.url))
const bundles = join(here, 'node_modules', '.bundles')

const libraryNames = ['floor', 'copydesk', 'tanstackQuery', 'tanstackDb', 'rtkQuery', 'coreData']
const workloadNames = [
  'receive',
  'page',
  'receiveAgain',
  'changeUnderLists',
  'deleteUnderLists',
  'readById',
  'readList',
  'typing',
  'typingFresh',
  'typingUnderUndo',
  'typingAmongDirty',
  'typingTogether',
  'typingTogetherSlowly',
  'touching',
  'undo',
  'mounting',
  'unmounting',
  'mounted',
  'listView',
  'singleReads',
  'sharedReads',
  'batchSave',
  'savingDirty',
  'savingMounted',
  'savingShown',
  'savingWithButton',
  'savingListed',
  'invalidating',
  'amongRevisions',
  'typingAmongLocals',
  'waitingForLocks',
  'collecting',
  'wholeListShown',
  'wholeListMoved',
  'removingMany',
  'searching',
  'memory',
]

/** What an application imports of each for the same: a store, reads, edits, saves and the hooks. */
const shipped = {
  floor: `export * from './libraries/floor.mjs'`,
  copydesk: `export * from 'copydesk'; export * from 'copydesk/react'`,
  tanstackQuery: `export { QueryClient, QueryClientProvider, useQuery, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'`,
  tanstackDb: `export { createCollection, createTransaction, eq } from '@tanstack/db'; export { useLiveQuery } from '@tanstack/react-db'`,
  rtkQuery: `export { configureStore, createEntityAdapter, createSelector, createSlice } from '@reduxjs/toolkit'; export { createApi } from '@reduxjs/toolkit/query/react'; export { Provider, useSelector } from 'react-redux'`,
  coreData: `export { store, useEntityRecord, useEntityRecords } from '@wordpress/core-data'; export { createRegistry, RegistryProvider, useSelect } from '@wordpress/data'`,
}

const { values: asked } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    peer: { type: 'string' },
    before: { type: 'string' },
    rounds: { type: 'string' },
    minutes: { type: 'string' },
    'no-build': { type: 'boolean', default: false },
  },
})
const workloads = chosen('only', asked.only, workloadNames)
/** Copydesk's earlier state goes through the same workloads, by the same file, as a library of its own. */
const before = 'before'
const peers = asked.peer ? chosen('peer', asked.peer, libraryNames) : asked.before ? [] : libraryNames
const libraries = [...new Set(['floor', 'copydesk', ...(asked.before ? [before] : []), ...peers])]
const isWhole = !asked.quick && !asked.only && !asked.peer && !asked.before
// Once all is installed and built, a quick run begins nothing more after that, and leaves out what it did not get to.
const minutes = Number(asked.minutes ?? (asked.quick ? 1.3 : 13))
// The processor's time is measured: two at once cost a quick run little of its truth.
const lanes = asked.quick ? Math.min(2, cpus().length) : 1
const rounds = Number(asked.rounds ?? (asked.quick ? 1 : 3))
const settings = asked.quick
  ? { budget: 200, scale: 0.1, timeout: 4000 }
  : { budget: 600, scale: 1, timeout: 20_000 }

const described = {}
for (const name of workloads) described[name] = (await import(`./workloads/${name}.mjs`)).workload

const began = Date.now()
install()
build()
const made = await bundleAll()
const ready = Date.now()
const loads = [loadavg()[0]]
const figures = await measureAll()
const imports = asked.only ? {} : await measureImports()
loads.push(loadavg()[0])
const { titles, cannot, versions } = made
const bytes = asked.only ? {} : made.bytes
const summary = summaryOf({ figures, described, imports, bytes, libraries, titles, cannot })
const machine = {
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  processor: `${cpus().length} × ${cpus()[0]?.model.trim()}`,
  load: loads.map((load) => Number(load.toFixed(1))),
  minutes: Number(((Date.now() - began) / 60_000).toFixed(1)),
  rounds: 1 + Math.max(0, ...figures.map(({ round }) => round)),
  versions,
}
printTable(summary, machine)
if (asked.before) printComparison(figures, described, before)
if (isWhole) {
  writeReport(summary, machine, { root, here, figures })
  // What durability costs beside the same work without it: of the sources, in a process of its own.
  spawnSync(process.execPath, [join(here, 'durable.mjs'), '--write'], { cwd: root, stdio: 'inherit' })
  spawnSync(
    process.execPath,
    [join(root, 'node_modules', 'oxfmt', 'bin', 'oxfmt'), 'docs/reference/performance.md'],
    {
      cwd: root,
      stdio: 'inherit',
    },
  )
}
const wrong = figures.filter(({ error }) => error)
for (const { library, workload, error } of wrong) console.error(`\n${library}, ${workload}: ${error}`)
process.exitCode = wrong.length > 0 ? 1 : 0

function chosen(option, text, all) {
  if (!text) return all
  const names = text.split(',')
  const unknown = names.filter((name) => !all.includes(name))
  if (unknown.length > 0) throw new Error(`--${option} ${unknown} is none of ${all.join(', ')}`)
  return names
}

/** The packages of the others, only here and only when they are missing or other ones. */
function install() {
  const stamp = join(here, 'node_modules', '.installed')
  const wanted = readFileSync(join(here, 'package-lock.json'), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('installing what is compared with …')
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--loglevel', 'error'], {
    cwd: here,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('npm ci failed in bench/')
  writeFileSync(stamp, wanted)
}

function build() {
  const built = join(root, 'dist', 'react.js')
  const isFresh = existsSync(built) && statSync(built).mtimeMs > newest(join(root, 'src'))
  if (isFresh || asked['no-build']) return
  console.log('building …')
  const { status } = spawnSync('npm', ['run', 'build', '--silent'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error('the build failed')
}

function newest(folder) {
  return Math.max(
    ...readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map((entry) => statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs),
  )
}

/** Each library as an application ships it: one file, minified, for production, without React. */
async function bundleAll() {
  const esbuild = await import(pathToFileURL(join(here, 'node_modules', 'esbuild', 'lib', 'main.js')).href)
  mkdirSync(bundles, { recursive: true })
  const bytes = {}
  const titles = {}
  const cannot = {}
  const infos = {}
  const ownCopy = (name) => join(root, 'node_modules', name)
  for (const name of libraries) {
    const isBefore = name === before
    const built = join(isBefore ? resolve(asked.before) : root, 'dist')
    const source = isBefore ? 'copydesk' : name
    const common = {
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      external: ['react', 'react-dom', 'react/jsx-runtime', 'react-dom/client'],
      define: { 'process.env.NODE_ENV': '"production"', 'globalThis.SCRIPT_DEBUG': 'false' },
      alias: {
        copydesk: join(built, 'index.js'),
        'copydesk/react': join(built, 'react.js'),
        'copydesk/sync': join(built, 'sync.js'),
      },
      banner: {
        js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`,
      },
      logLevel: 'error',
      loader: { '.css': 'empty' },
      nodePaths: [join(root, 'node_modules')],
    }
    await esbuild.build({
      ...common,
      entryPoints: [join(here, 'libraries', `${source}.mjs`)],
      outfile: fileOf(name),
    })
    const { banner, ...forTheWeb } = common
    const ships = { stdin: { contents: shipped[source], resolveDir: here } }
    await esbuild.build({ ...common, ...ships, outfile: fileOf(`${name}.shipped`) })
    const withSync = join(here, 'libraries', `${source}Sync.mjs`)
    if (existsSync(withSync)) {
      // One copy of Yjs, the one that the package is developed with: another library here brings its own.
      const alias = { ...common.alias, yjs: ownCopy('yjs'), 'y-protocols': ownCopy('y-protocols') }
      await esbuild.build({ ...common, alias, entryPoints: [withSync], outfile: fileOf(`${name}.sync`) })
    }
    const { outputFiles } = await esbuild.build({ ...forTheWeb, ...ships, write: false, outdir: bundles })
    bytes[name] = gzipSync(outputFiles[0].contents, { level: 9 }).length
    const text = readFileSync(join(here, 'libraries', `${source}.mjs`), 'utf8')
    titles[name] = isBefore ? 'before' : /export const title = '(.+)'/.exec(text)[1]
    infos[name] = { needsPage: text.includes('export const needsPage = true') }
    cannot[name] = Object.fromEntries(
      [...(/cannot = \{([^}]*)\}/.exec(text)?.[1] ?? '').matchAll(/(\w+): '([^']*)'/g)].map(
        ([, workload, reason]) => [workload, reason],
      ),
    )
    // What only Copydesk has, or is measured for it alone: that it does not grow with what it should not.
    if (source !== 'copydesk')
      for (const workload of workloads) if (described[workload].isOwn) cannot[name][workload] = 'not compared'
  }
  const versionOf = (name) =>
    JSON.parse(readFileSync(join(here, 'node_modules', name, 'package.json'), 'utf8')).version
  const versions = Object.fromEntries(
    ['@wordpress/core-data', '@reduxjs/toolkit', '@tanstack/react-query', '@tanstack/db', 'react'].map(
      (name) => [name, versionOf(name)],
    ),
  )
  return { bytes, titles, cannot, infos, versions }
}

function fileOf(name) {
  return join(bundles, `${name}.mjs`)
}

/** In turns: every round runs everybody once, so that a slow minute of the machine hits them all. */
async function measureAll() {
  const told = []
  for (let round = 0; round < rounds; round++) {
    for (const workload of workloads) {
      const isLate = Date.now() - ready > minutes * 60_000
      // A whole run has every workload at least once, however slow the machine is.
      if (isLate && (asked.quick || round > 0) && told.length > 0) return told
      const sizes = asked.quick ? described[workload].sizes.slice(0, 1) : described[workload].sizes
      // Whoever was first is last in the next round.
      const order = round % 2 === 0 ? libraries : [...libraries].reverse()
      const able = order.filter((library) => !made.cannot[library][workload])
      for (let at = 0; at < able.length; at += lanes) {
        told.push(
          ...(await Promise.all(
            able.slice(at, at + lanes).map((library) => measureOne(round, workload, library, sizes)),
          )),
        )
      }
    }
  }
  return told
}

async function measureOne(round, workload, library, sizes) {
  const warmUp = asked.quick || described[workload].isFresh ? 0 : described[workload].sizes[0]
  const given = { ...settings, warmUp, sizes, needsPage: made.infos[library].needsPage }
  const { needs } = described[workload]
  const one = await runChild(
    [
      '--expose-gc',
      '--max-old-space-size=6144',
      join(here, 'child.mjs'),
      pathToFileURL(fileOf(needs ? `${library}.${needs}` : library)).href,
      workload,
      JSON.stringify(given),
    ],
    settings.timeout,
  )
  const shown = one.results.map(
    ({ size, value, cut }) =>
      `${size}: ${value.toPrecision(3)}${cut === undefined ? '' : ` (cut at ${(cut * 100).toFixed(0)} %)`}`,
  )
  console.log(
    `${round + 1}/${rounds} ${workload.padEnd(17)} ${library.padEnd(14)} ${shown.join('  ')} ${one.error ? 'FAILED' : ''}`,
  )
  return { round, library, workload, sizes, ...one }
}

async function measureImports() {
  const times = {}
  for (let turn = 0; turn < (asked.quick ? 1 : 9); turn++) {
    for (const library of libraries) {
      const { results } = await runChild(
        [
          join(here, 'importing.mjs'),
          pathToFileURL(fileOf(`${library}.shipped`)).href,
          String(made.infos[library].needsPage),
        ],
        60_000,
      )
      times[library] = [...(times[library] ?? []), results[0].time]
    }
  }
  return Object.fromEntries(
    Object.entries(times).map(([name, all]) => [
      name,
      { min: Math.min(...all), median: median(all), max: Math.max(...all) },
    ]),
  )
}

function runChild(args, timeout) {
  const child = spawn(process.execPath, args, {
    cwd: here,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  let complained = ''
  child.stdout.on('data', (data) => (printed += data))
  child.stderr.on('data', (data) => (complained += data))
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), timeout)
    child.once('exit', (code, signal) => {
      clearTimeout(timer)
      const lines = [...printed.matchAll(/^@@(.*)$/gm)].map(([, line]) => JSON.parse(line))
      const error = lines.find((line) => line.error)?.error
      const results = lines.filter((line) => !line.error)
      const ended = signal ? { outOfTime: true } : {}
      const broken = code ? `ended with ${code}: ${complained.slice(-1500)}` : undefined
      resolve({ results, ...ended, ...((error ?? broken) && { error: error ?? broken }) })
    })
  })
}
