import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { describe, expect, inject, it } from 'vitest'

const project = inject('projectWithReact')
const webpack = createRequire(import.meta.url)('webpack') as (
  options: object,
  done: (error: Error | null, stats?: { toString(options: string): string }) => void,
) => void

/** An application that mounts the devtools, or the panel by its own name. */
function application(name: string, component: string): { folder: string; entry: string } {
  const folder = join(project, name)
  mkdirSync(folder, { recursive: true })
  const entry = join(folder, 'main.mjs')
  writeFileSync(
    entry,
    `import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { createEntityStore } from 'copydesk'
import { ${component} } from 'copydesk/devtools'
import { EntityStoreProvider } from 'copydesk/react'
const store = createEntityStore({ fetcher: () => new Promise(() => {}) })
createRoot(document.body).render(createElement(EntityStoreProvider, { store }, createElement(${component})))`,
  )
  return { folder, entry }
}

/** What the application has of others, which takes ten times as long to bundle as what is looked for. */
const ofOthers = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client', 'react-redux']

/** The code of every file of a build. */
function codeIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /js$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
}

async function buildByVite(name: string, component: string): Promise<string[]> {
  const { folder, entry } = application(name, component)
  await build({
    ...{ root: folder, configFile: false, logLevel: 'error' },
    // What Vite writes by itself, unless the environment says otherwise, as it does in tests.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      rollupOptions: { input: entry, external: ofOthers },
      outDir: 'out',
      modulePreload: false,
      minify: false,
    },
  })
  return codeIn(join(folder, 'out'))
}

async function buildByWebpack(name: string, component: string): Promise<string[]> {
  const { folder, entry } = application(name, component)
  await promisify(webpack)({
    ...{ mode: 'production', context: folder, entry, target: 'web', performance: false },
    externals: Object.fromEntries(ofOthers.map((name) => [name, `var ${name.replaceAll(/\W/g, '_')}`])),
    output: { path: join(folder, 'out') },
    // It leaves out by itself what no application reaches; Terser takes four times as long as the rest.
    optimization: { minimize: false },
  })
  return codeIn(join(folder, 'out'))
}

/** What only the devtools have: a word of the panel, of its styles, and of what it records. */
const marks = ['Open the Copydesk devtools', '--accent-soft', 'simulated: offline', 'not known yet']

describe.each([
  ['Vite', buildByVite],
  ['webpack', buildByWebpack],
])('a production build by %s', (bundler, buildBy) => {
  it('has nothing of the devtools that an application mounts', async () => {
    const files = await buildBy(`${bundler}-with-devtools`, 'CopydeskDevtools')
    expect(files.join().length).toBeGreaterThan(10_000)
    expect(marks.filter((mark) => files.some((code) => code.includes(mark)))).toEqual([])
  })

  it('has the panel of an application that asks for it by name, in a file of its own', async () => {
    const files = await buildBy(`${bundler}-with-panel`, 'CopydeskDevtoolsPanel')
    const withStyles = files.filter((code) => code.includes('--accent-soft'))
    expect(withStyles).toHaveLength(1)
    expect(files.length).toBeGreaterThan(1)
    expect(withStyles[0]).not.toContain('createRoot(document.body)')
  })
})
