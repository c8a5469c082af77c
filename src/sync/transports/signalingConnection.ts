import type { Room, WebrtcConn, WebrtcProvider } from 'y-webrtc'
import { isRecord } from '../../core/plain'
import type { TransportStatus } from './transport'
import { keepConnected, silenceLimit, type ConnectionProblem } from './keepConnected'
import type { OpenSignalingChannel, SignalingChannel, SignalingMessage } from './signalingChannel'
import { unseal } from './unseal'

/** A room's share in a signalling connection. */
export interface SignalingMember {
  readonly room: string
  readonly provider: WebrtcProvider
  onStatus(status: TransportStatus): void
  /** The server said that nobody else listens to the room. */
  onAlone(): void
}

/** What is looked at of a connection to a peer. */
interface Known {
  /** Decides whose offer counts where two cross; set while an offer of this side waits for its answer. */
  glareToken: number | undefined
  readonly peer: { signal(data: object): void }
}

/** The methods of a WebSocket that y-webrtc calls. */
type Socket = Pick<WebSocket, 'send' | 'close'>

const sockets = new WeakMap<object, Socket>()
const inert: Socket = { send() {}, close() {} }

/** A connection to a signalling server for all the rooms of a transport. */
export interface SignalingConnection {
  /** Subscribes and announces every room; those who know of it already take no notice. */
  announce(): void
  join(member: SignalingMember): void
  /** Gives whether nobody is left. */
  leave(member: SignalingMember): boolean
  destroy(): void
}

/**
 * The signalling of y-webrtc over a channel of our own.
 *
 * Its base opens a WebSocket only where `ws` is null. Here `ws` never is, so none is opened, and what the base
 * sends goes to the channel. Subscribing and announcing stay the base's. What comes in is followed here: the base
 * throws where nobody can catch it, lets two peers offer at once, and keeps a peer whose offer was lost for ever.
 *
 * The library is given, and not imported here: nobody needs it who uses other transports.
 */
export function defineSignaling({
  SignalingConn,
  WebrtcConn,
}: typeof import('y-webrtc')): new (name: string, open: OpenSignalingChannel) => SignalingConnection {
  class ChannelSignaling extends SignalingConn {
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
          const channel = open({ ...events, message: (message) => void this.#receive(message) })
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
      if (typeof message.topic === 'string') {
        const member = [...this.#members].find(({ provider }) => provider.room?.name === message.topic)
        if (!member) return
        message.topic = member.room
      }
      if (Array.isArray(message.topics))
        message.topics = message.topics.filter((topic: string) => rooms.has(topic))
      this.#channel?.send(JSON.stringify(message))
    }

    async #receive({ type, topic, data, clients }: SignalingMessage): Promise<void> {
      const member = [...this.#members].find(({ room }) => room === topic)
      if (type !== 'publish' || !member) return
      if (clients === 1) member.onAlone()
      const { room } = member.provider
      const said = room?.key && typeof data === 'string' ? await unseal(data, room.key) : data
      if (room && isRecord(said) && this.#members.has(member)) this.#follow(room, said)
    }

    /**
     * Of two who announce themselves at once, both would make an offer, and neither would answer: the one with the
     * smaller id makes it. The other one announces itself in answer, as it may have been there first.
     */
    #follow(room: Room, { type, from, to, token, signal }: SignalingMessage): void {
      if (typeof from !== 'string' || from === room.peerId || room.bcConns.has(from)) return
      const known: Known | undefined = room.webrtcConns.get(from)
      if (type === 'announce') {
        if (known) return
        if (from < room.peerId) this.announce()
        else if (room.webrtcConns.size < room.provider.maxConns) this.#meet(room, from, true)
      } else if (type === 'signal' && to === room.peerId && isRecord(signal)) {
        // An answer to one who is gone meanwhile, or an offer that crosses a later one of our own.
        if (signal.type === 'answer' && !known) return
        if (signal.type === 'offer' && known?.glareToken && known.glareToken > Number(token)) return
        if (known && (signal.type === 'answer' || signal.type === 'offer')) known.glareToken = undefined
        const connection: Known = known ?? this.#meet(room, from, false)
        connection.peer.signal(signal)
      }
    }

    /** Begins a connection, and gives it up where it does not come about: whoever is still there is met anew. */
    #meet(room: Room, from: string, isInitiator: boolean): WebrtcConn {
      const connection = new WebrtcConn(this, isInitiator, from, room)
      room.webrtcConns.set(from, connection)
      const limit = setTimeout(() => connection.destroy(), silenceLimit)
      const peer = connection.peer as { once(event: string, listener: () => void): void }
      for (const event of ['connect', 'close']) peer.once(event, () => clearTimeout(limit))
      const [webrtcPeers, bcPeers] = [[...room.webrtcConns.keys()], [...room.bcConns]]
      room.provider.emit('peers', [{ removed: [], added: [from], webrtcPeers, bcPeers }])
      return connection
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
  Object.defineProperty(ChannelSignaling.prototype, 'ws', {
    get(this: object) {
      return sockets.get(this) ?? inert
    },
    set() {},
  })

  return ChannelSignaling
}
