import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'tsup'
import { developmentMessages } from './bench/developmentMessages.mjs'

const entry = {
  index: 'src/index.ts',
  react: 'src/react/index.ts',
  actions: 'src/actions/index.ts',
  testing: 'src/testing/index.ts',
  sync: 'src/sync/index.ts',
  'wordpress-data': 'src/wordpress-data/index.ts',
  'wordpress-data/store': 'src/wordpress-data/store.ts',
  'wordpress-data/register': 'src/wordpress-data/register.ts',
  durable: 'src/durable/index.ts',
  'durable/react': 'src/durable/react/index.ts',
  devtools: 'src/devtools/index.ts',
}

/**
 * Files of their own that no application names: an entry passes on what they have, and a bundler that finds it unused
 * leaves the whole file out, with what it would load later.
 */
const apart = { 'devtools-panel': 'src/devtools/CopydeskDevtoolsPanel.tsx' }

export default defineConfig(() => {
  declare()
  writeEntryFolders()
  return {
    entry: { ...entry, ...apart },
    format: ['esm', 'cjs'],
    dts: {
      entry: Object.fromEntries(Object.entries(entry).map(([name, path]) => [name, declarationOf(path)])),
    },
    splitting: true,
    clean: true,
    target: 'es2022',
    // Makes one import of several from the same package: bundlers keep those of React that no code needs.
    treeshake: true,
    // Numbers and texts that are named once stand where they are used; names and lines stay readable.
    esbuildOptions: (options) => {
      options.minifySyntax = true
    },
    external: ['react', 'react-dom'],
    esbuildPlugins: [developmentMessages()],
    plugins: [clientOnly(), requireOnly()],
  }
})

/** Entries whose components and hooks run in a browser, or on a server that renders for one. */
const clientEntries = /^(react|devtools|wordpress-data|durable[/\\]react)\.c?js$/

/**
 * Marks entries as a client's, so that a server component may import them and gets references instead of an error. In
 * the written file, as shaking the tree drops directives.
 */
function clientOnly() {
  return {
    name: 'client-only',
    buildEnd({ writtenFiles }: { writtenFiles: readonly { readonly name: string }[] }) {
      for (const { name } of writtenFiles) {
        if (!clientEntries.test(relative('dist', name))) continue
        writeFileSync(name, `'use client';${readFileSync(name, 'utf8')}`)
      }
    },
  }
}

/**
 * Lets CommonJS load by `require` what is loaded when it is needed: environments that run CommonJS in contexts of their
 * own, such as Jest with its defaults, know no `import()`.
 */
function requireOnly() {
  return {
    name: 'require-only',
    buildEnd({ writtenFiles }: { writtenFiles: readonly { readonly name: string }[] }) {
      for (const { name } of writtenFiles) {
        if (!name.endsWith('.cjs')) continue
        const code = readFileSync(name, 'utf8')
        const required = code
          // Where it is awaited it stays in its try, by which bundlers know what may be absent.
          .replace(/\bawait import\((['"][^'"]+['"])\)/g, 'await require($1)')
          .replace(/\bimport\((['"][^'"]+['"])\)/g, 'Promise.resolve().then(() => require($1))')
        if (required !== code) writeFileSync(name, required)
      }
    },
  }
}

/**
 * Writes the declarations of every source, which are then bundled: the native compiler takes a second for what took the
 * bundler's ten. Nothing is checked on the way, as `npm run check:types` does that.
 */
function declare() {
  const compiler = fileURLToPath(new URL('node_modules/typescript-newest/bin/tsc', import.meta.url))
  execFileSync(process.execPath, [compiler, '-p', 'tsconfig.declarations.json'], { stdio: 'inherit' })
}

/**
 * Writes a folder for each entry, for tools that do not look at `exports`, such as Parcel with its defaults and TypeScript's
 * `node10`: they look for `copydesk/react` in the folder of that name.
 */
function writeEntryFolders() {
  for (const name of Object.keys(entry).filter((one) => one !== 'index')) {
    const dist = `${name.replace(/[^/]+/g, '..')}/dist/${name}`
    const fields = { main: `${dist}.cjs`, module: `${dist}.js`, types: `${dist}.d.ts` }
    mkdirSync(name, { recursive: true })
    writeFileSync(`${name}/package.json`, `${JSON.stringify(fields, null, 2)}\n`)
  }
}

function declarationOf(source: string): string {
  return source.replace(/^src\/(.*)\.ts$/, '.tmp/declarations/$1.d.ts')
}
