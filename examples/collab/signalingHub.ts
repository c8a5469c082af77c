/** What peers tell one another until they are connected: `subscribe`, `unsubscribe`, `publish`, `ping` and `pong`. */
export interface SignalingMessage {
  type?: unknown
  [field: string]: unknown
}

/** Passes messages on between subscribers of a topic, and keeps them for those who are not listening just now. */
export interface SignalingHub {
  /** Takes one message of a subscriber. What it does not know it ignores. */
  receive(subscriber: string, message: SignalingMessage): void
  /** The messages kept for a subscriber, oldest first, which are then kept no longer. */
  take(subscriber: string): SignalingMessage[]
  /** Delivers at once, kept messages first, until the returned function is called. */
  listen(subscriber: string, deliver: (messages: SignalingMessage[]) => void): () => void
  /** Takes a subscriber out of every topic. */
  forget(subscriber: string): void
}

interface Subscriber {
  kept: SignalingMessage[]
  deliver: ((messages: SignalingMessage[]) => void) | null
  lastSeen: number
}

const hour = 3_600_000
/** Messages that wait for one who fetches none; peers announce themselves again. */
const mostKept = 200
/** Topics of one subscriber. */
const mostTopics = 200

/**
 * A hub in memory.
 *
 * @param options.forgetAfter - Milliseconds of silence after which a subscriber is forgotten. Default: an hour.
 */
export function createSignalingHub({ forgetAfter = hour, now = Date.now } = {}): SignalingHub {
  const subscribers = new Map<string, Subscriber>()
  const topics = new Map<string, Set<string>>()

  function meet(name: string): Subscriber {
    for (const [other, { lastSeen, deliver }] of subscribers) {
      if (!deliver && now() - lastSeen >= forgetAfter) forget(other)
    }
    const known = subscribers.get(name) ?? { kept: [], deliver: null, lastSeen: 0 }
    known.lastSeen = now()
    subscribers.set(name, known)
    return known
  }

  function send(name: string, message: SignalingMessage): void {
    const subscriber = subscribers.get(name)
    if (subscriber?.deliver) subscriber.deliver([message])
    else if (subscriber) subscriber.kept = [...subscriber.kept, message].slice(-mostKept)
  }

  function forget(name: string): void {
    subscribers.delete(name)
    for (const [topic, members] of topics) {
      if (members.delete(name) && members.size === 0) topics.delete(topic)
    }
  }

  function take(name: string): SignalingMessage[] {
    return meet(name).kept.splice(0)
  }

  return {
    receive(name, message) {
      meet(name)
      const { type, topic } = message
      if (type === 'ping') send(name, { type: 'pong' })
      if (type === 'subscribe') {
        const own = [...topics.values()].filter((members) => members.has(name)).length
        for (const each of textsIn(message.topics).slice(0, Math.max(0, mostTopics - own))) {
          topics.set(each, (topics.get(each) ?? new Set<string>()).add(name))
        }
      }
      if (type === 'unsubscribe') for (const each of textsIn(message.topics)) topics.get(each)?.delete(name)
      if (type === 'publish' && typeof topic === 'string') {
        const members = topics.get(topic) ?? new Set<string>()
        // The sender too, as the site's own server does it.
        for (const member of members) send(member, { ...message, clients: members.size })
      }
    },
    take,
    listen(name, deliver) {
      const subscriber = meet(name)
      const kept = take(name)
      subscriber.deliver = deliver
      if (kept.length > 0) deliver(kept)
      return () => {
        if (subscriber.deliver === deliver) subscriber.deliver = null
      }
    },
    forget,
  }
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []
}
