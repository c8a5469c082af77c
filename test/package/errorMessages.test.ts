import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { runInNewContext } from 'node:vm'
import ts from 'typescript'
import { build as buildByVite } from 'vite'
import { describe, expect, inject, it } from 'vitest'
import { type ModuleForm, runIn, take } from './runIn'

interface Bundler {
  buildSync(options: object): { outputFiles: readonly { readonly text: string }[] }
}

const project = inject('projectWithReact')
const fromHere = createRequire(import.meta.url)
// The bundler that the package is built with.
const esbuild = createRequire(fromHere.resolve('tsup'))('esbuild') as Bundler
const webpack = promisify(
  fromHere('webpack') as (options: object, done: (error: Error | null) => void) => void,
)
// That of webpack.
const Minimizer = createRequire(fromHere.resolve('webpack'))('minimizer-webpack-plugin') as new (
  options: object,
) => object

const entries = ['copydesk', 'copydesk/react'].map((name) => `export * from '${name}'`)
const production = { 'process.env.NODE_ENV': '"production"' }
const ofOthers = [
  'react',
  'react-dom',
  'react-redux',
  'redux',
  'immer',
  'reselect',
  'fast-deep-equal',
  'fast-json-stable-stringify',
]

function folderOf(name: string, program: string): { folder: string; entry: string } {
  const folder = join(project, name)
  mkdirSync(folder, { recursive: true })
  const entry = join(folder, 'main.mjs')
  writeFileSync(entry, program)
  return { folder, entry }
}

function codeIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /js$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
}

const bundlers: Readonly<Record<string, (name: string, program: string) => Promise<string>>> = {
  esbuild(name, program) {
    const { folder, entry } = folderOf(name, program)
    const outdir = join(folder, 'out')
    esbuild.buildSync({
      ...{ entryPoints: [entry], outdir, bundle: true, minify: true, format: 'esm', logLevel: 'error' },
      ...{ splitting: true, external: ofOthers, define: production },
    })
    return Promise.resolve(codeIn(outdir))
  },
  async Vite(name, program) {
    const { folder, entry } = folderOf(name, program)
    await buildByVite({
      ...{ root: folder, configFile: false, logLevel: 'error' },
      // What Vite writes by itself, unless the environment says otherwise, as it does in tests.
      define: production,
      build: {
        lib: { entry, formats: ['es'] },
        rollupOptions: { external: ofOthers },
        outDir: 'out',
        minify: true,
      },
    })
    return codeIn(join(folder, 'out'))
  },
  async webpack(name, program) {
    const { folder, entry } = folderOf(name, program)
    await webpack({
      ...{ mode: 'production', context: folder, entry, target: 'web', performance: false },
      externals: Object.fromEntries(ofOthers.map((other) => [other, `module ${other}`])),
      experiments: { outputModule: true },
      output: { path: join(folder, 'out'), library: { type: 'module' } },
      // Of what it does by default, what takes code away: shorter names and expressions take as long as all the rest.
      optimization: {
        minimizer: [
          new Minimizer({ parallel: false, terserOptions: { mangle: false, compress: takingAway } }),
        ],
      },
    })
    return codeIn(join(folder, 'out'))
  },
}

const takingAway = {
  ...{ defaults: false, evaluate: true, comparisons: true, conditionals: true },
  ...{ dead_code: true, unused: true, side_effects: true },
}

/** The texts of a program that are made of several words. */
function sentencesIn(code: string): string[] {
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralExpression(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      if (/[a-z]{2,} [a-z]+ [a-z]{2,}/i.test(node.text)) found.add(node.text)
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('bundle.js', code, ts.ScriptTarget.Latest))
  return [...found]
}

const throwing = `
const told = []
const failing = (work) => { try { work() } catch (error) { told.push(error.message) } }
failing(() => createEntityStore({}))
failing(() => createRestFetcher({ root: '' }))
failing(() => selectCanUser(undefined, 'fly', 'media'))
say(JSON.stringify(told))`
const working = `
const book = { kind: 'shop', name: 'book', baseURL: '/shop/v1/books' }
const store = createEntityStore({ fetcher: () => Promise.reject(new Error('offline')), entities: [book] })
store.dispatch(receiveEntityRecords('shop', 'book', { id: 1, title: 'One' }))
store.dispatch(editEntityRecord('shop', 'book', 1, { title: 'Two' }))
say(JSON.stringify([selectEditedEntityRecord(store.getState(), 'shop', 'book', 1)]))`
const names = ['createEntityStore', 'createRestFetcher', 'selectCanUser']
/** A site that keeps the file and can't make its sizes. */
const failedUpload = `
globalThis.fetch = async () => new Response(JSON.stringify({ code: 'fatal', message: 'No memory left.' }), {
  status: 500,
  headers: { 'Content-Type': 'application/json', 'X-WP-Upload-Attachment-ID': '7' },
})
const store = createEntityStore({ fetcher: createRestFetcher({ root: 'https://example.org/wp-json/' }) })
const file = new File(['a'], 'a.png', { type: 'image/png' })
await store.dispatch(uploadMedia(file, { throwOnError: true })).catch((error) => console.log(error.message))`
const whole = [
  expect.stringContaining('The store needs a fetcher'),
  expect.stringContaining('root is "". Give the address'),
  "'fly' is not a valid action.",
]
const short = [
  'invalid_option: see docs/reference/errors.md#invalid_option of copydesk',
  'invalid_option: see docs/reference/errors.md#invalid_option of copydesk',
  'invalid_action: see docs/reference/errors.md#invalid_action of copydesk',
]

