import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'

const require = createRequire(import.meta.url)
const folder = import.meta.dirname
for (const absent of ['y-webrtc', 'y-indexeddb']) {
  if (existsSync(join(folder, 'node_modules', absent))) throw new Error(`${absent} is installed.`)
}
const run = (file) =>
  execFileSync(process.execPath, [join(folder, file)], { stdio: 'inherit', timeout: 60_000 })

await build({
  ...{ root: folder, configFile: false, logLevel: 'warn' },
  build: {
    ...{ outDir: 'vite', modulePreload: false, minify: false },
    rollupOptions: { input: 'page.js', output: { entryFileNames: 'page.mjs', chunkFileNames: '[name].mjs' } },
  },
})
console.log('  Vite built it')
run('vite/page.mjs')

const webpack = promisify(require('webpack'))
const builds = [
  { name: 'ES modules, for the web', target: 'web' },
  { name: 'ES modules, for Node', target: 'node' },
  {
    name: 'CommonJS, for the web',
    target: 'web',
    resolve: { conditionNames: ['webpack', 'browser', 'require'] },
  },
]
for (const [at, { name, ...settings }] of builds.entries()) {
  const stats = await webpack({
    ...{ mode: 'production', context: folder, entry: './page.js', performance: false, ...settings },
    output: { path: join(folder, `webpack-${at}`), filename: 'page.cjs', asyncChunks: false },
    optimization: { minimize: false },
  })
  const { errors, warnings } = stats.toJson('errors-warnings')
  if (errors.length > 0) throw new Error(stats.toString('errors-warnings'))
  // What may be absent is warned of, and nothing else.
  const others = warnings.filter(({ message }) => !/Can't resolve 'y-(webrtc|indexeddb)'/.test(message))
  if (others.length > 0) throw new Error(stats.toString('errors-warnings'))
  console.log(`  webpack built it of ${name}; it warned of ${warnings.length} packages that are absent`)
  run(`webpack-${at}/page.cjs`)
}

const options = [
  '--noEmit',
  '--strict',
  '--skipLibCheck',
  'false',
  '--target',
  'es2022',
  '--lib',
  'es2022,dom',
]
const resolution = ['--module', 'esnext', '--moduleResolution', 'bundler']
execFileSync(
  process.execPath,
  [require.resolve('typescript/bin/tsc'), ...options, ...resolution, 'page.ts'],
  {
    ...{ cwd: folder, stdio: 'inherit' },
  },
)
console.log('  TypeScript found all types, with skipLibCheck off')
