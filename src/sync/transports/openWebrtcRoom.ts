import type { WebrtcProvider } from 'y-webrtc'
import type { TransportConnection, TransportErrorCode, TransportInput } from './transport'
import { sizeMessage, watchDocumentSize } from './documentSize'
import type { SignalingConnection, SignalingMember } from './signalingConnection'
import { createStatusFeed } from './statusFeed'

export interface WebrtcRoomOptions {
  WebrtcProvider: typeof WebrtcProvider
  /** Name of the room; the same for all who are to meet. */
  room: string
  /** Encrypts the signalling; the same for all who are to meet. */
  password?: string
  /** Most peers to connect to. Default: 20 plus a random 0 to 14. */
  maxPeers?: number
  /** Options of simple-peer: `config.iceServers`, and `wrtc` outside a browser. */
  peerOptions?: object
  /** The signalling connection to use. */
  borrowSignaling(): SignalingConnection
  /** Called when it is no longer needed by anybody. */
  returnSignaling(): void
}

/**
 * Bytes of a document over which a data channel may lose it: y-webrtc sends a document in one message, and those
 * over 256 KiB vanish without an error.
 */
export const channelLimit = 250_000

/** Milliseconds to wait for peers; signalling by a site that ends each answer takes up to three seconds a step. */
const longestWait = 12_000

/** Rooms open in this page, with their end where it has begun: y-webrtc throws for a second one of the same name. */
const openRooms = new Map<string, Promise<void> | null>()

/** Connects a document with its peers by y-webrtc. Resolves once the room is open, or is known to stay closed. */
export async function openWebrtcRoom(
  { doc, awareness, Y, signal, site = '' }: TransportInput,
  options: WebrtcRoomOptions,
): Promise<TransportConnection> {
  const { room, password } = options
  const feed = createStatusFeed()
  let resolveReady = () => {}
  const ready = new Promise<void>((resolve) => (resolveReady = resolve))
  let close: () => Promise<void> = async () => {}

  const ending = openRooms.get(room)
  if (ending === null) {
    giveUp('unknown-error', `The room ${room} is open in this page already. Open one store for each page.`)
  } else {
    await ending
    if (!signal.aborted) await open()
  }
  return {
    ready,
    on: feed.on,
    destroy() {
      resolveReady()
      return close()
    },
  }

  async function open(): Promise<void> {
    openRooms.set(room, null)
    const provider = new options.WebrtcProvider(room, doc, {
      signaling: [],
      awareness,
      // What is undefined leaves y-webrtc its own default.
      password,
      maxConns: options.maxPeers,
      peerOpts: options.peerOptions,
    })
    if (site) nameChannel(provider, `${site} ${room}`)
    const timer = setTimeout(resolveReady, longestWait)
    const signaling = options.borrowSignaling()
    const member: SignalingMember = {
      provider,
      room,
      onStatus(status) {
        feed.set(status)
        if (status.status === 'disconnected') resolveReady()
      },
      onAlone: resolveReady,
    }
    provider.on('synced', ({ synced }) => {
      if (synced) resolveReady()
    })
    provider.on('peers', ({ removed }) => {
      // Whoever is left may be looked for anew, and found again.
      if (removed.length > 0) signaling.announce()
    })
    let stopWatching = () => {}
    let closing: Promise<void> | undefined
    close = () => (closing ??= end())

    // The room is made as soon as there is a key.
    await provider.key
    signaling.join(member)
    stopWatching = watchDocumentSize(Y, doc, channelLimit, (bytes) => {
      const state = awareness.getLocalState()
      void close()
      // Leaving the room took it away, and others may reach this user by another way.
      if (state) awareness.setLocalState(state)
      giveUp('document-size-limit-exceeded', sizeMessage(bytes, channelLimit))
    })

    async function end(): Promise<void> {
      clearTimeout(timer)
      stopWatching()
      const { promise: left, resolve } = withResolver()
      openRooms.set(room, left)
      // Its own destroy releases less than disconnect does, and both are needed.
      provider.disconnect()
      if (signaling.leave(member)) options.returnSignaling()
      await provider.key
      provider.destroy()
      await provider.key
      openRooms.delete(room)
      resolve()
    }
  }

  function giveUp(code: TransportErrorCode, message: string): void {
    feed.set({ status: 'disconnected', code, message })
    resolveReady()
  }
}

/**
 * Gives the channel between the windows of a browser a name of its own. It has the room's, which is that of the same
 * record of every site of the origin; the name for the signalling is put back where that is sent.
 */
function nameChannel(provider: WebrtcProvider, name: string): void {
  let room: { name: string } | null = null
  Object.defineProperty(provider, 'room', {
    get: () => room,
    // Between its making and its first message.
    set: (made: { name: string } | null) => {
      room = made && Object.assign(made, { name })
    },
  })
}

function withResolver(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => (resolve = settle))
  return { promise, resolve }
}
