import type { WebSocket } from 'ws'
import type { SignalingHub, SignalingMessage } from './signalingHub'

let count = 0

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
    for (const message of messages) socket.send(JSON.stringify(message))
  })
  socket.on('message', (data) => {
    last = last
      .then(() => receive(JSON.parse(String(data)) as SignalingMessage))
      .catch(() => socket.close(1007, 'Not JSON.'))
  })
  socket.on('close', () => {
    stop()
    hub.forget(subscriber)
  })

  async function receive(message: SignalingMessage): Promise<void> {
    if (message.type === 'publish' && !allowed.has(message.topic)) return
    if (message.type !== 'subscribe' || !Array.isArray(message.topics))
      return hub.receive(subscriber, message)
    const asked = message.topics.filter((topic): topic is string => typeof topic === 'string')
    const answers = await Promise.all(
      asked.map(async (topic) => allowed.has(topic) || mayJoin(roomOfTopic(topic))),
    )
    const topics = asked.filter((topic, at) => answers[at])
    for (const topic of topics) allowed.add(topic)
    if (asked.length > 0 && topics.length === 0) return socket.close(4403, 'permission denied')
    if (socket.readyState === socket.OPEN) hub.receive(subscriber, { ...message, topics })
  }
}

/** The room of the relay that stands for the same: `postType/post:7` for `postType/post-7`. */
function roomOfTopic(topic: string): string {
  const [, type = topic, id = 'index'] = /^(.+)-([^-]+)$/.exec(topic) ?? []
  return id === 'index' ? type : `${type}:${id}`
}
