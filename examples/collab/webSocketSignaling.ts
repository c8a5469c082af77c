import type { WebSocket } from 'ws'
import { isTooSlow } from './backpressure'
import { roomOfTopic } from './rooms'
import type { SignalingHub, SignalingMessage } from './signalingHub'

let count = 0

/** Topics that one message may ask for. */
const mostTopics = 200

/**
 * Signalling over one WebSocket: each frame is one message.
 *
 * @param mayJoin - Whether whoever is at the socket may be in the room that a topic stands for.
 */
export function serveSignalingSocket(
  hub: SignalingHub,
  socket: WebSocket,
  mayJoin: (room: string) => boolean | Promise<boolean>,
): void {
  const subscriber = `socket ${++count}`
  const allowed = new Set<unknown>()
  // One message after the other: what is published waits until it is known whether it may be.
  let last = Promise.resolve()
  const stop = hub.listen(subscriber, (messages) => {
    if (isTooSlow(socket)) return
    for (const message of messages) socket.send(JSON.stringify(message))
  })
  socket.on('message', (data) => {
    last = last.then(() => receive(readMessage(data))).catch(() => socket.close(1007, 'Not JSON.'))
  })
  socket.on('close', () => {
    stop()
    hub.forget(subscriber)
  })

  async function receive(message: SignalingMessage): Promise<void> {
    if (message.type === 'publish' && !allowed.has(message.topic)) return
    if (message.type !== 'subscribe' || !Array.isArray(message.topics))
      return hub.receive(subscriber, message)
    const asked = message.topics
      .filter((topic): topic is string => typeof topic === 'string')
      .slice(0, mostTopics)
    const answers = await Promise.all(
      asked.map(async (topic) => allowed.has(topic) || mayJoin(roomOfTopic(topic))),
    )
    const topics = asked.filter((topic, at) => answers[at])
    for (const topic of topics) allowed.add(topic)
    if (asked.length > 0 && topics.length === 0) return socket.close(4403, 'permission denied')
    if (socket.readyState === socket.OPEN) hub.receive(subscriber, { ...message, topics })
  }
}

function readMessage(data: unknown): SignalingMessage {
  const message: unknown = JSON.parse(String(data))
  if (typeof message !== 'object' || message === null) throw new TypeError('A message is an object.')
  return { ...message }
}
