import type { Cells } from '../../core/cells'
import type { EntityConfig } from '../../config/entityConfig'
import type { SentCreate, WriteIntent } from '../../core/writeGate'
import type { SaveConflictError } from '../conflicts/saveConflict'
import type { DurableContext } from '../capability'
import type { StoredEntry } from './entry'

/** Thrown where only a person can tell whether a create was done. */
export class UncertainCreate extends Error {}

/** Thrown where another tab has taken over what this one was sending: nothing more of it leaves here. */
export class TakenOver extends Error {
  /** @param isDone - Whether it waits no more. */
  constructor(readonly isDone: boolean) {
    super('Another tab goes on with this write.')
  }
}

/** What is left to do of a create whose record is there, and was changed by somebody else before it was done. */
export interface Rest {
  /** Each based on what the server had of it, as far as this create knows. */
  readonly fields: Cells
  readonly error: SaveConflictError
}

/** What is known of a create from one request to the next. */
export type KnownCreate = Pick<
  SentCreate,
  'claimed' | 'version' | 'isNamed' | 'isUnmarked' | 'idempotencyKey' | 'keyAt'
>

/** What a delivery needs of whoever sends. */
export interface Delivery {
  readonly entry: StoredEntry
  /**
   * Stores what is known of a new record before the next request leaves.
   * @throws TakenOver where another tab sends it by now.
   */
  readonly note: (known: KnownCreate) => Promise<void>
  /** Has what is left of a create wait as a save of the record that was made. */
  readonly leave: (rest: Rest) => void
}

/** A queued write that is about to be sent. */
export interface Delivering {
  readonly context: Pick<DurableContext, 'store' | 'services' | 'files' | 'features' | 'connection'>
  readonly config: EntityConfig
  readonly intent: WriteIntent
  readonly delivery: Delivery
}
