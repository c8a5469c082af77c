import type { StoredError } from '../errors'
import { scope, type EntityId, type EntityKey, type RecordKey } from '../keys'
import type { Touch } from '../thunk'

/** What a save is about: a record, or one that does not exist yet. */
export interface SaveTarget {
  readonly kind: string
  readonly name: string
  readonly entity: EntityKey
  /** The record; undefined for a create. */
  readonly key: RecordKey | undefined
  /** The id as it was given; undefined for a create and for an entity without ids. */
  readonly id: EntityId | undefined
  /** Names a create among others of the same entity. */
  readonly createId?: string
  readonly isAutosave: boolean
}

/** A save is under way. */
export interface SaveStarted {
  readonly type: 'saving/saveStarted'
  readonly save: SaveTarget
  readonly touches: readonly Touch[]
}

/** A save ended, well or with an error. */
export interface SaveFinished {
  readonly type: 'saving/saveFinished'
  readonly save: SaveTarget
  readonly error: StoredError | undefined
  readonly touches: readonly Touch[]
}

export type SavingAction = SaveStarted | SaveFinished

export function saveStarted(save: SaveTarget): SaveStarted {
  return { type: 'saving/saveStarted', save, touches: touchesOf(save) }
}

export function saveFinished(save: SaveTarget, error?: StoredError): SaveFinished {
  return { type: 'saving/saveFinished', save, error, touches: touchesOf(save) }
}

function touchesOf({ entity, key = '' as RecordKey }: SaveTarget): readonly Touch[] {
  return [{ scope: scope.record(entity), keys: [key] }, { scope: scope.dirty }]
}
