import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { attachCollabSockets } from '../collab/collabSockets'
import { createSignalingHub } from '../collab/signalingHub'
import { answer, type SiteAnswer, type SiteRequest } from './answer'
import { bootSite, type Site, type SiteUser } from './bootSite'
import type { ContentAmount, Role } from './content'

/** One answered request, as a log line wants it. */
export interface LoggedRequest {
  id: number
  method: string
  /** Path and query. */
  url: string
  status: number
  /** Milliseconds since 1970. */
  startedAt: number
  /** Milliseconds it waited for requests before it; PHP serves one at a time. */
  waited: number
  /** Milliseconds from arrival to answer, waiting included. */
  duration: number
  /** Bytes of the answer's body. */
  bytes: number
}

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

export interface StartOptions {
  /** 0, the default, takes a free one. */
  port?: number
  /** `true` (the default) for the whole newspaper, `'minimal'` for a few records, `false` for users only. */
  content?: ContentAmount
  /** Origin the site believes to have; by default `http://127.0.0.1:{port}`. */
  siteUrl?: string
  /** Hears of every request WordPress has answered. */
  onRequest?: (request: LoggedRequest) => void
  /**
   * Asked before WordPress for every path that is not WordPress's own, so that a page (say, Vite's
   * `middlewares`) can live on the same origin. What it passes on with `next` WordPress answers.
   */
  middleware?: Middleware
}

export interface RunningWordPress {
  /** Origin, without a slash at the end. */
  url: string
  /** REST root with pretty permalinks, `…/wp-json/`. */
  root: string
  /** REST root as on a site with plain permalinks, `…/?rest_route=/`. */
  plainRoot: string
  users: Record<Role, SiteUser>
  /** The last thousand requests WordPress answered, oldest first. */
  requestLog: LoggedRequest[]
  server: Server
  /** Ends the server and frees the memory; open connections are cut. */
  close(): Promise<void>
}

const logLength = 1000

/** A real WordPress behind a real HTTP server on 127.0.0.1, with users of every role. Takes about two seconds. */
export async function startWordPress(options: StartOptions = {}): Promise<RunningWordPress> {
  const { port = 0, content = true, onRequest, middleware } = options
  const requestLog: LoggedRequest[] = []
  const log = (request: LoggedRequest) => {
    requestLog.push(request)
    if (requestLog.length > logLength) requestLog.shift()
    onRequest?.(request)
  }

  const server = createServer((request, response) => {
    if (!middleware || isWordPressUrl(request.url ?? '/')) return void respond(request, response)
    middleware(request, response, () => void respond(request, response))
  })
  const freePort = await listen(server, port)
  const url = options.siteUrl?.replace(/\/+$/, '') ?? `http://127.0.0.1:${freePort}`
  // The port had to be known first: the installer writes it into the site's address.
  const booting = bootSite(url, content)
  const respond = respondInTurn(booting, log)
  const collab = attachCollabSockets(server, {
    hub: createSignalingHub(),
    mayJoin: (request, room) => mayEdit(url, request, room),
  })
  const { php, users } = await booting.catch(async (error: unknown) => {
    collab.close()
    await closeServer(server)
    throw error
  })
  return {
    url,
    root: `${url}/wp-json/`,
    plainRoot: `${url}/?rest_route=/`,
    users,
    requestLog,
    server,
    async close() {
      collab.close()
      await closeServer(server)
      php.exit()
    },
  }
}

/** Whether WordPress itself lives at this path, whatever page shares the origin with it. */
export function isWordPressUrl(url: string): boolean {
  return /^\/(wp-json|wp-admin|wp-content|wp-includes|wp-[a-z-]+\.php|xmlrpc\.php)(\/|\?|$)|[?&]rest_route=/.test(
    url,
  )
}

/** Asks the site whether whoever sent a request may edit what a room stands for; see collab.php. */
async function mayEdit(url: string, request: IncomingMessage, room: string): Promise<boolean> {
  const query = new URLSearchParams({ action: 'copydesk_may_edit', room })
  const answered = await fetch(`${url}/wp-admin/admin-ajax.php?${query.toString()}`, {
    headers: { cookie: request.headers.cookie ?? '' },
  })
  return answered.ok && (await answered.text()) === '1'
}

type Respond = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** PHP here is one interpreter, so requests queue for it in the order in which they arrived complete. */
function respondInTurn(site: Promise<Site>, log: (request: LoggedRequest) => void): Respond {
  let last: Promise<unknown> = site
  let count = 0
  return async (request, response) => {
    const startedAt = Date.now()
    const arrived = performance.now()
    try {
      const siteRequest = await readRequest(request)
      const before = last
      const turn = before
        .catch(() => undefined)
        .then(async () => {
          const waited = performance.now() - arrived
          return { waited, answered: await answerSafely(await site, siteRequest) }
        })
      last = turn
      const { waited, answered } = await turn
      log({
        id: ++count,
        method: siteRequest.method,
        url: siteRequest.url,
        status: answered.status,
        startedAt,
        waited,
        duration: performance.now() - arrived,
        bytes: answered.body.byteLength,
      })
      send(request, response, answered)
    } catch {
      // The client went away while it was still sending, or the site was closed.
      response.destroy()
    }
  }
}

async function answerSafely(site: Site, request: SiteRequest): Promise<SiteAnswer> {
  try {
    return await answer(site.php, request)
  } catch (error) {
    const body = JSON.stringify({ code: 'php_crashed', message: String(error), data: { status: 500 } })
    return {
      status: 500,
      headers: { 'content-type': 'application/json' },
      body: new TextEncoder().encode(body),
    }
  }
}

async function readRequest(request: IncomingMessage): Promise<SiteRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return { method: request.method ?? 'GET', url: request.url ?? '/', headers, body: Buffer.concat(chunks) }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: SiteAnswer,
): void {
  if (response.destroyed) return
  response.statusCode = status
  // Arrays stay arrays: signing in sets several cookies, one header each.
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  response.setHeader('content-length', body.byteLength)
  response.end(request.method === 'HEAD' ? undefined : body)
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
