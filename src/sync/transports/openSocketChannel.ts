import { readMessages, type OpenSignalingChannel } from './signalingChannel'

/** Signalling over one WebSocket, where each frame is one message. */
export function openSocketChannel(url: string, Socket: typeof WebSocket): OpenSignalingChannel {
  return (events) => {
    const socket = new Socket(url)
    socket.onopen = () => events.opened()
    socket.onmessage = ({ data }) => {
      events.heard()
      for (const message of readMessages(data)) events.message(message)
    }
    socket.onclose = ({ code }) => {
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
