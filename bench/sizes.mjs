// `npm run sizes`: what the bytes of the entries are for, by folder of src and by dependency. Prints the tables; with
// `-- --write` they go into the page about size and speed.
//
// Bytes are those of the minified bundle. Compressed as a whole, a part has no bytes of its own: the gzipped size is
// shared out by the minified ones.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = join(root, 'docs/reference/performance.md')
// The bundler that the package is built with.
const fromBuilder = createRequire(createRequire(import.meta.url).resolve('tsup'))
const { build } = fromBuilder('esbuild')

const everything = await partsOf(`export * from './src/index.ts'; export * from './src/react/index.ts'`)
const core = await partsOf(
  `export { createEntityStore } from './src/index.ts'
   export { EntityStoreProvider, useEntityRecord, useEntityRecords } from './src/react/index.ts'`,
)
const durability = `export { createDurability, durabilityOf } from './src/durable/index.ts'`
const plugin = await partsOf(durability, { isBeside: true, isLater: false })
const plugins = await partsOf(durability, { isBeside: true, isLater: true })
const application = `export * from './src/index.ts'; export * from './src/react/index.ts'`
const added =
  (await partsOf(`${application}; ${durability}`, { isLater: false })).gzipped - everything.gzipped
const tables = { sizes: tableOf(), 'durable-sizes': durableTable() }
for (const table of Object.values(tables)) console.log(`${table}\n`)
if (process.argv.includes('--write')) write()

/**
 * Gzipped kilobytes by folder or dependency, and all of them together; `isBeside` leaves out the store that is there
 * anyway, and `isLater` says whether what is loaded later is in it.
 */
async function partsOf(contents, { isBeside = false, isLater = true } = {}) {
  const { metafile, outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2022',
    external: ['react', 'react-dom'],
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [leavingOut(isBeside, isLater)],
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
        const isOwn = path.startsWith('.')
          ? join(resolveDir, path).startsWith(own)
          : ['idb', 'diff'].includes(path)
        const isOut = (isBeside && !isOwn) || (!isLater && kind === 'dynamic-import')
        return isOut ? { path, external: true } : undefined
      }),
  }
}

function durableTable() {
  const names = [...plugins.parts.keys()].sort(
    (one, other) => plugins.parts.get(other) - plugins.parts.get(one),
  )
  const row = (name, all, some) => `| ${name} | ${some.toFixed(1)} kB | ${all.toFixed(1)} kB |`
  return [
    '| what | before anything is loaded | everything |',
    '| --- | --- | --- |',
    row('together', plugins.gzipped, plugin.gzipped),
    `| together, in one bundle with all of the store | ${added.toFixed(1)} kB | |`,
    ...names
      .filter((name) => plugins.parts.get(name) >= 0.05)
      .map((name) => row(`\`${name}\``, plugins.parts.get(name), plugin.parts.get(name) ?? 0)),
  ].join('\n')
}

function tableOf() {
  const names = [...everything.parts.keys()].sort(
    (one, other) => everything.parts.get(other) - everything.parts.get(one),
  )
  const ownOf = ({ parts }) =>
    [...parts].reduce((sum, [name, size]) => (name.startsWith('src/') ? sum + size : sum), 0)
  const row = (name, all, some) => `| ${name} | ${all.toFixed(1)} kB | ${some.toFixed(1)} kB |`
  return [
    '| what | everything | a store with the two record hooks |',
    '| --- | --- | --- |',
    row('together', everything.gzipped, core.gzipped),
    row('of it the folders of src', ownOf(everything), ownOf(core)),
    ...names
      .filter((name) => everything.parts.get(name) >= 0.05)
      .map((name) => row(`\`${name}\``, everything.parts.get(name), core.parts.get(name) ?? 0)),
  ].join('\n')
}

function write() {
  let text = readFileSync(page, 'utf8')
  for (const [name, table] of Object.entries(tables)) {
    const [start, end] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`]
    if (!text.includes(start) || !text.includes(end)) throw new Error(`The page has no place for ${name}.`)
    text = `${text.split(start)[0]}${start}\n\n${table}\n\n${end}${text.split(end)[1]}`
  }
  writeFileSync(page, text)
}
