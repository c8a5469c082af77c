import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { roomOfRecord } from './rooms'
import type { SignalingHub } from './signalingHub'
import { createWebSocketRelay, denyRoom } from './webSocketRelay'
import { serveSignalingSocket } from './webSocketSignaling'

export const signalingPath = '/collab/signaling'
/** Bytes of one frame: more than a document has that anybody writes by hand. */
const mostBytes = 16 * 1024 * 1024

/** The room's name follows. */
export const relayPath = '/collab/relay/'

export interface CollabSocketsOptions {
  hub: SignalingHub
  /** Whether a request may open a room of the relay, and be told who else is in it. Default: every one. */
  mayJoin?: (request: IncomingMessage, room: string) => boolean | Promise<boolean>
  /**
   * Whether the page that asks may: a browser sends cookies to sockets from any page. Default: one of this server's own
   * origin, and who is no page.
   */
  isOwnOrigin?: (request: IncomingMessage) => boolean
  /** Whether sockets are refused just now, as by a proxy whose server is down. */
  isDown?: () => boolean
}

export interface CollabSockets {
  /** Cuts every open socket. */
  cut(): void
  /** Cuts them, and takes no more. */
  close(): void
}

/** Adds the two WebSocket services to a server; upgrades at other paths stay with whoever else listens, if anybody does. */
export function attachCollabSockets(server: Server, options: CollabSocketsOptions): CollabSockets {
  const { hub, mayJoin = () => true, isDown = () => false, isOwnOrigin = hasOwnOrigin } = options
  const sockets = new WebSocketServer({ noServer: true, maxPayload: mostBytes })
  const relay = createWebSocketRelay()

  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const pathname = pathOf(request.url)
    const isRelay = pathname.startsWith(relayPath)
    const isForUs = pathname === signalingPath || isRelay
    if (!isForUs && server.listenerCount('upgrade') > 1) return
    // Somebody whose process was killed resets the connection: unheard, that would end this one.
    stream.on('error', () => stream.destroy())
    const room = isRelay ? decoded(pathname.slice(relayPath.length)) : ''
    if (!isForUs) return refuse(stream, '404 Not Found')
    if (isDown()) return refuse(stream, '503 Service Unavailable')
    if (room === undefined) return refuse(stream, '400 Bad Request')
    if (!isOwnOrigin(request)) return refuse(stream, '403 Forbidden')
    sockets.handleUpgrade(request, stream, head, (socket) => {
      // The same goes for frames that are none.
      socket.on('error', () => socket.terminate())
      if (!isRelay) return serveSignalingSocket(hub, socket, (name) => isAllowed(request, name))
      // Frames that arrive while the answer is awaited wait as well.
      socket.pause()
      void isAllowed(request, roomOfRecord(room)).then((may) => {
        if (may) relay.serve(room, socket)
        else denyRoom(socket, 'permission denied')
        socket.resume()
      })
    })
  }

  /** Where it can't be told who may join, nobody may. */
  async function isAllowed(request: IncomingMessage, room: string): Promise<boolean> {
    try {
      return await mayJoin(request, room)
    } catch {
      return false
    }
  }
  server.on('upgrade', upgrade)
  const cut = () => {
    for (const socket of sockets.clients) socket.terminate()
  }
  return {
    cut,
    close() {
      server.off('upgrade', upgrade)
      cut()
      relay.close()
    },
  }
}

/** The path of an address as it was sent, which may be no address at all. */
export function pathOf(url = '/'): string {
  return url.split(/[?#]/)[0] || '/'
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function refuse(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nconnection: close\r\n\r\n`)
}

function hasOwnOrigin({ headers: { origin, host } }: IncomingMessage): boolean {
  return origin === undefined || origin.replace(/^https?:\/\//, '') === host
}
