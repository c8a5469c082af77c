// @vitest-environment happy-dom
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { build, loadConfigFromFile, mergeConfig } from 'vite'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { passes } from '../support/until'

const root = process.cwd()
const example = join(root, 'examples/instead-of-core-data')
const dist = join(root, 'dist')
// Within the project: the test imports what was built. As a package: Node loads it, and nothing compiles it once more.
const folder = join(root, '.tmp/insteadOfCoreData/node_modules')
const scratch = () => {
  mkdirSync(folder, { recursive: true })
  return mkdtempSync(join(folder, 'built-'))
}
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const load = createRequire(import.meta.url)
const webpack = load('webpack') as (
  options: object,
  done: (error: Error | null, stats?: Stats) => void,
) => void

interface Stats {
  toString(options: string): string
  /** Every file that went in. */
  readonly compilation: { readonly fileDependencies: Iterable<string> }
}

/** Builds the example; gives the file of the page and the paths of all modules in it. */
const bundlers: Record<string, () => Promise<{ file: string; modules: readonly string[] }>> = {
  async Vite() {
    const out = scratch()
    const found = await loadConfigFromFile({ command: 'build', mode: 'production' }, undefined, example)
    const output = await build(
      mergeConfig(found?.config ?? {}, {
        ...{ root: example, configFile: false, logLevel: 'error' },
        define: { 'process.env.NODE_ENV': '"production"' },
        // In an application it is installed.
        resolve: { alias: [{ find: /^copydesk\/(.*)$/, replacement: `${dist}/$1.js` }] },
        build: {
          lib: { entry: 'main.mjs', formats: ['es'], fileName: () => 'page.mjs' },
          outDir: out,
          minify: false,
        },
      }),
    )
    const chunks = [output].flat().flatMap((one) => ('output' in one ? one.output : []))
    const modules = chunks.flatMap((chunk) => ('moduleIds' in chunk ? chunk.moduleIds : []))
    return { file: join(out, 'page.mjs'), modules }
  },
  async webpack() {
    const out = scratch()
    const config = load(join(example, 'webpack.config.cjs')) as { resolve: { alias: object } }
    const stats = await promisify(webpack)({
      ...config,
      ...{ mode: 'production', context: example, target: 'web', performance: false },
      experiments: { outputModule: true },
      output: { path: out, filename: 'page.mjs', library: { type: 'module' }, asyncChunks: false },
      optimization: { minimize: false },
      // The page that Vite builds has React in it.
      externals: ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'].map((name) => ({
        [name]: `module ${name}`,
      })),
      resolve: {
        ...config.resolve,
        alias: { ...config.resolve.alias, 'copydesk/wordpress-data$': join(dist, 'wordpress-data.js') },
      },
    })
    expect(stats?.toString('errors-warnings')).toBe('webpack compiled successfully')
    return { file: join(out, 'page.mjs'), modules: [...(stats?.compilation.fileDependencies ?? [])] }
  },
}

const types = { post: { name: 'Posts', slug: 'post', rest_base: 'posts', rest_namespace: 'wp/v2' } }

/** A site of one post, that `fetch` asks. */
function makeSite() {
  let title = 'Harbour'
  return (address: string, { method = 'GET', body }: RequestInit = {}): Response => {
    const sent = JSON.parse((body as string | undefined) ?? '{}') as { title?: string }
    title = sent.title ?? title
    const post = { id: 1, status: 'publish', title: { raw: title, rendered: title } }
    const data = /\/wp\/v2\/types/.test(address) ? types : /\/posts\/1/.test(address) ? post : [post]
    const totals = { 'X-WP-Total': '1', 'X-WP-TotalPages': '1' }
    return new Response(JSON.stringify(data), {
      headers: { 'Content-Type': 'application/json', ...totals, Allow: method },
    })
  }
}

describe.each(Object.keys(bundlers))('with core-data aliased, %s', (name) => {
  it('builds a page that works, and puts nothing of core-data into it', async () => {
    const { file, modules } = (await bundlers[name]?.()) ?? { file: '', modules: [] }
    expect(modules.filter((path) => /@wordpress[\\/]core-data/.test(path))).toEqual([])
    expect(modules.some((path) => /[\\/]@wordpress[\\/]data[\\/]/.test(path))).toBe(true)

    const sent: string[] = []
    const answer = makeSite()
    vi.stubGlobal('fetch', async (address: string, options?: RequestInit) => {
      sent.push(`${options?.method ?? 'GET'} ${address}`)
      return Promise.resolve(answer(address, options))
    })
    const page = document.createElement('div')
    document.body.append(page)
    const { start } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as {
      start: (element: Element) => void
    }
    start(page)
    const title = await passes(() => {
      const input = page.querySelector('input')
      expect(input?.value).toBe('Harbour')
      return input as HTMLInputElement
    })
    // As React notices what somebody types.
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {}
    set?.call(title, 'Lighthouse')
    title.dispatchEvent(new Event('input', { bubbles: true }))
    const save = await passes(() => {
      const button = page.querySelector('button')
      expect(button?.textContent).toBe('Save 1')
      return button as HTMLButtonElement
    })
    save.click()
    await passes(() => expect(page.querySelector('button')?.textContent).toBe('Save 0'))
    expect(page.querySelector('input')?.value).toBe('Lighthouse')
    expect(sent.some((line) => /^(PUT|POST) .*\/wp\/v2\/posts\/1/.test(line))).toBe(true)
  })
})
