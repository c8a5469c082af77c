import { refusalDelay } from './keepConnected'
import { readMessages, type OpenSignalingChannel } from './signalingChannel'

/** How a server closes a connection with somebody who may not. */
const refusals = new Set([1008, 4401, 4403])

/** Signalling over one WebSocket, where each frame is one message. */
export function openSocketChannel(url: string, Socket: typeof WebSocket): OpenSignalingChannel {
  return (events) => {
    const socket = new Socket(url)
    socket.onopen = () => events.opened()
    socket.onmessage = ({ data }) => {
      events.received()
      for (const message of readMessages(data)) events.message(message)
    }
    socket.onclose = ({ code, reason }) => {
      if (refusals.has(code)) {
        const message = `The signalling server at ${url} refuses this user (${reason || code}). Sign in again.`
        return events.lost({ code: 'authentication-failed', message, retryInMs: refusalDelay })
      }
      events.lost({
        code: 'network',
        message: `The signalling server at ${url} closed the connection or did not answer (${code}). Check that it runs.`,
      })
    }
    // A close follows each error.
    socket.onerror = () => undefined
    return {
      send(text) {
        if (socket.readyState === Socket.OPEN) socket.send(text)
      },
      close: () => socket.close(),
    }
  }
}
