// `npm start`: the example editor on a WordPress of its own.
//   node examples/start.mjs [--port 8080]
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildWhereStale } from './build.mjs'
import { serveSite } from './wordpress/serveSite.mjs'

const { values } = parseArgs({ options: { port: { type: 'string' } } })
const usual = process.send ? 0 : 8080
const port = values.port === undefined ? usual : Number(values.port)
if (!Number.isInteger(port) || port < 0 || port > 65535) {
  console.error(`--port ${values.port} is no port. Give a number from 0 (any free one) to 65535.`)
  process.exit(2)
}

const say = process.send ? () => {} : console.log
try {
  buildWhereStale(() => say('Building the package …'))
} catch {
  console.error('The package could not be built; tsup says why above.')
  process.exit(1)
}
say('Booting WordPress …')
const page = fileURLToPath(new URL('editor', import.meta.url))

const { url, users } = await serveSite({ port, content: true, page }).catch((error) => {
  if (error?.code !== 'EADDRINUSE') throw error
  if (values.port === undefined) return serveSite({ port: 0, content: true, page })
  console.error(`Port ${port} is in use. Give another one: npm start -- --port ${port + 1}`)
  process.exit(1)
})

const names = Object.values(users)
const width = Math.max(...names.map(({ username }) => username.length))
say(`
  The editor:  ${url}/

  Sign in as any of these; the page knows the passwords.
${names
  .map(
    ({ username, password, applicationPassword }) =>
      `    ${username.padEnd(width)}  ${password.padEnd(width + 9)}  application password ${applicationPassword}`,
  )
  .join('\n')}

  WordPress itself: ${url}/wp-admin/   Ctrl-C ends everything; nothing is kept.
`)
