import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { expect, inject, it } from 'vitest'
import { type ModuleForm, take } from './runIn'

const project = inject('projectWithReact')
const webpack = createRequire(import.meta.url)('webpack') as (
  options: object,
  done: (error: Error | null, stats?: { toString(options: string): string }) => void,
) => void

/** A program that shows a record on a page, on a server, so that it needs no browser. */
function programAs(form: ModuleForm): string {
  return `${take(['createEntityStore', 'editEntityRecord', 'fetchEntityRecord'], 'copydesk', form)}
${take(['EntityStoreProvider', 'useEntityRecord'], 'copydesk/react', form)}
${take(['createElement'], 'react', form)}
${take(['renderToString'], 'react-dom/server', form)}
const fetcher = async () => ({ status: 200, headers: { get: () => null }, data: { id: 1, name: 'Ada' } })
const store = createEntityStore({ fetcher })
const Name = () => createElement('b', null, useEntityRecord('root', 'user', 1).editedRecord?.name)
store.dispatch(fetchEntityRecord('root', 'user', 1)).then(() => {
  store.dispatch(editEntityRecord('root', 'user', 1, { name: 'Ada L.' }))
  console.log(renderToString(createElement(EntityStoreProvider, { store }, createElement(Name))))
  // React's build for browsers keeps a channel open.
  globalThis.process.exit()
})`
}

function folderWith(name: string, form: ModuleForm) {
  const folder = join(project, name)
  mkdirSync(folder, { recursive: true })
  const entry = join(folder, form === 'esm' ? 'main.mjs' : 'main.cjs')
  writeFileSync(entry, programAs(form))
  return { folder, entry }
}

const run = (file: string) =>
  execFileSync(process.execPath, [file], { encoding: 'utf8', timeout: 60_000 }).trim()

it('a page that Vite builds works', async () => {
  const { folder, entry } = folderWith('built-by-vite', 'esm')
  const output = { entryFileNames: 'page.mjs', chunkFileNames: '[name].mjs' }
  await build({
    ...{ root: folder, configFile: false, logLevel: 'error' },
    build: { rollupOptions: { input: entry, output }, outDir: 'out', modulePreload: false },
  })
  expect(run(join(folder, 'out/page.mjs'))).toBe('<b>Ada L.</b>')
})

it('a page of CommonJS that webpack builds works', async () => {
  const { folder, entry } = folderWith('built-by-webpack', 'cjs')
  const stats = await promisify(webpack)({
    ...{ mode: 'production', context: folder, entry, target: 'web', performance: false },
    // Chunks that are loaded when they are needed would want a document.
    output: { path: join(folder, 'out'), filename: 'page.cjs', asyncChunks: false },
    // What comes out smaller works no better.
    optimization: { minimize: false },
    // The page that Vite builds has React in it.
    externals: ['react', 'react-dom/server'].map((name) => ({ [name]: `commonjs ${name}` })),
    resolve: { conditionNames: ['browser', '...'] },
  })
  expect(stats?.toString('errors-warnings')).toBe('webpack compiled successfully')
  expect(run(join(folder, 'out/page.cjs'))).toBe('<b>Ada L.</b>')
})

/** A build for production of one line that is left to use what it imports. */
async function codeOf(name: string, program: string): Promise<string> {
  const folder = join(project, name)
  mkdirSync(folder, { recursive: true })
  const entry = join(folder, 'main.mjs')
  writeFileSync(entry, program)
  const built = await build({
    ...{ root: folder, configFile: false, logLevel: 'error' },
    build: { rollupOptions: { input: entry }, outDir: 'out', modulePreload: false },
  })
  return JSON.stringify(built)
}

it('who looks how a read stands brings what each is about along, and none of what they ask', async () => {
  const line = (name: string) => `import { ${name} } from 'copydesk'\nconsole.log(String(${name}))`
  const [standing, asking] = await Promise.all(
    ['selectResolution', 'fetchUrlDetails'].map((name) => codeOf(`only-${name}`, line(name))),
  )
  const isAskedAt = /url-details/
  expect([isAskedAt.test(standing ?? ''), isAskedAt.test(asking ?? '')]).toEqual([false, true])
  expect(standing).not.toMatch(/OPTIONS|oembed/)
})
