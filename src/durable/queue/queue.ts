import type { EntityId } from '../../core/keys'
import type { QueueEntry } from './entry'

/** How the queue is doing; the same object as long as it says the same. */
export interface QueueStatus {
  /**
   * `waiting` for the next try, for a person or for the tab that sends; `signedOut` until the owner has signed in again;
   * `otherUser` as long as somebody else is signed in: then nothing is sent. `off` where there is no queue: it is not
   * wanted, or the browser has no storage.
   */
  readonly state: 'idle' | 'sending' | 'waiting' | 'offline' | 'paused' | 'signedOut' | 'otherUser' | 'off'
  /** Whether this tab is the one that sends. */
  readonly isLeader: boolean
  /** How many entries there are that nobody has to look at. */
  readonly waiting: number
  /** How many wait for a person. */
  readonly held: number
  /** When the next try is, in ISO 8601. */
  readonly nextAt?: string
}

/** What became of a create of which nobody knows whether it was done. */
export type Settlement = { readonly exists: EntityId } | 'sendAgain'

/** Writes that wait to be sent, of all tabs of the owner. */
export interface Queue {
  /** In the order in which they were asked for; the same array as long as it says the same. */
  readonly entries: () => readonly QueueEntry[]
  readonly status: () => QueueStatus
  /** Sends nothing more in any tab, until `resume` or until all are reloaded; what is on its way ends. */
  readonly pause: () => void
  readonly resume: () => void
  /**
   * Has an entry sent again that is held, or all of them, and waits no longer. Resolves when that is stored.
   * @throws EntityStoreError `invalid_id` for an entry that is not there.
   */
  readonly retry: (id?: string) => Promise<void>
  /**
   * Takes an entry out. The edits stay edits, a draft stays a draft; where the server has made it already and only its
   * slug and status are missing, the draft is that record from then on, and `onTrouble` tells of it.
   * @throws EntityStoreError `invalid_id` for an entry that is not there, `invalid_option` for one that is being sent.
   */
  readonly discard: (id: string) => Promise<void>
  /**
   * Says what became of a create that is `uncertain`: the server has it under an id, or it is to be sent again.
   * @throws EntityStoreError `invalid_id` for an entry that is not there, `invalid_option` for one that is not uncertain,
   * and for what is no settlement.
   */
  readonly settle: (id: string, how: Settlement) => Promise<void>
  /** Resolves when nothing waits. @throws EntityStoreError `queue_held`, naming what waits for a person. */
  readonly whenEmpty: () => Promise<void>
}
