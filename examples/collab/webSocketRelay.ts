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

/** First number of each frame, as in y-websocket. */
const frames = { sync: 0, awareness: 1, denied: 2, awarenessQuery: 3 }

interface Room {
  doc: Y.Doc
  awareness: Awareness
  /** Each socket with the clients that it speaks for. */
  sockets: Map<WebSocket, Set<number>>
}

/** A relay that holds one document for each room, speaking the format of y-websocket. */
export function createWebSocketRelay() {
  const rooms = new Map<string, Room>()

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
      room.sockets.set(socket, new Set())
      socket.on('message', (data) => {
        try {
          receive(room, socket, new Uint8Array(data as Buffer))
        } catch (error) {
          socket.close(1007, String(error))
        }
      })
      socket.on('close', () => {
        const clients = [...(room.sockets.get(socket) ?? [])]
        room.sockets.delete(socket)
        removeAwarenessStates(room.awareness, clients, 'closed')
      })
      send(socket, frames.sync, (to) => writeSyncStep1(to, room.doc))
      sendAwareness(room, socket)
    },
    /** Ends the rooms' timers. */
    close() {
      for (const { doc, awareness } of rooms.values()) {
        awareness.destroy()
        doc.destroy()
      }
      rooms.clear()
    },
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

function receive(room: Room, socket: WebSocket, data: Uint8Array): void {
  const from = decoding.createDecoder(data)
  const type = decoding.readVarUint(from)
  if (type === frames.awarenessQuery) sendAwareness(room, socket)
  if (type === frames.awareness) {
    applyAwarenessUpdate(room.awareness, decoding.readVarUint8Array(from), socket)
  }
  if (type === frames.sync) {
    const reply = encoding.createEncoder()
    encoding.writeVarUint(reply, frames.sync)
    readSyncMessage(from, reply, room.doc, socket)
    if (encoding.length(reply) > 1) socket.send(encoding.toUint8Array(reply))
  }
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
  socket.send(encoding.toUint8Array(encoder))
}
