import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import {
  applyAwarenessUpdate,
  Awareness,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from 'y-protocols/awareness'
import { readSyncMessage, writeSyncStep1, writeUpdate } from 'y-protocols/sync'
import type { WebSocket } from 'ws'
import * as Y from 'yjs'
import { isTooSlow } from './backpressure'

/** First number of each frame, as in y-websocket. */
const frames = { sync: 0, awareness: 1, denied: 2, awarenessQuery: 3 }

interface Room {
  doc: Y.Doc
  awareness: Awareness
  /** Each socket with the clients that it speaks for. */
  sockets: Map<WebSocket, Set<number>>
  /** Ends the room, once nobody has been in it for an hour. */
  ending?: ReturnType<typeof setTimeout>
}

const hour = 3_600_000
/** Milliseconds of silence after which a socket speaks for nobody any more: its clients may have come by another one. */
const silence = 20_000
/** Bytes of what somebody says of their presence. */
const mostAwareness = 64 * 1024

/** A relay that holds one document for each room, speaking the format of y-websocket. */
export function createWebSocketRelay() {
  const rooms = new Map<string, Room>()
  const lastHeard = new WeakMap<WebSocket, number>()

  function roomOf(name: string): Room {
    const known = rooms.get(name)
    if (known) return known
    const doc = new Y.Doc()
    const room: Room = { doc, awareness: new Awareness(doc), sockets: new Map() }
    room.awareness.setLocalState(null)
    doc.on('update', (update: Uint8Array) => broadcast(room, frames.sync, (to) => writeUpdate(to, update)))
    room.awareness.on('update', ({ added, updated, removed }: Record<string, number[]>, origin: unknown) => {
      const clients = [...(added ?? []), ...(updated ?? []), ...(removed ?? [])]
      const own = room.sockets.get(origin as WebSocket)
      for (const client of added ?? []) own?.add(client)
      broadcast(room, frames.awareness, (to) =>
        encoding.writeVarUint8Array(to, encodeAwarenessUpdate(room.awareness, clients)),
      )
    })
    rooms.set(name, room)
    return room
  }

  return {
    /** Serves one socket in a room. */
    serve(name: string, socket: WebSocket): void {
      const room = roomOf(name)
      clearTimeout(room.ending)
      room.sockets.set(socket, new Set())
      socket.on('message', (data) => {
        lastHeard.set(socket, Date.now())
        try {
          receive(room, socket, new Uint8Array(data as Buffer), isSilent)
        } catch (error) {
          socket.close(1007, String(error))
        }
      })
      socket.on('close', () => {
        const clients = [...(room.sockets.get(socket) ?? [])]
        room.sockets.delete(socket)
        removeAwarenessStates(room.awareness, clients, 'closed')
        if (room.sockets.size === 0) room.ending = setTimeout(() => end(name, room), hour).unref()
      })
      send(socket, frames.sync, (to) => writeSyncStep1(to, room.doc))
      sendAwareness(room, socket)
    },
    /** Ends the rooms' timers. */
    close() {
      for (const [name, room] of rooms) end(name, room)
    },
  }

  function isSilent(socket: WebSocket): boolean {
    return Date.now() - (lastHeard.get(socket) ?? 0) > silence
  }

  function end(name: string, { doc, awareness, ending }: Room): void {
    clearTimeout(ending)
    rooms.delete(name)
    awareness.destroy()
    doc.destroy()
  }
}

/** Tells a socket that it may not come in, and closes it. */
export function denyRoom(socket: WebSocket, reason: string): void {
  send(socket, frames.denied, (to) => {
    encoding.writeVarUint(to, 0)
    encoding.writeVarString(to, reason)
  })
  socket.close(4403, reason)
}

function receive(
  room: Room,
  socket: WebSocket,
  data: Uint8Array,
  isSilent: (socket: WebSocket) => boolean,
): void {
  const from = decoding.createDecoder(data)
  const type = decoding.readVarUint(from)
  if (type === frames.awarenessQuery) sendAwareness(room, socket)
  if (type === frames.awareness) {
    const update = decoding.readVarUint8Array(from)
    if (update.length <= mostAwareness && isOwn(room, socket, update, isSilent))
      applyAwarenessUpdate(room.awareness, update, socket)
  }
  if (type === frames.sync) {
    const reply = encoding.createEncoder()
    encoding.writeVarUint(reply, frames.sync)
    readSyncMessage(from, reply, room.doc, socket)
    if (encoding.length(reply) > 1) socket.send(encoding.toUint8Array(reply))
  }
}

/** Whether a presence is of clients that nobody else who can be heard speaks for. */
function isOwn(
  { sockets }: Room,
  socket: WebSocket,
  update: Uint8Array,
  isSilent: (socket: WebSocket) => boolean,
): boolean {
  const from = decoding.createDecoder(update)
  for (let left = decoding.readVarUint(from); left > 0; left--) {
    const client = decoding.readVarUint(from)
    decoding.readVarUint(from)
    decoding.readVarString(from)
    for (const [other, clients] of sockets) {
      if (other === socket || !clients.has(client)) continue
      if (!isSilent(other)) return false
      clients.delete(client)
    }
  }
  return true
}

function sendAwareness({ awareness }: Room, socket: WebSocket): void {
  const clients = [...awareness.getStates().keys()]
  if (clients.length === 0) return
  send(socket, frames.awareness, (to) =>
    encoding.writeVarUint8Array(to, encodeAwarenessUpdate(awareness, clients)),
  )
}

function broadcast(room: Room, type: number, write: (to: encoding.Encoder) => void): void {
  for (const socket of room.sockets.keys()) send(socket, type, write)
}

function send(socket: WebSocket, type: number, write: (to: encoding.Encoder) => void): void {
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, type)
  write(encoder)
  if (!isTooSlow(socket)) socket.send(encoding.toUint8Array(encoder))
}
