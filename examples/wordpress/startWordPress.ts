import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { attachCollabSockets } from '../collab/collabSockets'
import { createSignalingHub } from '../collab/signalingHub'
import { guardUpgrades } from '../guard/guardUpgrades'
import { bootSite, type PluginFiles, type Site, type SiteUser } from './bootSite'
import type { ContentAmount, Role } from './content'
import { isFromElsewhere, refusalOf } from './guardSite'
import { keepFiles } from './keepFiles'
import { respondInTurn, takeTurns, type LoggedRequest } from './respondInTurn'

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

export interface StartOptions {
  /** 0, the default, takes a free one. */
  port?: number
  /** `true` (the default) for the whole newspaper, `'minimal'` for a few records, `false` for users only. */
  content?: ContentAmount
  /** The day the content is written for: all of it is dated before. Default a day in April 2024, the same for every test. */
  today?: Date | undefined
  /**
   * Which WordPress: the path or the address of a zip, or one of `6.2` to `6.5`, `beta` and `nightly`. Default `beta`, which is
   * 6.6-RC3.
   */
  wordpress?: string | undefined
  /** Origin the site believes to have; by default `http://127.0.0.1:{port}`. */
  siteUrl?: string
  /** Passwords to sign in with, for tests; by default everybody has a random one. */
  passwords?: Partial<Record<Role, string>>
  /** Plugins that are active: by the name of their folder, their files. */
  plugins?: PluginFiles | undefined
  /** Whoever asks for `/wp-login.php?enter=` this comes in as the administrator. Default: nobody. */
  entrance?: string | undefined
  /** Origins whose pages may ask its REST interface, as every page may ask one on the web. Default: its own alone. */
  origins?: readonly string[]
  /** The path of the service worker that its page has. Default: none, and no other is served. */
  worker?: string | undefined
  /** Hears of every request WordPress has answered. */
  onRequest?: (request: LoggedRequest) => void
  /**
   * Asked before WordPress for every path that is not WordPress's own, so that a page (say, Vite's
   * `middlewares`) can live on the same origin. What it passes on with `next` WordPress answers.
   */
  middleware?: Middleware
}

export { createPageKey } from '../guard/pageKey'
export { startPosts } from './content'

export interface RunningWordPress {
  /** Origin, without a slash at the end. */
  url: string
  /** REST root with pretty permalinks, `…/wp-json/`. */
  root: string
  /** REST root as on a site with plain permalinks, `…/?rest_route=/`. */
  plainRoot: string
  users: Record<Role, SiteUser>
  /** What WordPress says of itself, `6.6-RC3` for example. */
  version: string
  /** The last thousand requests WordPress answered, oldest first. */
  requestLog: LoggedRequest[]
  server: Server
  /** The PHP that it runs in, past its server. */
  php: Site['php']
  /** Notes what the site holds, and gives what puts it back to that, logins included. */
  keep(): Promise<() => Promise<void>>
  /** Ends the server and frees the memory; open connections are cut. */
  close(): Promise<void>
}

const logLength = 1000

/** Where a site writes: the database, and what is uploaded. */
const changingFolders = ['/wordpress/wp-content/database', '/wordpress/wp-content/uploads']

/** A real WordPress behind a real HTTP server on 127.0.0.1, with users of every role. Takes about two seconds. */
export async function startWordPress(options: StartOptions = {}): Promise<RunningWordPress> {
  const { port = 0, content = true, onRequest, middleware, origins, worker } = options
  const requestLog: LoggedRequest[] = []
  const log = (request: LoggedRequest) => {
    requestLog.push(request)
    if (requestLog.length > logLength) requestLog.shift()
    onRequest?.(request)
  }

  const server = createServer((request, response) => {
    const refusal = refusalOf(request, siteHost, origins, worker)
    if (refusal !== null) {
      return void response.writeHead(403, { 'content-type': 'text/plain; charset=utf-8' }).end(refusal)
    }
    // Its own pages may frame one another, as embeds and the administration do.
    response.setHeader('x-frame-options', 'SAMEORIGIN')
    response.setHeader('content-security-policy', "frame-ancestors 'self'")
    if (!middleware || isWordPressUrl(request.url ?? '/')) return void respond(request, response)
    middleware(request, response, () => void respond(request, response))
  })
  let siteHost = ''
  const freePort = await listen(server, port)
  const url = options.siteUrl?.replace(/\/+$/, '') ?? `http://127.0.0.1:${freePort}`
  siteHost = new URL(url).host
  // The port had to be known first: the installer writes it into the site's address.
  const booting = bootSite(url, content, options)
  const inTurn = takeTurns(booting)
  const respond = respondInTurn(booting, log, inTurn)
  guardUpgrades(server, (request) => refusalOf(request, siteHost) === null && !isFromElsewhere(request))
  const collab = attachCollabSockets(server, {
    hub: createSignalingHub(),
    mayJoin: (request, room) => mayEdit(url, request, room),
  })
  const { php, users, version } = await booting.catch(async (error: unknown) => {
    collab.close()
    await closeServer(server)
    throw error
  })
  return {
    url,
    root: `${url}/wp-json/`,
    plainRoot: `${url}/?rest_route=/`,
    users,
    version,
    requestLog,
    server,
    php,
    async keep() {
      const putBack = await inTurn(() => keepFiles(php, changingFolders))
      return () => inTurn(putBack)
    },
    async close() {
      collab.close()
      await closeServer(server)
      php.exit()
    },
  }
}

/** Whether WordPress itself lives at this path, whatever page shares the origin with it. */
export function isWordPressUrl(url: string): boolean {
  const isPath = /^\/(wp-json|wp-admin|wp-content|wp-includes|wp-[a-z-]+\.php|xmlrpc\.php)(\/|\?|$)/.test(url)
  // The site editor asks which template shows a page, and the customizer for what it shows beside its controls: without
  // an answer both stay empty.
  return isPath || /[?&](rest_route|_wp-find-template|customize_messenger_channel)=/.test(url)
}

/** Asks the site whether whoever sent a request may edit what a room stands for; see collab.php. */
async function mayEdit(url: string, request: IncomingMessage, room: string): Promise<boolean> {
  const query = new URLSearchParams({ action: 'copydesk_may_edit', room })
  const answered = await fetch(`${url}/wp-admin/admin-ajax.php?${query.toString()}`, {
    headers: { cookie: request.headers.cookie ?? '' },
  })
  return answered.ok && (await answered.text()) === '1'
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
