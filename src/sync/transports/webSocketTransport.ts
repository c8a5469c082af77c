import { checkNeeded } from '../../core/checkNeeded'
import type { Transport } from './transport'
import type { ConnectionProblem } from './keepConnected'

/** Options of {@link webSocketTransport}. */
export interface WebSocketTransportOptions {
  /** Address of the relay, `wss://…`; a room's name follows after a slash. */
  url: string
  /**
   * Names the room of a record, as it stands in the address. Default: `{type}:{id}`, encoded, as in
   * `postType%2Fpost%3A7`. Give it to meet clients that use other names, or where sites share a relay.
   */
  room?: (record: { objectType: string; objectId: string | null }) => string
  /**
   * What follows the room in the address, such as a token that the relay asks for; a function is asked for each
   * connection. Default: none.
   */
  params?: Readonly<Record<string, string>> | (() => SocketParams | Promise<SocketParams>)
  /** Default: the platform's. */
  WebSocket?: typeof WebSocket
}

type SocketParams = Readonly<Record<string, string>>

/** First number of each frame, as in y-websocket. */
const frames = { sync: 0, awareness: 1, denied: 2, awarenessQuery: 3 }

/** How a relay closes a connection that it will not have again. */
const closeCodes: Record<number, ConnectionProblem['code']> = {
  1008: 'authentication-failed',
  4401: 'authentication-failed',
  4403: 'authentication-failed',
  1009: 'document-size-limit-exceeded',
  1002: 'protocol-mismatch',
  1003: 'protocol-mismatch',
  1007: 'protocol-mismatch',
}

/**
 * Gives a transport over a relay that speaks the format of y-websocket, one WebSocket for each record; the room is
 * called `{type}:{id}`.
 */
