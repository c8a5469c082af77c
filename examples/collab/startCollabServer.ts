import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAjaxSignaling, type AjaxSignalingSettings } from './ajaxSignaling'
import { attachCollabSockets, pathOf, relayPath, signalingPath } from './collabSockets'
import { readBody } from './readBody'
import { createSignalingHub } from './signalingHub'
import { createUpdatesRelay, type RelayUser } from './updatesRelay'

export interface CollabServerOptions extends Partial<AjaxSignalingSettings> {
  port?: number
  /** Whose request it is; null for a visitor. Default: everybody is one user who may edit everything. */
  userOf?: (request: IncomingMessage) => RelayUser | null
}

export interface CollabServer {
  /** Origin, without a slash at the end. */
  url: string
  /** Where server-sent events and POST are answered. */
  ajaxUrl: string
  /** REST root; `wp-sync/v1/updates` lives below it. */
  root: string
  /** Where signalling by WebSocket is. */
  signalingUrl: string
  /** Where the relay by WebSocket is; a room's name follows after a slash. */
  relayUrl: string
  /** What may be changed while it runs. */
  settings: AjaxSignalingSettings & {
    /** Answers every request with this status, as a proxy does whose server is gone; null for as it is. */
    downStatus: number | null
  }
  /** Every request so far, as `METHOD path status`. */
  requests: string[]
  /** Cuts every connection, as when a cable is pulled; new ones are answered. */
  cut(): void
  close(): Promise<void>
}

/** Stands for what is longer than any request that is answered. */
const tooLong = ' '.repeat(16 * 1024 * 1024 + 1)

const everybody: RelayUser = { id: 1, canEditPosts: true, canEdit: () => true }

/** Signalling and relays of all four kinds on 127.0.0.1, for tests. */
export async function startCollabServer(options: CollabServerOptions = {}): Promise<CollabServer> {
  const { port = 0, retry = 3000, isHeldOpen = false, userOf = () => everybody } = options
  const settings: CollabServer['settings'] = { retry, isHeldOpen, downStatus: null }
  const requests: string[] = []
  const hub = createSignalingHub()
  const answerAjax = createAjaxSignaling(hub, settings)
  const updates = createUpdatesRelay()

  const server = createServer((request, response) => {
    const { method = 'GET', url = '/' } = request
    const pathname = pathOf(url)
    response.once('finish', () => requests.push(`${method} ${pathname} ${response.statusCode}`))
    // A page of another origin may ask: these servers know no cookies.
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    if (method === 'OPTIONS') return void response.writeHead(204).end()
    if (settings.downStatus !== null) {
      return void response
        .writeHead(settings.downStatus, { 'content-type': 'text/html' })
        .end('<h1>Down</h1>')
    }
    answer(pathname).catch(() => response.destroy())

    async function answer(path: string): Promise<void> {
      const user = userOf(request)
      if (path === '/wp-admin/admin-ajax.php') {
        if (user?.canEditPosts) return answerAjax(request, response)
        if (user) return void response.writeHead(403, { 'content-type': 'text/html' }).end('0')
        response.writeHead(400, { 'content-type': 'text/html' }).end('0')
      } else if (path === '/wp-json/wp-sync/v1/updates' && method === 'POST') {
        const { status, body } = updates.answer(user, (await readBody(request)) ?? tooLong)
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      } else {
        response.writeHead(404, { 'content-type': 'application/json' }).end('{"code":"rest_no_route"}')
      }
    }
  })
  const collabSockets = attachCollabSockets(server, {
    hub,
    isDown: () => settings.downStatus !== null,
    // As above.
    isOwnOrigin: () => true,
  })
  const cut = () => {
    collabSockets.cut()
    server.closeAllConnections()
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const socketUrl = url.replace('http', 'ws')
  return {
    url,
    ajaxUrl: `${url}/wp-admin/admin-ajax.php`,
    root: `${url}/wp-json/`,
    signalingUrl: `${socketUrl}${signalingPath}`,
    relayUrl: `${socketUrl}${relayPath}`.replace(/\/$/, ''),
    settings,
    requests,
    cut,
    close() {
      cut()
      collabSockets.close()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
