import { roomOfRecord } from './rooms'

/** Somebody who asks for rooms. */
export interface RelayUser {
  id: number
  /** Whether they may edit posts at all. */
  canEditPosts: boolean
  /** Whether they may edit what a room stands for. */
  canEdit(room: string): boolean
}

/** What is answered: a status, and the body to send as JSON. */
export interface RelayAnswer {
  status: number
  body: unknown
}

interface Row {
  id: number
  clientId: number
  type: string
  data: string
}

interface Room {
  rows: Row[]
  awareness: Map<number, { userId: number; state: object; lastSeen: number }>
}

interface AskedRoom {
  room: string
  client_id: number
  after: number
  awareness: object | null
  updates: { type: string; data: string }[]
}

const relayLimits = {
  /** Rooms in one request. */
  rooms: 50,
  /** Bytes of a request. */
  body: 16 * 1024 * 1024,
  /** Characters of one update, encoded. */
  update: 1024 * 1024,
  /** Stored updates of a room above which one client is asked to put them together. */
  rows: 50,
  /** Milliseconds after which a silent client is gone. */
  silence: 30_000,
  /** Characters of what is said of a presence. */
  awareness: 16 * 1024,
  /** Clients in a room: in all, and of one user. */
  clients: 100,
  clientsOfUser: 20,
  /** Updates for one room in one request. */
  updates: 200,
  /** Updates that are stored of a room, and their characters. */
  stored: 1000,
  size: 32 * 1024 * 1024,
  /** Rooms that are kept though nobody is in them. */
  keptRooms: 1000,
}

const quotaMessages = {
  rest_sync_awareness_too_large: 'What is said of this presence is too long.',
  rest_sync_too_many_clients: 'Too many are here already.',
  rest_sync_room_full: 'The document has too many changes.',
}

const roomPattern = /^[^/]+\/[^/:]+(?::\S+)?$/
const updateTypes = ['sync_step1', 'sync_step2', 'update', 'compaction']

