import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import type { Transport, TransportStatus } from 'copydesk/sync'

/** Options of {@link hocuspocusTransport}. */
export interface HocuspocusTransportOptions {
  /** Address of the server, `wss://…`. */
  readonly url: string
  /** What `onAuthenticate` of the server gets; a function is asked for each connection. Default: an empty text. */
  readonly token?: string | (() => string | Promise<string>)
  /** Names the document of a record. Default: `{type}:{id}`, as in `postType/post:7`. */
  readonly room?: (record: { objectType: string; objectId: string | null }) => string
  /** Milliseconds until a refused room is asked for again: a sign-in elsewhere may change the server's mind. Default 30000. */
  readonly retryRefusedAfter?: number
  /** Default: the platform's. */
  readonly WebSocket?: typeof WebSocket
}

/** Milliseconds until the next try: a fleet of editors does not come back in one moment after the server was away. */
const retryDelays = { delay: 1000, minDelay: 500, maxDelay: 5000, factor: 2, jitter: true }
/** Milliseconds without an answer after which the store goes on by itself. */
const patience = 10_000

/** A transport over Hocuspocus: one WebSocket for all records of a store. Each store takes a transport of its own. */
export function hocuspocusTransport({
  url,
  token,
  room,
  retryRefusedAfter = 30_000,
  WebSocket,
}: HocuspocusTransportOptions): Transport {
  let socket: HocuspocusProviderWebsocket | undefined
  let open = 0

  return ({ objectType, objectId, doc, awareness, signal }) => {
    const name =
      room?.({ objectType, objectId }) ?? (objectId === null ? objectType : `${objectType}:${objectId}`)
    socket ??= new HocuspocusProviderWebsocket({
      ...{ url, ...retryDelays },
      ...(WebSocket && { WebSocketPolyfill: WebSocket }),
    })
    open++

    let current: TransportStatus = { status: 'connecting' }
    const listeners = new Set<(status: TransportStatus) => void>()
    const tell = (status: TransportStatus) => {
      if (isDestroyed || JSON.stringify(status) === JSON.stringify(current)) return
      current = status
      for (const listener of [...listeners]) listener(status)
    }
    let resolveReady = () => {}
    const ready = new Promise<void>((resolve) => (resolveReady = resolve))
    const silence = setTimeout(resolveReady, patience)
    let refusal: ReturnType<typeof setTimeout> | undefined
    let isDestroyed = false

    const provider = new HocuspocusProvider({
      ...{ websocketProvider: socket, name, document: doc, awareness },
      token: typeof token === 'function' ? async () => token() : (token ?? ''),
      onOpen: () => {
        tell({ status: 'connecting' })
        // Its clock grows by it: nobody takes a state twice, not even after a break.
        awareness.setLocalState(awareness.getLocalState())
      },
      // An open socket says nothing of the room: its document does.
      onSynced: () => {
        tell({ status: 'connected' })
        resolveReady()
      },
      onClose: ({ event }) => {
        // The provider no longer shows them; when they come back they are to be taken as they are.
        for (const client of [...awareness.meta.keys()])
          if (client !== doc.clientID) awareness.meta.delete(client)
        const message = `The server at ${url} closed the connection or did not answer (${event.code}). Trying again.`
        tell({ status: 'disconnected', code: 'network', message, retryInMs: retryDelays.maxDelay })
        resolveReady()
      },
      onAuthenticationFailed: ({ reason }) => {
        const message = `The server refuses the room ${name}: ${reason}. Sign in again.`
        tell({ status: 'disconnected', code: 'authentication-failed', message, retryInMs: retryRefusedAfter })
        resolveReady()
        clearTimeout(refusal)
        refusal = setTimeout(() => {
          provider.detach()
          provider.attach()
        }, retryRefusedAfter)
      },
    })
    provider.attach()

    const destroy = () => {
      if (isDestroyed) return
      isDestroyed = true
      clearTimeout(silence)
      clearTimeout(refusal)
      resolveReady()
      // Tells the others, too.
      provider.destroy()
      if (--open > 0) return
      socket?.destroy()
      socket = undefined
    }
    if (signal.aborted) destroy()
    return {
      ready,
      on: (event, listener) => {
        const entry = (status: TransportStatus) => listener(status)
        listeners.add(entry)
        listener(current)
        return () => void listeners.delete(entry)
      },
      destroy,
    }
  }
}
