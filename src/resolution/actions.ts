import { scope, stale, type EntityKey, type RecordKey, type ResolutionKey, type StaleScope } from '../keys'
import type { Touch } from '../thunk'
import type { StoredResolution } from './storedResolution'

/** A question was asked, answered, failed, or given up. */
export interface ReadMoved {
  readonly type: 'resolution/readMoved'
  readonly key: ResolutionKey
  /** How it stands now; undefined when it was given up before anything had answered it. */
  readonly entry: StoredResolution | undefined
  readonly touches: readonly Touch[]
}

/** Answers of earlier turns no longer hold. */
export interface AnswersStaled {
  readonly type: 'resolution/answersStaled'
  readonly scopes: readonly StaleScope[]
  readonly turn: number
  readonly touches: readonly Touch[]
}

export type ResolutionAction = ReadMoved | AnswersStaled

export function readMoved(key: ResolutionKey, entry: StoredResolution | undefined): ReadMoved {
  return { type: 'resolution/readMoved', key, entry, touches: [{ scope: scope.resolution, keys: [key] }] }
}

/** @param touches Whose answers went stale; absent when anybody's may have. */
export function answersStaled(
  scopes: readonly StaleScope[],
  turn: number,
  touches: readonly Touch[] = [{ scope: scope.everything }],
): AnswersStaled {
  return { type: 'resolution/answersStaled', scopes, turn, touches }
}

/** The lists of an entity no longer hold; their rows stay on screen until they are read again. */
export function listsStaled(entity: EntityKey, turn: number): AnswersStaled {
  return answersStaled([stale.lists(entity)], turn, [{ scope: scope.lists(entity) }])
}

/** The copies of one record no longer hold. */
export function recordStaled(entity: EntityKey, key: RecordKey, turn: number): AnswersStaled {
  return answersStaled([stale.record(entity, key)], turn, [{ scope: scope.record(entity), keys: [key] }])
}
