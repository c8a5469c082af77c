// `npm start` in this folder: sets up what is missing, builds Copydesk and the page, and serves the page on the origin
// of the embedded WordPress.
//   --port 8081   port of the page; 0 takes a free one
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { port: { type: 'string', default: '8081' } } })
const at = (path) => fileURLToPath(new URL(path, import.meta.url))

setUp('../..', 'vite')
setUp('.', '@wordpress/block-editor')
const { buildWhereStale } = await import('../build.mjs')
buildWhereStale(() => say('Building Copydesk …'))
say('Building the page …')
run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'error'], at('.'))
say('Booting WordPress …')
const { serveSite } = await import('../wordpress/serveSite.mjs')
const { url, entrance } = await serveSite({
  port: Number(values.port),
  content: true,
  today: new Date(),
  page: { folder: at('dist'), isBuilt: true },
})
say(`
  The block editor:  ${entrance}

  Choose there who to be; whoever has this address can be anybody: keep it to yourself. WordPress itself: ${url}/wp-admin/   Ctrl-C ends everything; nothing is kept.
`)

function say(text) {
  if (!process.send) console.log(text)
}

function setUp(folder, needed) {
  if (existsSync(at(`${folder}/node_modules/${needed}`))) return
  run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci', '--no-audit', '--no-fund'], at(folder))
}

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
