// Starts the site from plain Node, which can't read TypeScript: Vite loads it.
//   node examples/wordpress/serve.mjs [--port 8080] [--content full|minimal|none] [--page folder]
// With --page, Vite serves that folder's page on the site's own origin. Forked, it reports by message instead
// of printing, and ends with the process that forked it.
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createServer, runnerImport } from 'vite'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: process.send ? '0' : '8080' },
    content: { type: 'string', default: 'full' },
    page: { type: 'string' },
  },
})

const source = fileURLToPath(new URL('startWordPress.ts', import.meta.url))
const { module } = await runnerImport(source, { configFile: false, logLevel: 'error' })

let page
const site = await module.startWordPress({
  port: Number(values.port),
  content: values.content === 'none' ? false : values.content === 'minimal' ? 'minimal' : true,
  middleware: (request, response, next) => (page ? page.middlewares(request, response, next) : next()),
})
if (values.page) {
  page = await createServer({
    root: values.page,
    appType: 'spa',
    server: { middlewareMode: true, hmr: { server: site.server } },
  })
}

async function stop() {
  await page?.close()
  await site.close()
  process.exit(0)
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)

const { url, root, plainRoot, users } = site
if (process.send) {
  process.once('disconnect', stop)
  process.send({ url, root, plainRoot, users })
} else {
  console.log(`WordPress answers at ${root}\nSign in at ${url}/wp-login.php as`)
  for (const { username, password, applicationPassword } of Object.values(users)) {
    console.log(`  ${username} / ${password}   (application password: ${applicationPassword})`)
  }
}
