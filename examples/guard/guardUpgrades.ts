import type { IncomingMessage, Server } from 'node:http'

/** Where no listener answers. */
const refusedPath = '/refused'

/**
 * Refuses WebSockets before anything else on the server sees them: malformed addresses, which would throw in whoever
 * reads them, and what `isAllowed` refuses.
 */
export function guardUpgrades(server: Server, isAllowed: (request: IncomingMessage) => boolean): void {
  server.prependListener('upgrade', (request, stream) => {
    // Somebody whose process was killed resets the connection: unheard, that would end this one.
    stream.on('error', () => stream.destroy())
    const isReadable = isReadableAddress(request.url ?? '')
    if (isReadable && isAllowed(request)) return
    const status = isReadable ? '403 Forbidden' : '400 Bad Request'
    // Other listeners hear of it as well; they find neither their path nor a socket to write to.
    request.url = refusedPath
    stream.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, () => stream.destroy())
  })
}

/** Whether a path can be parsed and decoded. `//` is an address without a host. */
function isReadableAddress(address: string): boolean {
  if (!/^\/(?!\/)/.test(address)) return false
  try {
    decodeURIComponent(new URL(address, 'http://localhost').pathname)
    return true
  } catch {
    return false
  }
}
