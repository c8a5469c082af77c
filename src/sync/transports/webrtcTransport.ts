import { checkNeeded } from '../../core/checkNeeded'
import type { Fetcher } from '../../core/fetchContract'
import type { Transport, TransportConnection, TransportErrorCode, TransportInput } from './transport'
import type { EventSourceConstructor } from './openAjaxChannel'
import type { OpenSignalingChannel } from './signalingChannel'
import type { defineSignaling, SignalingConnection } from './signalingConnection'
import { createStatusFeed } from './statusFeed'

/** How peers connect, however they find one another. */
export interface WebrtcOptions {
  /**
   * Encrypts what passes the signalling server; the same for everybody who is to meet, and best made by the site for
   * each record. Needs https or localhost. Default: none.
   */
  password?: string | ((record: { objectType: string; objectId: string | null }) => string)
  /** Servers that tell a browser its public address. Default: simple-peer's public ones; `[]` for none. */
  iceServers?: RTCIceServer[]
  /** Most peers to connect to. Default: 20 plus a random 0 to 14. */
  maxPeers?: number
  /** WebRTC where the platform has none: `@roamhq/wrtc` in Node. Default: the platform's. */
  wrtc?: object
}

/** Options of {@link ajaxWebrtcTransport}. */
export interface AjaxWebrtcOptions extends WebrtcOptions {
  /** Address of the site's `admin-ajax.php`. */
  ajaxUrl: string
  /** Sends the messages: the store's own fetcher, with the session it signs in with. */
  fetcher: Fetcher
  /** Listens for messages. Default: the platform's; Node has none, and the package `eventsource` is one. */
  EventSource?: EventSourceConstructor
}

/** Options of {@link socketWebrtcTransport}. */
export interface SocketWebrtcOptions extends WebrtcOptions {
  /** Address of a signalling server as y-webrtc has it, `wss://…`. */
  signalingUrl: string
  /** Default: the platform's. */
  WebSocket?: typeof WebSocket
}

/**
 * Gives a transport from browser to browser (WebRTC), whose peers find one another by server-sent events and POST to
 * the site's ajax endpoint (`gutenberg_signaling_server`). Needs a signed-in session by cookie, since an event stream
 * can send no other credentials. Documents of more than 250,000 bytes are reported, not sent.
 *
 *
 * @example
 * const transport = ajaxWebrtcTransport({ ajaxUrl: '/wp-admin/admin-ajax.php', fetcher })
 */
export function ajaxWebrtcTransport(options: AjaxWebrtcOptions): Transport {
  checkNeeded(options, 'ajaxUrl', 'string', 'ajaxWebrtcTransport')
  checkNeeded(options, 'fetcher', 'function', 'ajaxWebrtcTransport')
  const { ajaxUrl, fetcher } = options
  // Each message is a request of its own and waits to be fetched: one with all ways to a peer is better than one for
  // each. simple-peer waits for them up to 5 s.
  return createWebrtcTransport(options, ajaxUrl, { trickle: false }, async () => {
    const Source: EventSourceConstructor | undefined = options.EventSource ?? globalThis.EventSource
    if (!Source) return 'There is no EventSource here. Give one as an option.'
    const [{ openAjaxChannel }, { uuidv4 }] = await Promise.all([
      import('./openAjaxChannel'),
      import('lib0/random'),
    ])
    return openAjaxChannel({ ajaxUrl, fetcher, EventSource: Source, subscriberId: uuidv4() })
  })
}

/**
 * Gives a transport from browser to browser (WebRTC), whose peers find one another by a WebSocket to a signalling
 * server of y-webrtc. Documents of more than 250,000 bytes are reported, not sent.
 */
export function socketWebrtcTransport(options: SocketWebrtcOptions): Transport {
  checkNeeded(options, 'signalingUrl', 'string', 'socketWebrtcTransport')
  const { signalingUrl } = options
  return createWebrtcTransport(options, signalingUrl, {}, async () => {
    const Socket: typeof WebSocket | undefined = options.WebSocket ?? globalThis.WebSocket
    if (!Socket) return 'There is no WebSocket here. Give one as an option.'
    const { openSocketChannel } = await import('./openSocketChannel')
    return openSocketChannel(signalingUrl, Socket)
  })
}

/** One signalling connection serves all the records of a transport, while there are any. */
function createWebrtcTransport(
  options: WebrtcOptions,
  name: string,
  peerOptions: object,
  prepare: () => Promise<OpenSignalingChannel | string>,
): Transport {
  let signaling: SignalingConnection | null = null
  let signalingClass: ReturnType<typeof defineSignaling> | undefined

  return async (input) => {
    const { objectType, objectId } = input
    const { password, iceServers, wrtc } = options
    const secret = typeof password === 'function' ? password({ objectType, objectId }) : password
    if (secret !== undefined && !globalThis.crypto?.subtle) {
      return refuse('insecure-context', 'Signalling can not be encrypted on this page. Serve it by https.')
    }
    if (!wrtc && typeof RTCPeerConnection === 'undefined') {
      return refuse('unsupported', 'There is no WebRTC here. Use polling or a WebSocket.')
    }
    const channel = await prepare()
    if (typeof channel === 'string') return refuse('unsupported', channel)
    const [library, { openWebrtcRoom }, { defineSignaling }] = await Promise.all([
      importWebrtc(),
      import('./openWebrtcRoom'),
      import('./signalingConnection'),
    ])
    if (!library)
      return refuse('unsupported', 'The package y-webrtc is not installed. Add it to the application.')
    const Signaling = (signalingClass ??= defineSignaling(library))
    return openWebrtcRoom(input, {
      WebrtcProvider: library.WebrtcProvider,
      room: roomOf(input),
      password: secret,
      maxPeers: options.maxPeers,
      peerOptions: { ...peerOptions, ...(iceServers && { config: { iceServers } }), ...(wrtc && { wrtc }) },
      borrowSignaling: () => (signaling ??= new Signaling(name, channel)),
      returnSignaling() {
        signaling?.destroy()
        signaling = null
      },
    })
  }
}

/** Only who uses these transports needs the library, and bundlers are to find nothing of it by name. */
async function importWebrtc(): Promise<typeof import('y-webrtc') | undefined> {
  try {
    return await import('y-webrtc')
  } catch {
    return undefined
  }
}

function roomOf({ objectType, objectId }: TransportInput): string {
  return `${objectType}-${objectId ?? 'index'}`
}

function refuse(code: TransportErrorCode, message: string): TransportConnection {
  const feed = createStatusFeed()
  feed.set({ status: 'disconnected', code, message })
  return { ready: Promise.resolve(), on: feed.on, destroy() {} }
}
