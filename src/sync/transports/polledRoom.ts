import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import { messageYjsSyncStep2, readSyncMessage, writeSyncStep1 } from 'y-protocols/sync'
import { isRecord } from '../../core/plain'
import type { TransportConnection, TransportErrorCode, TransportInput } from './transport'
import { sizeMessage } from './documentSize'
import { createStatusFeed } from './statusFeed'
import { bytesOf, UpdateQueue, updateLimit, type WireUpdate } from './updateQueue'

/** What is asked of the relay for one room. */
export interface RoomRequest {
  room: string
  client_id: number
  after: number
  awareness: Record<string, unknown> | null
  updates: WireUpdate[]
}

/** What the relay answers for one room. */
export interface RoomAnswer {
  room: string
  end_cursor: number
  awareness: Record<string, Record<string, unknown>>
  updates: WireUpdate[]
  should_compact: boolean
}

/** Polls with others present after which the document counts as complete though nobody sent theirs. */
const longestWait = 3

/** One record of a polling loop. */
export class PolledRoom {
  readonly name: string
  readonly feed = createStatusFeed()
  readonly ready: Promise<void>
  /** How many are at the record, this one included. */
  present = 1
  readonly #input: TransportInput
  readonly #clientLimit: number
  readonly #onStop: (room: PolledRoom) => void
  readonly #queue: UpdateQueue
  #resolveReady = () => {}
  #cursor = 0
  #hasAnswer = false
  #waits = 0
  /** Alone, nothing is sent: who comes later asks for all there is. */
  #isOpen = false

  constructor(name: string, input: TransportInput, clientLimit: number, onStop: (room: PolledRoom) => void) {
    this.name = name
    this.#input = input
    this.#clientLimit = clientLimit
    this.#onStop = onStop
    this.#queue = new UpdateQueue(input.Y)
    this.ready = new Promise((resolve) => (this.#resolveReady = resolve))
    input.doc.on('updateV2', this.#onChange)
  }

  /** Whether the relay has answered for it. */
  get hasAnswer(): boolean {
    return this.#hasAnswer
  }

  /** Takes what is to be asked, with updates of no more than so many characters. */
  request(budget: number): RoomRequest {
    const { doc, awareness } = this.#input
    return {
      room: this.name,
      client_id: doc.clientID,
      after: this.#cursor,
      // Null says that nobody is here any more; an empty one would be somebody without a name.
      awareness: awareness.getLocalState(),
      updates: this.#queue.take(budget),
    }
  }

  /** What tells the others that this one leaves; with what they have not got yet. */
  farewell(): RoomRequest {
    const updates = this.#queue.take(Infinity)
    return { room: this.name, client_id: this.#input.doc.clientID, after: 0, awareness: null, updates }
  }

  receive({ end_cursor: cursor, awareness, updates, should_compact: shouldCompact }: RoomAnswer): void {
    const isFirst = !this.#hasAnswer
    this.#hasAnswer = true
    this.present = Object.keys(awareness).length
    if (isFirst && this.present > this.#clientLimit) {
      const message = `${this.present - 1} others are at this record, and ${this.#clientLimit} may be. Try again later.`
      this.stop('connection-limit-exceeded', message)
      return
    }
    this.#cursor = cursor
    this.#takeAwareness(awareness)
    this.#openOrPause()
    for (const update of updates) this.#apply(update)
    if (shouldCompact) {
      this.#queue.clear()
      this.#send('compaction', this.#input.Y.encodeStateAsUpdateV2(this.#input.doc))
    }
    this.feed.set({ status: 'connected' })
    if (this.present < 2 || ++this.#waits > longestWait) this.#resolveReady()
  }

  /** Puts back what was sent with a request that failed; sent twice, an update does no harm. */
  restore(updates: readonly WireUpdate[]): void {
    this.#queue.restore(updates)
  }

  fail(code: TransportErrorCode, message: string, retryInMs: number): void {
    this.feed.set({ status: 'disconnected', code, message, retryInMs })
    this.#resolveReady()
  }

  /** Gives the room up for good. */
  stop(code: TransportErrorCode, message: string): void {
    this.close()
    this.feed.set({ status: 'disconnected', code, message })
    this.#onStop(this)
  }

  close(): void {
    this.#input.doc.off('updateV2', this.#onChange)
    this.#takeAwareness({})
    this.#resolveReady()
  }

  connection(leave: () => Promise<void>): TransportConnection {
    return { ready: this.ready, on: this.feed.on, destroy: leave }
  }

  readonly #onChange = (change: Uint8Array, origin: unknown): void => {
    if (origin === this || !this.#isOpen) return
    if (change.byteLength > updateLimit) this.#exceed(change.byteLength)
    else this.#queue.addChange(change)
  }

  #openOrPause(): void {
    const isOpen = this.present > 1
    if (isOpen === this.#isOpen) return
    this.#isOpen = isOpen
    if (!isOpen) return this.#queue.clear()
    const { Y, doc } = this.#input
    const step1 = encoding.createEncoder()
    writeSyncStep1(step1, doc)
    this.#queue.add('sync_step1', encoding.toUint8Array(step1))
    // What was typed alone was sent to nobody.
    this.#send('update', Y.encodeStateAsUpdateV2(doc))
  }

  #send(type: 'update' | 'compaction', state: Uint8Array): void {
    if (state.byteLength > updateLimit) this.#exceed(state.byteLength)
    else this.#queue.add(type, state)
  }

  #exceed(bytes: number): void {
    this.stop('document-size-limit-exceeded', sizeMessage(bytes, updateLimit))
  }

  #apply(update: WireUpdate): void {
    const { Y, doc } = this.#input
    const bytes = bytesOf(update)
    if (update.type === 'update' || update.type === 'compaction') {
      Y.applyUpdateV2(doc, bytes, this)
      return
    }
    const reply = encoding.createEncoder()
    const step = readSyncMessage(decoding.createDecoder(bytes), reply, doc, this)
    if (step === messageYjsSyncStep2) this.#resolveReady()
    else this.#queue.add('sync_step2', encoding.toUint8Array(reply))
  }

  /** Makes the presence of others what the relay says: it alone knows who has gone. */
  #takeAwareness(present: Record<string, Record<string, unknown>>): void {
    const { awareness, doc } = this.#input
    const added: number[] = []
    const updated: number[] = []
    const changed: number[] = []
    for (const [id, state] of Object.entries(present)) {
      const client = Number(id)
      // What is no state is not let in, where it would be read as one.
      if (client === doc.clientID || !isRecord(state)) continue
      const before = awareness.states.get(client)
      const clock = (awareness.meta.get(client)?.clock ?? 0) + 1
      awareness.states.set(client, state)
      // Without it, its own timer would take them for gone.
      awareness.meta.set(client, { clock, lastUpdated: Date.now() })
      if (!before) added.push(client)
      else updated.push(client)
      if (before && JSON.stringify(before) !== JSON.stringify(state)) changed.push(client)
    }
    const removed = [...awareness.states.keys()].filter(
      (client) => client !== doc.clientID && !(client in present),
    )
    for (const client of removed) awareness.states.delete(client)
    if (added.length + changed.length + removed.length > 0) {
      awareness.emit('change', [{ added, updated: changed, removed }, this])
    }
    if (added.length + updated.length + removed.length > 0) {
      awareness.emit('update', [{ added, updated, removed }, this])
    }
  }
}
