import type { RecordData } from 'copydesk'
import type * as Yjs from 'yjs'
import { applyAwarenessUpdate, encodeAwarenessUpdate, type Awareness } from 'y-protocols/awareness'
import type { PersistedDocument, SyncPersistence, Transport, TransportStatus } from 'copydesk/sync'

interface Member {
  readonly room: string
  readonly place: string
  readonly doc: Yjs.Doc
  readonly Y: typeof Yjs
  readonly awareness: Awareness
  readonly receive: (update: Uint8Array) => void
  readonly tell: (status: TransportStatus) => void
  isOnline: boolean
}

const cutOff: TransportStatus = {
  ...{ status: 'disconnected', code: 'network', message: 'Cut off by the test.', retryInMs: 1000 },
}

/** A network in memory whose messages arrive when it is told so: late, twice, in another order, or not at all. */
export class Network {
  readonly members: Member[] = []
  /** Messages under way. */
  readonly sent: { readonly to: Member; readonly update: Uint8Array }[] = []
  /** Whether messages arrive at once. */
  isInstant = true
  private readonly offline = new Set<string>()

  /** The transport of one replica. */
  transport(place: string): Transport {
    return ({ objectType, objectId, doc, awareness, Y }) => {
      let status: TransportStatus = this.offline.has(place) ? cutOff : { status: 'connected' }
      const listeners = new Set<(status: TransportStatus) => void>()
      const member: Member = {
        room: `${objectType}:${objectId}`,
        place,
        doc,
        Y,
        awareness,
        isOnline: !this.offline.has(place),
        receive: (update) => Y.applyUpdate(doc, update, member),
        tell: (next) => {
          status = next
          for (const listener of listeners) listener(next)
        },
      }
      const others = () => this.members.filter((other) => other !== member && other.doc.guid !== doc.guid)
      const send = (update: Uint8Array, origin: unknown) => {
        if (origin === member) return
        for (const to of others()) if (member.isOnline && to.isOnline) this.send(to, update)
      }
      const sendAwareness = (changes: Record<'added' | 'updated' | 'removed', number[]>, origin: unknown) => {
        if (origin === 'network' || !member.isOnline) return
        const ids = [...changes.added, ...changes.updated, ...changes.removed]
        const update = encodeAwarenessUpdate(awareness, ids)
        for (const { room, isOnline, awareness: to } of others())
          if (room === member.room && isOnline) applyAwarenessUpdate(to, update, 'network')
      }
      doc.on('update', send)
      awareness.on('update', sendAwareness)
      this.members.push(member)
      this.join(member)
      return {
        ready: Promise.resolve(),
        on: (event, listener) => {
          listeners.add(listener)
          listener(status)
          return () => listeners.delete(listener)
        },
        destroy: () => {
          doc.off('update', send)
          awareness.off('update', sendAwareness)
          const at = this.members.indexOf(member)
          if (at >= 0) this.members.splice(at, 1)
        },
      }
    }
  }

  /** Cuts a replica off, or brings it back: then it and the others exchange what they missed. */
  setOnline(place: string, isOnline: boolean): void {
    if (isOnline) this.offline.delete(place)
    else this.offline.add(place)
    for (const member of this.members.filter((one) => one.place === place)) {
      if (member.isOnline === isOnline) continue
      member.isOnline = isOnline
      member.tell(isOnline ? { status: 'connected' } : cutOff)
      if (isOnline) this.meet(member)
    }
  }

  /** Delivers one of the messages under way: any of them, and perhaps it stays under way, too. */
  deliver(which: number, isTwice: boolean): void {
    if (this.sent.length === 0) return
    const at = which % this.sent.length
    const [message] = isTwice ? [this.sent[at]] : this.sent.splice(at, 1)
    if (message?.to.isOnline && this.members.includes(message.to)) message.to.receive(message.update)
  }

  /** Loses one of the messages under way. */
  lose(which: number): void {
    if (this.sent.length > 0) this.sent.splice(which % this.sent.length, 1)
  }

  /** All that is under way arrives, and from now on everything at once. */
  flow(): void {
    this.isInstant = true
    while (this.sent.length > 0) this.deliver(0, false)
    this.catchUp()
  }

  /** All who are online exchange what they have missed. */
  catchUp(): void {
    for (const member of [...this.members]) this.meet(member)
  }

  /** Everybody is online and hears everything. */
  settle(): void {
    for (const { place } of [...this.members]) this.setOnline(place, true)
    this.sent.length = 0
    const [hub, ...others] = this.members
    if (hub === undefined) return
    for (const other of others)
      hub.receive(other.Y.encodeStateAsUpdate(other.doc, hub.Y.encodeStateVector(hub.doc)))
    for (const other of others)
      other.receive(hub.Y.encodeStateAsUpdate(hub.doc, other.Y.encodeStateVector(other.doc)))
  }

  /** Whoever comes hears at once what one of the others has, before it counts as ready; the rest as it comes. */
  private join(member: Member): void {
    const [first] = this.reachable(member)
    if (first && !this.isInstant) member.receive(first.Y.encodeStateAsUpdate(first.doc))
    this.meet(member)
  }

  private reachable(member: Member): Member[] {
    return this.members.filter((other) => other !== member && other.isOnline && member.isOnline)
  }

  private meet(member: Member): void {
    for (const other of this.reachable(member)) {
      if (other.room === member.room) introduce(member, other)
      this.send(other, member.Y.encodeStateAsUpdate(member.doc, member.Y.encodeStateVector(other.doc)))
      this.send(member, other.Y.encodeStateAsUpdate(other.doc, other.Y.encodeStateVector(member.doc)))
    }
  }

  private send(to: Member, update: Uint8Array): void {
    if (this.isInstant) to.receive(update)
    else this.sent.push({ to, update })
  }
}

/** Tells two of each other, and of all that each has heard of. */
function introduce({ awareness: one }: Member, { awareness: other }: Member): void {
  applyAwarenessUpdate(other, encodeAwarenessUpdate(one, [...one.getStates().keys()]), 'network')
  applyAwarenessUpdate(one, encodeAwarenessUpdate(other, [...other.getStates().keys()]), 'network')
}

/** What a device keeps, in memory. */
export class Device implements SyncPersistence {
  private readonly kept = new Map<string, { updates: Uint8Array[]; base?: RecordData }>()

  constructor(private readonly Y: typeof Yjs) {}

  readonly open = (name: string, doc: Yjs.Doc): Promise<PersistedDocument> => {
    const kept = this.kept.get(name) ?? { updates: [] }
    this.kept.set(name, kept)
    for (const update of kept.updates) this.Y.applyUpdate(doc, update)
    const keep = (update: Uint8Array) => kept.updates.push(update)
    doc.on('update', keep)
    return Promise.resolve({
      base: kept.base,
      keepBase: (base) => {
        kept.base = base
      },
      clear: () => {
        doc.off('update', keep)
        this.kept.delete(name)
        return Promise.resolve()
      },
      destroy: () => {
        doc.off('update', keep)
        return Promise.resolve()
      },
    })
  }
}
