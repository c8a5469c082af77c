import type { StoredError } from '../errors'
import { scope, stale, type EntityKey, type RecordKey, type ResolutionKey, type StaleScope } from '../keys'
import type { Touch } from '../thunk'

/** A question went to the server, or is about to. */
export interface ReadStarted {
  readonly type: 'resolution/readStarted'
  readonly key: ResolutionKey
  readonly touches: readonly Touch[]
}

/** A question was answered. */
export interface ReadFinished {
  readonly type: 'resolution/readFinished'
  readonly key: ResolutionKey
  /** The turn of the request that was answered. */
  readonly turn: number
  /** When the answer came, in milliseconds since 1970. */
  readonly at: number
  readonly touches: readonly Touch[]
}

/** A question could not be answered. */
export interface ReadFailed {
  readonly type: 'resolution/readFailed'
  readonly key: ResolutionKey
  readonly error: StoredError
  readonly touches: readonly Touch[]
}

/** Nobody needed the answer any more. */
export interface ReadAborted {
  readonly type: 'resolution/readAborted'
  readonly key: ResolutionKey
  readonly touches: readonly Touch[]
}

/** Answers of earlier turns no longer hold. */
export interface AnswersStaled {
  readonly type: 'resolution/answersStaled'
  readonly scopes: readonly StaleScope[]
  readonly turn: number
  readonly touches: readonly Touch[]
}

export type ResolutionAction = ReadStarted | ReadFinished | ReadFailed | ReadAborted | AnswersStaled

const touch = (key: ResolutionKey): readonly Touch[] => [{ scope: scope.resolution, keys: [key] }]

export function readStarted(key: ResolutionKey): ReadStarted {
  return { type: 'resolution/readStarted', key, touches: touch(key) }
}

export function readFinished(key: ResolutionKey, turn: number, at: number): ReadFinished {
  return { type: 'resolution/readFinished', key, turn, at, touches: touch(key) }
}

export function readFailed(key: ResolutionKey, error: StoredError): ReadFailed {
  return { type: 'resolution/readFailed', key, error, touches: touch(key) }
}

export function readAborted(key: ResolutionKey): ReadAborted {
  return { type: 'resolution/readAborted', key, touches: touch(key) }
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