/** For those who read and write on the page. */
const errorTexts = runIn(
  project,
  'esm',
  `${take(['errorTexts'], 'copydesk', 'esm')}\nconsole.log(JSON.stringify(errorTexts))`,
) as readonly string[]

describe('the messages of errors', () => {
  it.each(Object.keys(bundlers))(
    'are for developers: a page that %s builds for production pays for no sentence',
    async (bundler) => {
      const program = `${entries.join('\n')}`
      const code = await bundlers[bundler]!(`sentences-${bundler}`, program)
      expect(code).toContain('docs/reference/errors.md#')
      const said = sentencesIn(code)
      expect(said).toContain('You may not do this.')
      expect(said.filter((text) => !errorTexts.includes(text) && !text.includes('errors.md#'))).toEqual([])
    },
  )

  it.each(['esm', 'cjs'] as const)(
    'are whole in Node, and a code and a link in production, as %s',
    (form) => {
      const file = join(project, `messages.${form === 'esm' ? 'mjs' : 'cjs'}`)
      writeFileSync(file, `${take(names, 'copydesk', form)}\nconst say = console.log${throwing}`)
      const messagesIn = (environment: string) => {
        const env = { ...process.env, NODE_ENV: environment }
        return JSON.parse(execFileSync(process.execPath, [file], { encoding: 'utf8', env })) as unknown
      }
      expect(messagesIn('development')).toEqual(whole)
      expect(messagesIn('production')).toEqual(short)
    },
  )

  it('keep what the server says of a failed upload in production', () => {
    const file = join(project, 'upload.mjs')
    writeFileSync(
      file,
      `${take(['createEntityStore', 'createRestFetcher', 'uploadMedia'], 'copydesk', 'esm')}\n${failedUpload}`,
    )
    const env = { ...process.env, NODE_ENV: 'production' }
    expect(execFileSync(process.execPath, [file], { encoding: 'utf8', env }).trim()).toBe('No memory left.')
  })

  it.each(['esm', 'cjs'] as const)(
    'are a code and a link in a page without a bundler, which has no process, as %s',
    (form) => {
      expect(toldBy(asOnCdn(take(names, 'copydesk', form) + throwing, form))).toEqual(short)
    },
  )

  it('are whole in a page of a development server, which writes the environment and has no process', () => {
    const program = take(names, 'copydesk', 'esm') + throwing
    expect(toldBy(asOnCdn(program, 'esm', { 'process.env.NODE_ENV': '"development"' }))).toEqual(whole)
  })
})

it('a page without a bundler, which has no process, makes a store and works with it', () => {
  const used = ['createEntityStore', 'editEntityRecord', 'receiveEntityRecords', 'selectEditedEntityRecord']
  expect(toldBy(asOnCdn(take(used, 'copydesk', 'esm') + working, 'esm'))).toEqual([{ id: 1, title: 'Two' }])
})

/** What a program says in a page that has no more than a browser. */
function toldBy(program: string): unknown[] {
  const told: unknown[] = []
  const say = (text: string) => told.push(...(JSON.parse(text) as unknown[]))
  runInNewContext(program, { say, URL, AbortController, TextEncoder })
  return told
}

/** A page's own script with what a CDN serves of the dependencies: their builds for browsers. */
function asOnCdn(program: string, form: ModuleForm, define: Readonly<Record<string, string>> = {}): string {
  const served: Readonly<Record<string, string>> =
    form === 'esm'
      ? { redux: 'redux.browser.mjs', immer: 'immer.production.mjs', reselect: 'reselect.browser.mjs' }
      : {
          redux: 'redux.browser.mjs',
          immer: 'cjs/immer.cjs.production.js',
          reselect: 'cjs/reselect.production.min.cjs',
        }
  const alias = Object.fromEntries(
    Object.entries(served).map(([name, file]) => [name, join(project, 'node_modules', name, 'dist', file)]),
  )
  const { outputFiles } = esbuild.buildSync({
    stdin: { contents: program, resolveDir: project },
    ...{ bundle: true, write: false, format: 'iife', logLevel: 'error', alias, define },
    // Writes nothing else for NODE_ENV, as a page's own script has nobody who would.
    platform: 'neutral',
    mainFields: ['main'],
    conditions: [form === 'esm' ? 'import' : 'require'],
  })
  return outputFiles[0]!.text
}