/** What `POST wp-sync/v1/updates` answers; rooms are in memory. It reads no update: it only passes them on. */
export function createUpdatesRelay({ now = Date.now } = {}) {
  const rooms = new Map<string, Room>()
  let lastRow = 0

  return {
    /**
     * Answers one request.
     *
     * @param user - null for a visitor
     * @param text - the body as it was sent
     */
    answer(user: RelayUser | null, text: Buffer | string): RelayAnswer {
      if (Buffer.byteLength(text) > relayLimits.body) {
        return problem(413, 'rest_sync_body_too_large', 'The request is too large.')
      }
      const asked = readRequest(String(text))
      if ('status' in asked) return asked
      const refused = user?.canEditPosts ? asked.filter((each) => !mayUse(user, each)) : asked
      if (!user || refused.length > 0) {
        const names = user?.canEditPosts ? { rooms: refused.map(({ room }) => room) } : {}
        return problem(user ? 403 : 401, 'rest_cannot_edit', 'You may not edit this.', names)
      }
      for (const each of asked) {
        const code = quotaProblem(user, each)
        if (code) return problem(429, code, quotaMessages[code], { rooms: [each.room] })
      }
      return { status: 200, body: { rooms: asked.map((each) => serve(user, each)) } }
    },
    /** Forgets every room, as a site does whose database is restored. */
    clear: () => rooms.clear(),
  }

  function mayUse(user: RelayUser, { room, client_id }: AskedRoom): boolean {
    const present = rooms.get(room)?.awareness.get(client_id)
    return user.canEdit(roomOfRecord(room)) && (!present || present.userId === user.id)
  }

  /** What there is too much of in what is asked for a room. */
  function quotaProblem(user: RelayUser, asked: AskedRoom): keyof typeof quotaMessages | undefined {
    const { awareness: said, client_id: clientId, updates } = asked
    if (said && JSON.stringify(said).length > relayLimits.awareness) return 'rest_sync_awareness_too_large'
    const room = rooms.get(asked.room)
    if (room) forgetSilent(room)
    const { awareness, rows } = room ?? { awareness: new Map<number, { userId: number }>(), rows: [] }
    const own = [...awareness.values()].filter(({ userId }) => userId === user.id)
    const isCrowded = awareness.size >= relayLimits.clients || own.length >= relayLimits.clientsOfUser
    if (said && !awareness.has(clientId) && isCrowded) return 'rest_sync_too_many_clients'
    // One compaction in place of all there is makes room.
    const added = updates.filter(({ type }) => type !== 'compaction')
    if (added.length === 0) return undefined
    const size = [...rows, ...added].reduce((sum, { data }) => sum + data.length, 0)
    const isFull = rows.length + added.length > relayLimits.stored || size > relayLimits.size
    return isFull ? 'rest_sync_room_full' : undefined
  }

  function forgetSilent({ awareness }: Room): void {
    for (const [id, { lastSeen }] of awareness) {
      if (now() - lastSeen >= relayLimits.silence) awareness.delete(id)
    }
  }

  /** The room of a request, as the one that was used last; the ones that were not for the longest go. */
  function openRoom(name: string): Room {
    const room: Room = rooms.get(name) ?? { rows: [], awareness: new Map() }
    rooms.delete(name)
    rooms.set(name, room)
    for (const [oldest, { awareness }] of rooms) {
      if (rooms.size <= relayLimits.keptRooms) break
      if (awareness.size === 0) rooms.delete(oldest)
    }
    return room
  }

  function serve(user: RelayUser, asked: AskedRoom) {
    const { client_id: clientId, after } = asked
    const room = openRoom(asked.room)
    forgetSilent(room)
    const { awareness } = room
    if (asked.awareness) awareness.set(clientId, { userId: user.id, state: asked.awareness, lastSeen: now() })
    else awareness.delete(clientId)
    for (const { type, data } of asked.updates) {
      const isNewest = !room.rows.some((row) => row.type === 'compaction' && row.id > after)
      if (type === 'compaction' && isNewest) room.rows = room.rows.filter(({ id }) => id >= after)
      // A compaction made too late is still an update: what it holds may be nowhere else.
      room.rows.push({
        id: ++lastRow,
        clientId,
        type: type === 'compaction' && !isNewest ? 'update' : type,
        data,
      })
    }
    const fresh = room.rows.filter(
      (row) => row.id > after && (row.clientId !== clientId || row.type === 'compaction'),
    )
    return {
      room: asked.room,
      end_cursor: room.rows.at(-1)?.id ?? 0,
      awareness: Object.fromEntries([...awareness].map(([id, { state }]) => [id, state])),
      updates: fresh.map(({ type, data }) => ({ type, data })),
      should_compact: room.rows.length > relayLimits.rows && Math.min(...awareness.keys()) === clientId,
      total_updates: room.rows.length,
    }
  }
}

function readRequest(text: string): AskedRoom[] | RelayAnswer {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return problem(400, 'rest_invalid_json', 'Invalid JSON body passed.')
  }
  const rooms = isObject(body) ? body.rooms : undefined
  if (rooms === undefined) return problem(400, 'rest_missing_callback_param', 'Missing parameter(s): rooms')
  const isList = Array.isArray(rooms) && rooms.length <= relayLimits.rooms
  if (!isList || !rooms.every(isAskedRoom)) {
    return problem(400, 'rest_invalid_param', 'Invalid parameter(s): rooms')
  }
  return rooms
}

function isAskedRoom(value: unknown): value is AskedRoom {
  if (!isObject(value)) return false
  const { room, client_id: clientId, after, awareness, updates } = value
  return (
    typeof room === 'string' &&
    roomPattern.test(room) &&
    isInteger(clientId, 1) &&
    isInteger(after, 0) &&
    (awareness === null || isObject(awareness)) &&
    Array.isArray(updates) &&
    updates.length <= relayLimits.updates &&
    updates.every(
      (update: unknown) =>
        isObject(update) &&
        updateTypes.includes(String(update.type)) &&
        typeof update.data === 'string' &&
        update.data.length <= relayLimits.update,
    )
  )
}

function isInteger(value: unknown, least: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= least
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function problem(status: number, code: string, message: string, data: object = {}): RelayAnswer {
  return { status, body: { code, message, data: { status, ...data } } }
}
