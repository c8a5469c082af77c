// `npm run sizes`: what a page pays for the package, held to limits, and what the bytes are for, by folder of src and by
// dependency. Prints the tables; with `-- --write` they go into the page about size and speed, and the first two into the
// README; with `-- --json` the sizes and their limits are printed for a test. Build the package first.
//
// Bytes are those of the minified bundle. Compressed as a whole, a part has no bytes of its own: the gzipped size is
// shared out by the minified ones.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { developmentMessages } from './developmentMessages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = join(root, 'docs/reference/performance.md')
const readme = join(root, 'README.md')
// The bundler that the package is built with.
const fromBuilder = createRequire(createRequire(import.meta.url).resolve('tsup'))
const { build } = fromBuilder('esbuild')

const react = ['react', 'react-dom']
const wordpress = ['@wordpress/api-fetch', '@wordpress/data', '@wordpress/deprecated', '@wordpress/i18n']
const application = `export * from './src/index.ts'; export * from './src/react/index.ts'`
const durability = `export { createDurability, durabilityOf } from './src/durable/index.ts'`
const hooks = `export { EntityStoreProvider, useEntityRecord, useEntityRecords } from './dist/react.js'`

/**
 * What is held, in kB as gzipped, with every dependency but React: what a page pays that has none of them yet. Asked for
 * were 53 and 34: today's six dependencies and yesterday's code. What came with safety and with other servers (partial
 * lists, redirects and time limits, server settings, recipes), with several stores in one and with the seams of durability
 * is the rest; 8 kB of it came with what ended losses of work and wrong rows, and 4 more with forms, scopes of undo, defaults,
 * edits as a log and reads as definitions, of which what they replace is not all gone yet.
 */
const held = [
  limited('everything of copydesk and copydesk/react', 96.8, {
    code: `export * from './dist/index.js'; export * from './dist/react.js'`,
  }),
  limited('a store that reads, edits and saves, with the two record hooks', 66.9, {
    code: `export { createEntityStore } from './dist/index.js'; ${hooks}`,
  }),
  limited('the same with createRestFetcher', 70.7, {
    code: `export { createEntityStore, createRestFetcher } from './dist/index.js'; ${hooks}`,
  }),
  // Asked for was 45, when the store was smaller: it needs nearly all that the store has. By itself it is 10. The packages
  // of WordPress are on the page already.
  limited('copydesk/wordpress-data/store, with the whole store', 81.8, {
    code: `export { createCoreStore } from './dist/wordpress-data/store.js'`,
    without: [...react, ...wordpress],
  }),
  limited('CopydeskDevtools in a production build', 0.3, {
    code: `export { CopydeskDevtools } from './dist/devtools.js'`,
  }),
  // Asked for were 3 and 16. Before anything is loaded, what makes local ids and shows their files is 2 of it; of the whole
  // a page loads the journal (12) at the start, and with the first write or draft what that needs: conflicts, lists, local
  // ids, files. The queue is loaded where there is a storage and `queue` is not false.
  limited('copydesk/durable before anything of it is loaded', 10.6, {
    code: durability,
    isBeside: true,
    isLater: false,
  }),
  // 1.8 of it shows in all tabs what one has saved and waits, and bases on it what is typed there.
  limited('all of copydesk/durable, with diff', 102.3, { code: durability, isBeside: true }),
]

const sizes = await Promise.all(
  held.map(async ({ name, limit, bundle }) => ({ name, limit, size: (await partsOf(bundle)).gzipped })),
)
if (process.argv.includes('--json')) console.log(JSON.stringify(sizes))
else await report()

async function report() {
  const tables = {
    'entry-sizes': entryTable(),
    sizes: await folderTable(),
    'durable-sizes': await durableTable(),
  }
  for (const table of Object.values(tables)) console.log(`${table}\n`)
  if (process.argv.includes('--write')) write(tables)
  for (const { name, size, limit } of sizes.filter((each) => each.size > each.limit)) {
    console.error(`Over the limit of ${limit} kB: ${name} (${size} kB).`)
    process.exitCode = 1
  }
}

function limited(name, limit, bundle) {
  return { name, limit, bundle }
}

/**
 * Gzipped kilobytes of a bundle, and by folder or dependency; `isBeside` leaves out the store that is there anyway, and
 * `isLater` says whether what is loaded later is in it.
 */
