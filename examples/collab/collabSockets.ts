import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { SignalingHub } from './signalingHub'
import { createWebSocketRelay, denyRoom } from './webSocketRelay'
import { serveSignalingSocket } from './webSocketSignaling'

export const signalingPath = '/collab/signaling'
/** The room's name follows. */
export const relayPath = '/collab/relay/'

export interface CollabSocketsOptions {
  hub: SignalingHub
  /** Whether a request may open a room of the relay, and be told who else is in it. Default: every one. */
  mayJoin?: (request: IncomingMessage, room: string) => boolean | Promise<boolean>
  /** Whether sockets are refused just now, as by a proxy whose server is down. */
  isDown?: () => boolean
}

export interface CollabSockets {
  /** Cuts every open socket. */
  cut(): void
  /** Cuts them, and takes no more. */
  close(): void
}

/** Adds the two WebSocket services to a server; upgrades at other paths stay with whoever else listens. */
export function attachCollabSockets(server: Server, options: CollabSocketsOptions): CollabSockets {
  const { hub, mayJoin = () => true, isDown = () => false } = options
  const sockets = new WebSocketServer({ noServer: true })
  const relay = createWebSocketRelay()

  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const isRelay = pathname.startsWith(relayPath)
    if (pathname !== signalingPath && !isRelay) return
    // Somebody whose process was killed resets the connection: unheard, that would end this one.
    stream.on('error', () => stream.destroy())
    if (isDown()) return void stream.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n')
    sockets.handleUpgrade(request, stream, head, (socket) => {
      // The same goes for frames that are none.
      socket.on('error', () => socket.terminate())
      if (!isRelay) return serveSignalingSocket(hub, socket, (room) => mayJoin(request, room))
      const room = decodeURIComponent(pathname.slice(relayPath.length))
      // Frames that arrive while the answer is awaited wait as well.
      socket.pause()
      void Promise.resolve(mayJoin(request, room)).then((isAllowed) => {
        if (isAllowed) relay.serve(room, socket)
        else denyRoom(socket, 'permission denied')
        socket.resume()
      })
    })
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
