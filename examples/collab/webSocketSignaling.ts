import type { WebSocket } from 'ws'
import type { SignalingHub, SignalingMessage } from './signalingHub'

let count = 0

/** Signalling over one WebSocket: each frame is one message. */
export function serveSignalingSocket(hub: SignalingHub, socket: WebSocket): void {
  const subscriber = `socket ${++count}`
  const stop = hub.listen(subscriber, (messages) => {
    for (const message of messages) socket.send(JSON.stringify(message))
  })
  socket.on('message', (data) => {
    try {
      hub.receive(subscriber, JSON.parse(String(data)) as SignalingMessage)
    } catch {
      socket.close(1007, 'Not JSON.')
    }
  })
  socket.on('close', () => {
    stop()
    hub.forget(subscriber)
  })
}