async function partsOf({ code, without = react, isBeside = false, isLater = true }) {
  const { metafile, outputFiles } = await build({
    stdin: { contents: code, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2022',
    external: without,
    // As applications are bundled for production: without the warnings of the dependencies for developers.
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [leavingOut(isBeside, isLater), developmentMessages()],
    logOverride: { 'ignored-bare-import': 'silent' },
  })
  const minified = new Map()
  const [output] = Object.values(metafile.outputs)
  for (const [path, { bytesInOutput }] of Object.entries(output.inputs)) {
    const part = partOf(path)
    minified.set(part, (minified.get(part) ?? 0) + bytesInOutput)
  }
  const all = [...minified.values()].reduce((sum, bytes) => sum + bytes, 0)
  const gzipped = gzipSync(outputFiles[0].contents, { level: 9 }).length / 1000
  return {
    gzipped,
    parts: new Map([...minified].map(([part, bytes]) => [part, (gzipped * bytes) / all])),
  }
}

function partOf(path) {
  const [, dependency] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? []
  if (dependency) return dependency
  const [, room] = /^src\/durable\/([^/]+)\//.exec(path) ?? []
  if (room) return `src/durable/${room}`
  const [, folder] = /^src\/([^/]+)\//.exec(path) ?? []
  return folder ? `src/${folder}` : 'the entries'
}

function leavingOut(isBeside, isLater) {
  const own = join(root, 'src/durable')
  return {
    name: 'leaving-out',
    setup: (bundle) =>
      bundle.onResolve({ filter: /.*/ }, ({ path, kind, resolveDir }) => {
        const isOwn = path.startsWith('.') ? join(resolveDir, path).startsWith(own) : path === 'diff'
        const isOut = (isBeside && !isOwn) || (!isLater && kind === 'dynamic-import')
        return isOut ? { path, external: true } : undefined
      }),
  }
}

function entryTable() {
  return tableOf(
    ['what', 'size'],
    sizes.map(({ name, size }) => [name, size]),
  )
}

async function folderTable() {
  const everything = await partsOf({ code: application })
  const core = await partsOf({
    code: `export { createEntityStore } from './src/index.ts'; ${hooks.replace('dist/react.js', 'src/react/index.ts')}`,
  })
  const ownOf = ({ parts }) =>
    [...parts].reduce((sum, [name, size]) => (name.startsWith('src/') ? sum + size : sum), 0)
  return tableOf(
    ['what', 'everything', 'a store with the two record hooks'],
    [
      ['together', everything.gzipped, core.gzipped],
      ['of it the folders of src', ownOf(everything), ownOf(core)],
      ...rowsOf(everything, core),
    ],
  )
}

async function durableTable() {
  const first = await partsOf({ code: durability, isBeside: true, isLater: false })
  const whole = await partsOf({ code: durability, isBeside: true })
  const { gzipped: alone } = await partsOf({ code: application })
  const { gzipped: both } = await partsOf({ code: `${application}; ${durability}`, isLater: false })
  return tableOf(
    ['what', 'before anything is loaded', 'everything'],
    [
      ['together', first.gzipped, whole.gzipped],
      ['together, in one bundle with all of the store', both - alone],
      ...rowsOf(whole, first).map(([name, all, some]) => [name, some, all]),
    ],
  )
}

/** A row for each part that can be seen, the largest first, with its size in both. */
function rowsOf({ parts }, other) {
  return [...parts]
    .filter(([, size]) => size >= 0.05)
    .sort(([, one], [, next]) => next - one)
    .map(([name, size]) => [`\`${name}\``, size, other.parts.get(name) ?? 0])
}

function tableOf(head, rows) {
  const told = rows.map(([name, ...columns]) => [name, ...columns.map((size) => `${size.toFixed(1)} kB`)])
  const lines = [head, head.map(() => '---'), ...told]
  return lines.map((cells) => `| ${head.map((_, index) => cells[index] ?? '').join(' | ')} |`).join('\n')
}

function write(tables) {
  let text = readFileSync(page, 'utf8')
  for (const [name, table] of Object.entries(tables)) {
    const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`]
    if (!text.includes(start) || !text.includes(end)) throw new Error(`The page has no place for ${name}.`)
    text = `${text.split(start)[0]}${start}\n\n${table}\n\n${end}${text.split(end)[1]}`
  }
  writeFileSync(page, text)
  const [everything, core] = sizes.map(({ size }) => size.toFixed(1))
  const row = /^\| [\d.]+ kB +\| [\d.]+ kB/m
  writeFileSync(readme, readFileSync(readme, 'utf8').replace(row, `| ${everything} kB | ${core} kB`))
  execFileSync(process.execPath, [join(root, 'node_modules/oxfmt/bin/oxfmt'), page, readme])
}
