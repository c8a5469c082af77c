import { stale, type EntityKey, type RecordKey, type ResolutionKey, type StaleScope } from '../core/keys'
import type { StoredResolution } from './storedResolution'

/** A question was asked, answered, failed, or given up. */
export interface ReadMoved {
  readonly type: 'resolution/readMoved'
  readonly key: ResolutionKey
  /** How it stands now; undefined when it was given up before anything had answered it. */
  readonly entry: StoredResolution | undefined
}

/** Answers of earlier turns no longer hold. */
export interface Invalidated {
  readonly type: 'resolution/answersStaled'
  readonly scopes: readonly StaleScope[]
  readonly seq: number
}

export type ResolutionAction = ReadMoved | Invalidated

export function readMoved(key: ResolutionKey, entry: StoredResolution | undefined): ReadMoved {
  return { type: 'resolution/readMoved', key, entry }
}

export function invalidated(scopes: readonly StaleScope[], seq: number): Invalidated {
  return { type: 'resolution/answersStaled', scopes, seq }
}

/** The lists of an entity no longer hold; their rows stay on screen until they are read again. */
export function listsInvalidated(entity: EntityKey, seq: number): Invalidated {
  return invalidated([stale.lists(entity)], seq)
}

/** The copies of one record no longer hold. */
export function recordInvalidated(entity: EntityKey, key: RecordKey, seq: number): Invalidated {
  return invalidated([stale.record(entity, key)], seq)
}
