import { SignalingConn, type WebrtcProvider } from 'y-webrtc'
import { isRecord } from '../../plain'
import type { TransportStatus } from '../transport'
import { keepConnected, type ConnectionProblem } from './keepConnected'
import type { OpenSignalingChannel, SignalingChannel, SignalingMessage } from './signalingChannel'

/** A room's share in a signalling connection. */
export interface SignalingMember {
  readonly room: string
  readonly provider: WebrtcProvider
  onStatus(status: TransportStatus): void
  /** The server said that nobody else listens to the room. */
  onAlone(): void
}

/** The methods of a WebSocket that y-webrtc calls. */
type Socket = Pick<WebSocket, 'send' | 'close'>

const sockets = new WeakMap<object, Socket>()
const inert: Socket = { send() {}, close() {} }

/**
 * The signalling of y-webrtc over a channel of our own.
 *
 * Its base opens a WebSocket only where `ws` is null. Here `ws` never is, so none is opened, and what the base
 * sends goes to the channel. Subscribing, announcing and what follows from it stay the base's.
 */
export class SignalingConnection extends SignalingConn {
  readonly #members = new Set<SignalingMember>()
  readonly #keeper: ReturnType<typeof keepConnected>
  #channel: SignalingChannel | null = null
  #status: TransportStatus = { status: 'connecting' }
  #pings = 0

  /**
   * @param name - For messages and y-webrtc's own log.
   */
  constructor(name: string, open: OpenSignalingChannel) {
    super(name)
    // The base's own check of silence looks at what only its own socket sets.
    clearInterval((this as unknown as { _checkInterval: ReturnType<typeof setInterval> })._checkInterval)
    sockets.set(this, { send: (data) => this.#sendOwn(String(data)), close: () => {} })
    this.#keeper = keepConnected({
      open: (events) => {
        const channel = open({ ...events, message: (message) => this.#receive(message) })
        this.#channel = channel
        return channel
      },
      ping: () => {
        this.send({ type: 'ping' })
        // A server that was started anew has forgotten who listens to what, and an announcement may get lost.
        if (++this.#pings % 2 === 0) this.announce()
      },
      onUp: () => {
        this.connected = true
        this.#tell({ status: 'connected' })
        this.announce()
      },
      onDown: (problem) => this.#lose(problem),
    })
  }

  /** Subscribes and announces every room; those who know of it already take no notice. */
  announce(): void {
    if (this.connected) this.emit('connect', [{ type: 'connect' }, this])
  }

  join(member: SignalingMember): void {
    this.#members.add(member)
    member.onStatus(this.#status)
    this.announce()
  }

  /** Gives whether nobody is left. */
  leave(member: SignalingMember): boolean {
    if (this.connected) this.send({ type: 'unsubscribe', topics: [member.room] })
    this.#members.delete(member)
    return this.#members.size === 0
  }

  override destroy(): void {
    this.#keeper.close()
    this.connected = false
    super.destroy()
  }

  /** The base speaks for every room of the page; those of other connections are none of this server's business. */
  #sendOwn(text: string): void {
    const message = JSON.parse(text) as SignalingMessage
    const rooms = new Set([...this.#members].map(({ room }) => room))
    if (typeof message.topic === 'string' && !rooms.has(message.topic)) return
    if (Array.isArray(message.topics))
      message.topics = message.topics.filter((topic: string) => rooms.has(topic))
    this.#channel?.send(JSON.stringify(message))
  }

  #receive(message: SignalingMessage): void {
    if (message.type === 'publish' && message.clients === 1) {
      for (const member of this.#members) if (member.room === message.topic) member.onAlone()
    }
    if (this.#isTheirsToOffer(message)) return
    try {
      this.emit('message', [message, this])
    } catch (error) {
      // An answer to a peer that is gone meanwhile.
      if (!(error instanceof TypeError)) throw error
    }
  }

  /**
   * Two who announce themselves at once would both make an offer, and neither would answer: the one with the smaller
   * id makes it. The other one announces itself in answer, as it may have been there first.
   */
  #isTheirsToOffer({ type, topic, data }: SignalingMessage): boolean {
    if (type !== 'publish' || !isRecord(data) || data.type !== 'announce') return false
    const room = [...this.#members].find((member) => member.room === topic)?.provider.room
    const { from } = data
    if (!room || typeof from !== 'string' || from >= room.peerId) return false
    if (!room.webrtcConns.has(from) && !room.bcConns.has(from)) {
      this.send({ type: 'publish', topic, data: { type: 'announce', from: room.peerId } })
    }
    return true
  }

  #lose({ code, message, retryInMs }: ConnectionProblem): void {
    this.connected = false
    this.emit('disconnect', [{ type: 'disconnect' }, this])
    this.#tell({ status: 'disconnected', code, message, ...(retryInMs != null && { retryInMs }) })
  }

  #tell(status: TransportStatus): void {
    this.#status = status
    for (const member of this.#members) member.onStatus(status)
  }
}

// An accessor may not replace a property in the class itself. The base assigns null in its constructor, which is
// ignored.
Object.defineProperty(SignalingConnection.prototype, 'ws', {
  get(this: object) {
    return sockets.get(this) ?? inert
  },
  set() {},
})
