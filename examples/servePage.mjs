import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { createServer, runnerImport } from 'vite'
import { builtPackage } from './build.mjs'

/**
 * Serves the page in a folder, on a server that is there already. What is not the page's is passed on.
 *
 * @param {{ page: PageFolder, server: import('node:http').Server, meta?: Record<string, string>, key?: import('./guard/pageKey').PageKey }} options
 *   `meta` is what the page is told, as elements of that name; each value is percent-encoded. With `key` the page, and with
 *   it what it is told, is for whoever came in by its entrance
 * @typedef {{ folder: string, isBuilt: boolean }} PageFolder Vite makes a page of the sources where it is not built
 * @returns {Promise<{ middleware: import('./wordpress/startWordPress').Middleware, close: () => Promise<void> }>}
 */
export async function servePage({ page: { folder, isBuilt }, server, meta = {}, key }) {
  const guard = fileURLToPath(new URL('guard/guardPage.ts', import.meta.url))
  const { module } = await runnerImport(guard, { configFile: false, logLevel: 'error' })
  const told = Object.fromEntries(
    Object.entries(meta).map(([name, content]) => [name, encodeURIComponent(content)]),
  )
  const served = await (isBuilt
    ? serveBuilt(folder, told, module.pageHeaders())
    : serveSources(folder, server, told, module.pageHeaders))
  function middleware(request, response, next) {
    if (key?.admit(request, response)) return
    if (request.url === '/embed-frame') return void response.writeHead(200, embedFrameHeaders).end(embedFrame)
    if (!isForPageItself(request)) return served.serveFile(request, response, next)
    if (!key?.turnAway(request, response)) served.showPage(request, response, next)
  }
  return { middleware, close: served.close }
}

/**
 * What the page is told of a site of its own: who somebody can be without a password to type, and that it is another site
 * after each start.
 *
 * @param {import('./wordpress/startWordPress').RunningWordPress['users']} users
 * @param {Readonly<Record<string, number>>} [start] the post that is open at first, by role
 * @returns {Record<string, string>} `meta` for `servePage`
 */
export function toldToThePage(users, start) {
  const known = Object.entries(users).map(([role, { username, name, password }]) => {
    return { role, username, name, password, ...(start && { start: start[role] }) }
  })
  return {
    // Whoever can read it signs in by choosing who to be: the page wants a key.
    'copydesk-users': JSON.stringify(known),
    'copydesk-name': 'The Harbour Gazette',
    // What a browser has kept of the posts of an earlier start is of no use to this one.
    'copydesk-started': randomUUID(),
  }
}

/**
 * What is embedded is written into this page: scripts of its providers run here, which the page itself allows none. The
 * header keeps it out of this origin however it is opened.
 */
const embedFrame = `<!doctype html><title>Embed</title>
<script>addEventListener('message', ({ data }) => { document.open(); document.write(data); document.close() }, { once: true })</script>`
const embedFrameHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "sandbox allow-scripts; frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-cache',
}

const types = { '.css': 'text/css', '.html': 'text/html', '.js': 'text/javascript', '.svg': 'image/svg+xml' }

// The usual quality of each takes no longer than the way to the browser.
const compress = {
  br: (body) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body) => gzipSync(body),
}

/** The files are kept in memory: a folder that is replaced meanwhile takes nothing from a page that is open. */
function serveBuilt(folder, meta, headers) {
  const files = new Map()
  for (const path of readdirSync(folder, { recursive: true })) {
    const file = join(folder, path)
    if (statSync(file).isFile()) files.set(`/${path.replaceAll('\\', '/')}`, readFileSync(file))
  }
  const html = files.get('/index.html').toString()
  // What the page is told goes by its address alone, which whoever serves it guards.
  files.delete('/index.html')
  const told = Object.entries(meta).map(([name, content]) => `<meta name="${name}" content="${content}">`)
  const page = Buffer.from(html.replace('</head>', `${told.join('')}</head>`))

  const made = new Map()

  /** A file as a browser takes it; each is compressed once. */
  function compressed(path, body, accepted = '') {
    const encoding = ['br', 'gzip'].find((name) => new RegExp(`\\b${name}\\b`).test(accepted))
    if (!encoding || body.length < 1000) return { sent: body }
    const key = `${encoding} ${path}`
    const sent = made.get(key) ?? compress[encoding](body)
    made.set(key, sent)
    return { encoding, sent }
  }

  function send(request, response, path, body, caching) {
    const { encoding, sent } = compressed(path, body, request.headers['accept-encoding'])
    response.writeHead(200, {
      ...headers,
      'content-type': `${types[extname(path)] ?? 'application/octet-stream'}; charset=utf-8`,
      ...(encoding && { 'content-encoding': encoding }),
      vary: 'accept-encoding',
      'content-length': sent.length,
      'cache-control': caching,
    })
    response.end(request.method === 'HEAD' ? undefined : sent)
  }
  return {
    showPage: (request, response) => send(request, response, '/index.html', page, 'no-cache'),
    serveFile(request, response, next) {
      const path = request.url.replace(/\?.*$/s, '')
      const body = files.get(path)
      if (!body || !isRead(request)) return next()
      // Each has a name of its own for each content.
      send(request, response, path, body, 'max-age=31536000, immutable')
    },
    close: async () => {},
  }
}

const noncePlace = 'nonce-of-this-answer'

async function serveSources(root, server, meta, headersFor) {
  const tags = Object.entries(meta).map(([name, content]) => ({ tag: 'meta', attrs: { name, content } }))
  const vite = await createServer({
    root,
    appType: 'custom',
    resolve: { alias: builtPackage },
    // Vite writes scripts into the page; each answer gives them a number of its own.
    html: { cspNonce: noncePlace },
    plugins: [{ name: 'told-to-the-page', transformIndexHtml: () => tags }],
    server: {
      middlewareMode: true,
      hmr: { server },
      // Tests fork it, and want no page that loads anew because somebody builds the package meanwhile.
      ...(process.send && { watch: null }),
    },
  })

  async function showPage(request, response) {
    const html = await vite.transformIndexHtml(request.url, readFileSync(join(root, 'index.html'), 'utf8'))
    const nonce = randomBytes(16).toString('base64url')
    response.writeHead(200, {
      ...headersFor(`'nonce-${nonce}'`),
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    })
    response.end(html.replaceAll(noncePlace, nonce))
  }
  return {
    showPage: (request, response, next) => void showPage(request, response).catch(next),
    serveFile: vite.middlewares,
    close: () => vite.close(),
  }
}

/** WordPress has posts, feeds and embeds of its own at `/`: `/?p=7`, `/?p=7&embed=true`. */
function isForPageItself(request) {
  const [path, query] = request.url.split('?', 2)
  const asked = new URLSearchParams(query)
  return (
    isRead(request) &&
    ['/', '/index.html'].includes(path) &&
    !['p', 'page_id', 'attachment_id', 'embed', 'feed', 'preview'].some((name) => asked.has(name))
  )
}

function isRead({ method }) {
  return ['GET', 'HEAD'].includes(method)
}

/** Ends what was started with the process's SIGINT or SIGTERM; forked, with the process that forked it. */
export function endWithProcess(end) {
  let ending
  const stop = () => {
    // A second Ctrl-C finds the end already under way.
    ending ??= end().finally(() => process.exit(0))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  if (process.send) process.once('disconnect', stop)
}