export function webSocketTransport(options: WebSocketTransportOptions): Transport {
  checkNeeded(options, 'url', 'string', 'webSocketTransport')
  const { url } = options
  return async ({ objectType, objectId, doc, awareness, signal }) => {
    const [
      decoding,
      encoding,
      awarenessProtocol,
      sync,
      { keepConnected, refusalDelay },
      { createStatusFeed },
    ] = await Promise.all([
      import('lib0/decoding'),
      import('lib0/encoding'),
      import('y-protocols/awareness'),
      import('y-protocols/sync'),
      import('./keepConnected'),
      import('./statusFeed'),
    ])
    const name = objectId === null ? objectType : `${objectType}:${objectId}`
    const room = options.room?.({ objectType, objectId }) ?? name
    const address = `${url.replace(/\/$/, '')}/${options.room ? room : encodeURIComponent(room)}`
    const Socket = options.WebSocket ?? globalThis.WebSocket
    const feed = createStatusFeed()
    const origin = {}
    let resolveReady = () => {}
    const ready = new Promise<void>((resolve) => (resolveReady = resolve))
    let socket: WebSocket | null = null

    const send = (type: number, write: (to: ReturnType<typeof encoding.createEncoder>) => void) => {
      if (socket?.readyState !== Socket.OPEN) return
      const encoder = encoding.createEncoder()
      encoding.writeVarUint(encoder, type)
      write(encoder)
      socket.send(encoding.toUint8Array(encoder))
    }
    const sendStep1 = () => send(frames.sync, (to) => sync.writeSyncStep1(to, doc))
    const sendAwareness = (clients: number[]) =>
      send(frames.awareness, (to) =>
        encoding.writeVarUint8Array(to, awarenessProtocol.encodeAwarenessUpdate(awareness, clients)),
      )
    const onUpdate = (update: Uint8Array, from: unknown) => {
      if (from !== origin) send(frames.sync, (to) => sync.writeUpdate(to, update))
    }
    const onAwareness = ({ added, updated, removed }: Record<string, number[]>, from: unknown) => {
      if (from !== origin) sendAwareness([...(added ?? []), ...(updated ?? []), ...(removed ?? [])])
    }

    /** Gives what is wrong with a frame. */
    const receive = (data: ArrayBuffer): ConnectionProblem | null => {
      try {
        const from = decoding.createDecoder(new Uint8Array(data))
        const type = decoding.readVarUint(from)
        if (type === frames.awareness) {
          awarenessProtocol.applyAwarenessUpdate(awareness, decoding.readVarUint8Array(from), origin)
        }
        if (type === frames.awarenessQuery) sendAwareness([...awareness.getStates().keys()])
        if (type === frames.denied) {
          decoding.readVarUint(from)
          return refused(decoding.readVarString(from))
        }
        if (type === frames.sync) {
          const reply = encoding.createEncoder()
          const step = sync.readSyncMessage(from, reply, doc, origin)
          if (step === sync.messageYjsSyncStep1) {
            send(frames.sync, (to) => encoding.writeUint8Array(to, encoding.toUint8Array(reply)))
          }
          if (step === sync.messageYjsSyncStep2) resolveReady()
          // An open socket says nothing of who is at its other end: what can be read does.
          feed.set({ status: 'connected' })
        }
        return null
      } catch (error) {
        const said = error instanceof Error ? error.message : String(error)
        return {
          code: 'protocol-mismatch',
          message: `The relay sent what can not be read: ${said}.`,
          retryInMs: null,
        }
      }
    }
    const refused = (reason: string): ConnectionProblem => ({
      code: 'authentication-failed',
      message: `The relay refuses the room ${room}: ${reason}. Sign in again.`,
      retryInMs: refusalDelay,
    })

    const keeper = keepConnected({
      open(events) {
        let opened: WebSocket | undefined
        let isClosed = false
        const connect = (params: SocketParams | undefined) => {
          if (isClosed) return
          opened = socket = new Socket(params ? `${address}?${new URLSearchParams(params)}` : address)
          opened.binaryType = 'arraybuffer'
          opened.onopen = () => events.opened()
          opened.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
            events.received()
            const problem = receive(data)
            if (problem) events.lost(problem)
          }
          opened.onclose = ({ code, reason }) => events.lost(problemOfClose(code, reason))
          // A close follows each error.
          opened.onerror = () => undefined
        }
        const given = typeof options.params === 'function' ? options.params() : options.params
        if (given instanceof Promise) given.then(connect, (error) => events.lost(problemOfParams(error)))
        else connect(given)
        return {
          close: () => {
            isClosed = true
            opened?.close()
          },
        }
      },
      // Every relay answers it, and an update that got lost comes along.
      ping: sendStep1,
      onUp() {
        feed.set({ status: 'connecting' })
        sendStep1()
        // Its clock grows by it: the relay takes no state twice, not even after a break.
        awareness.setLocalState(awareness.getLocalState())
      },
      onDown({ code, message, retryInMs }) {
        resolveReady()
        // They may still be there, but nobody here would know.
        const others = [...awareness.getStates().keys()].filter((client) => client !== doc.clientID)
        awarenessProtocol.removeAwarenessStates(awareness, others, origin)
        for (const client of others) awareness.meta.delete(client)
        feed.set({ status: 'disconnected', code, message, ...(retryInMs !== null && { retryInMs }) })
      },
    })
    const problemOfParams = (error: unknown): ConnectionProblem => ({
      code: 'authentication-failed',
      message: `The params of ${url} could not be had: ${error instanceof Error ? error.message : String(error)}. Sign in again.`,
      retryInMs: refusalDelay,
    })
    const problemOfClose = (code: number, reason: string): ConnectionProblem => {
      const known = closeCodes[code] ?? 'network'
      if (known === 'authentication-failed') return refused(reason || String(code))
      const said = `${code}${reason && `: ${reason}`}`
      if (known === 'document-size-limit-exceeded') {
        const message = `The document is larger than the relay at ${url} takes (${said}): colleagues do not get it. Your edits are kept here; save them.`
        return { code: known, message, retryInMs: null }
      }
      const message = `The relay at ${url} closed the connection or did not answer (${said}).`
      return known === 'network' ? { code: known, message } : { code: known, message, retryInMs: null }
    }

    doc.on('update', onUpdate)
    awareness.on('update', onAwareness)
    let isDestroyed = false
    const destroy = () => {
      if (isDestroyed) return
      isDestroyed = true
      awarenessProtocol.removeAwarenessStates(awareness, [doc.clientID], 'leaving')
      doc.off('update', onUpdate)
      awareness.off('update', onAwareness)
      keeper.close()
      resolveReady()
    }
    if (signal.aborted) destroy()
    return { ready, on: feed.on, destroy }
  }
}
