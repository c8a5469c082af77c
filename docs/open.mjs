// `npm run docs`: sets the generators up where they are not there yet, writes the API reference from the sources, builds
// the site, serves it on this machine.
//   --build   only build, into docs/.vitepress/dist
//   --port    the port to serve on; default: one that is free
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'

const { values } = parseArgs({ options: { build: { type: 'boolean' }, port: { type: 'string' } } })
const here = fileURLToPath(new URL('.', import.meta.url))
const pictures = fileURLToPath(new URL('pictures', import.meta.url))
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'

function run(command, args) {
  const { status } = spawnSync(command, args, { cwd: here, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const needed = ['vitepress', 'typedoc', 'typedoc-plugin-markdown']
if (!needed.every((name) => existsSync(join(here, 'node_modules', name))))
  run(npm, ['ci', '--no-audit', '--no-fund'])
mkdirSync(join(here, 'public'), { recursive: true })
for (const name of readdirSync(pictures)) {
  if (name.endsWith('.webp')) copyFileSync(join(pictures, name), join(here, 'public', name))
}
run(process.execPath, [join(here, 'generate', 'write.mjs')])
const vitepress = join(here, 'node_modules', 'vitepress', 'bin', 'vitepress.js')
run(process.execPath, [vitepress, 'build'])
if (!values.build) {
  run(process.execPath, [vitepress, 'preview', ...(values.port ? ['--port', values.port] : [])])
}
