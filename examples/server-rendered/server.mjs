// `npm start`: serves the page, rendered here, and a WordPress in memory below /wp-json/.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createMockSite } from 'copydesk/testing'
import { createServer as createVite } from 'vite'

const here = fileURLToPath(new URL('.', import.meta.url))
const titles = ['The ferry is late', 'Library opens on Sunday', 'A new bridge']

/** Starts on a port, 0 for one that is free; gives the address, the site behind it, and what ends it. */
export async function start(port = 5173) {
  const site = createMockSite({ posts: titles.map((title, index) => ({ id: index + 1, title })) })
  // As a site that is far away answers.
  site.delay(/posts\/\d/, 300)
  const server = createServer(async (request, response) => {
    try {
      const url = new URL(request.url, `http://${request.headers.host}`)
      if (url.pathname.startsWith('/wp-json/')) return await answer(site, url, request, response)
      vite.middlewares(request, response, () => send(url, response).catch((error) => fail(error, response)))
    } catch (error) {
      fail(error, response)
    }
  })

  const vite = await createVite({
    ...{ root: here, appType: 'custom', configFile: false, logLevel: 'error' },
    // The page hears of changed files from the server that it comes from.
    server: { middlewareMode: true, hmr: { server } },
  })

  async function send(url, response) {
    const { render } = await vite.ssrLoadModule('/render.tsx')
    const html = await vite.transformIndexHtml(url.pathname, await readFile(`${here}/index.html`, 'utf8'))
    const [before, rest] = html.split('<!--page-->')
    const [behind, after] = rest.split('<!--state-->')
    const page = await render(new Request(url), site.fetcher)
    if (page instanceof Response) {
      response.writeHead(page.status, Object.fromEntries(page.headers)).end(await page.text())
      return
    }
    response.writeHead(page.status, { 'Content-Type': 'text/html; charset=utf-8' }).write(before)
    const body = new PassThrough()
    body.on('data', (part) => response.write(part))
    // The state has all that was read for the page: it follows when the last part is there.
    body.on('end', () => response.end(behind + page.readState() + after))
    page.stream.pipe(body)
    response.on('close', () => page.stream.abort())
  }

  await new Promise((ready) => server.listen(port, '127.0.0.1', ready))
  const address = `http://127.0.0.1:${server.address().port}/`
  const end = async () => {
    await vite.close()
    server.closeAllConnections()
    await new Promise((ended) => server.close(ended))
  }
  return { address, site, end }
}

/** Hands a request to the site in memory, which has an address of its own. */
async function answer(site, { pathname, search }, request, response) {
  const parts = []
  for await (const part of request) parts.push(part)
  const body = parts.length > 0 ? Buffer.concat(parts) : undefined
  const { method, headers } = request
  const path = pathname.replace(/^\/wp-json\//, '')
  const answered = await site.respond(new Request(`${site.root}${path}${search}`, { method, headers, body }))
  response.writeHead(answered.status, Object.fromEntries(answered.headers))
  response.end(Buffer.from(await answered.arrayBuffer()))
}

function fail(error, response) {
  console.error(error)
  if (response.headersSent) response.end()
  else response.writeHead(500).end('The page could not be rendered.')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log((await start()).address)
