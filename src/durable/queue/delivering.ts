import type { EntityConfig } from '../../config/entityConfig'
import type { WriteIntent } from '../../core/writeGate'
import type { DurableContext } from '../capability'
import type { StoredEntry } from './entry'

/** Thrown where only a person can tell whether a create was done. */
export class UncertainCreate extends Error {}

/** What a delivery needs of whoever sends. */
export interface Delivery {
  readonly entry: StoredEntry
  /** Stores what is known of a new record before the next request leaves. */
  readonly note: (
    known: Pick<StoredEntry, 'claimed' | 'isUnmarked' | 'idempotencyKey' | 'keyAt'>,
  ) => Promise<void>
}

/** A queued write that is about to be sent. */
export interface Delivering {
  readonly context: Pick<DurableContext, 'store' | 'services' | 'files' | 'features'>
  readonly config: EntityConfig
  readonly intent: WriteIntent
  readonly delivery: Delivery
}

/** What a write is about, as actions say it. */
export function targetOf({ kind, name, entity, key, id, createId }: WriteIntent) {
  return { kind, name, entity, key, id, ...(createId !== undefined && { createId }), isAutosave: false }
}
