import type * as Yjs from 'yjs'
import { fromBase64, toBase64 } from 'lib0/buffer'

/** An update as it travels: `data` is base64. */
export interface WireUpdate {
  type: 'sync_step1' | 'sync_step2' | 'update' | 'compaction'
  data: string
}

/** Bytes of one update before it is encoded, beyond which the relay would refuse it. */
export const updateLimit = 786_432

/** What waits to be sent for one room. Changes of the document that wait at the same time are sent as one. */
export class UpdateQueue {
  readonly #Y: typeof Yjs
  #messages: WireUpdate[] = []
  #changes: Uint8Array[] = []

  constructor(Y: typeof Yjs) {
    this.#Y = Y
  }

  get isEmpty(): boolean {
    return this.#messages.length === 0 && this.#changes.length === 0
  }

  /** Adds a change, in the second format of Yjs. */
  addChange(change: Uint8Array): void {
    this.#changes.push(change)
  }

  add(type: WireUpdate['type'], bytes: Uint8Array): void {
    this.#messages.push({ type, data: toBase64(bytes) })
  }

  clear(): void {
    this.#messages = []
    this.#changes = []
  }

  /** Takes out what fits into a number of characters; a first one that is longer is taken all the same. */
  take(budget: number): WireUpdate[] {
    if (this.#changes.length > 0) {
      const merged = this.#Y.mergeUpdatesV2(this.#changes)
      const changes = merged.byteLength > updateLimit ? this.#changes : [merged]
      this.#changes = []
      for (const change of changes) this.add('update', change)
    }
    let length = 0
    const end = this.#messages.findIndex(({ data }) => (length += data.length) > budget)
    return this.#messages.splice(0, end < 0 ? this.#messages.length : Math.max(end, 1))
  }

  /** Puts back what was not received, in its place. */
  restore(updates: readonly WireUpdate[]): void {
    this.#messages.unshift(...updates)
  }
}

/** The bytes of an update. */
export function bytesOf({ data }: WireUpdate): Uint8Array {
  return fromBase64(data)
}
