import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))
/** The package as it is built, for examples that have a package.json of their own and are not copied out of here. */
export const builtPackage = [
  { find: /^copydesk$/, replacement: at('dist/index.js') },
  { find: /^copydesk\/(.+)$/, replacement: at('dist/$1.js') },
]

const below = (folder) => readdirSync(at(folder), { recursive: true }).map((path) => `${folder}/${path}`)

/** Builds the package unless all that it promises is newer than every source: examples and tests use it as a user would. */
export function buildWhereStale(onBuild = () => {}) {
  const settings = ['package.json', 'tsup.config.ts', 'tsconfig.json', 'tsconfig.declarations.json']
  const newest = newestOf([...below('src'), ...settings])
  const { exports } = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  const promised = JSON.stringify(exports).match(/dist\/[\w./-]+/g)
  if (Math.min(...promised.map(changedAt)) >= newest) return
  onBuild()
  execFileSync(process.execPath, [at('node_modules/tsup/dist/cli-default.js'), '--silent'], {
    cwd: at('.'),
    stdio: 'inherit',
  })
}

/**
 * Bundles a page, the playground or the example `editor`, unless there is one of what it is made of; gives its folder. With
 * the mode `development`, React and the page warn of what is wrong.
 */
export async function buildPageWhereStale({
  page = 'playground',
  mode = 'production',
  onBuild = () => {},
} = {}) {
  const made = ['examples/playground', 'examples/editor', 'dist'].flatMap(below)
  const newest = newestOf([...made, 'package-lock.json'])
  const pages = at(`.tmp/pages/${page}-${mode}`)
  const folder = join(pages, String(newest))
  if (existsSync(folder)) return folder
  onBuild()
  mkdirSync(pages, { recursive: true })
  const scratch = mkdtempSync(at('.tmp/page-'))
  await buildPage(page, scratch, mode)
  // In one step: another process may have built the same meanwhile.
  try {
    renameSync(scratch, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(scratch, { recursive: true })
  }
  for (const name of readdirSync(pages)) {
    if (Number(name) < newest) rmSync(join(pages, name), { recursive: true, force: true })
  }
  return folder
}

async function buildPage(page, folder, mode) {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = mode
  await build({
    root: at(`examples/${page}`),
    mode,
    logLevel: 'error',
    resolve: { alias: builtPackage },
    build: { outDir: folder, emptyOutDir: true, chunkSizeWarningLimit: 10_000 },
  })
  if (before === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = before
}

function newestOf(paths) {
  return Math.max(...paths.map(changedAt))
}

/** Milliseconds since 1970; 0 for what is not there. */
function changedAt(path) {
  return statSync(at(path), { throwIfNoEntry: false })?.mtimeMs ?? 0
}
