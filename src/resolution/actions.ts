import type { StoreAction } from '../core/thunk'
import type { StoredError } from '../core/errors'
import { addresses, type Address } from '../core/address'
import type { EntityKey, RecordKey } from '../core/keys'
import type { Question } from './question'

/** A question with what it is about. */
export interface AskedQuestion extends Question {
  /** What makes its answer stale, and what it is forgotten with. Default: everything. */
  readonly about?: Address | undefined
}

/** A question with what answered it. */
export interface Answered extends AskedQuestion {
  /** The seq of the request. */
  readonly seq: number
  /** When the answer came, in milliseconds since 1970. */
  readonly at: number
}

/** An action that brings the answer to a question, whatever else it says. */
export interface AnsweringAction extends StoreAction {
  readonly answers?: Answered | undefined
}

/** Which answers no longer hold: those that were asked for before. */
export interface Invalidation {
  /** What went stale, with all that is below. */
  readonly scopes: readonly Address[]
  readonly seq: number
}

/** An action that makes answers stale, whatever else it says. */
export interface InvalidatingAction extends StoreAction {
  readonly invalidates?: Invalidation | undefined
}

/** A question is asked. */
export interface ReadStarted extends AskedQuestion {
  readonly type: 'resolution/started'
  /** Why: nothing is known yet, what is known no longer counts, or the last attempt failed. */
  readonly because: 'unknown' | 'outdated' | 'failed'
}

/** A question was answered by what other questions brought, or by nothing at all. */
export interface ReadSucceeded extends AnsweringAction {
  readonly type: 'resolution/succeeded'
  readonly answers: Answered
}

/** Asking failed. */
export interface ReadFailed extends AskedQuestion {
  readonly type: 'resolution/failed'
  readonly error: StoredError
  /** Whether the request did not reach the server, and what was kept on the device holds as long. */
  readonly isKept?: true
}

/** Nobody waits for the answer any more: the question stands as it did before. */
export interface ReadAborted extends Question {
  readonly type: 'resolution/aborted'
}

/** Answers that were asked for before no longer hold. */
export interface Invalidated extends Invalidation {
  readonly type: 'resolution/invalidated'
}

export type ResolutionAction = ReadStarted | ReadSucceeded | ReadFailed | ReadAborted | Invalidated

/** A request for something begins. */
export function readStarted(
  { key, operation, args, about }: AskedQuestion,
  because: ReadStarted['because'],
): ReadStarted {
  return { type: 'resolution/started', key, operation, args, about, because }
}

/** A read ended well that brought no data of its own. */
export function readSucceeded(answers: Answered): ReadSucceeded {
  return { type: 'resolution/succeeded', answers }
}

/** A read failed with an error. */
export function readFailed(
  { key, operation, args, about }: AskedQuestion,
  error: StoredError,
  isKept = false,
): ReadFailed {
  const rest = { ...(about && { about }), error, ...(isKept && { isKept }) }
  return { type: 'resolution/failed', key, operation, args, ...rest }
}

/** Nobody waits for a read any more. */
export function readAborted({ key, operation, args }: Question): ReadAborted {
  return { type: 'resolution/aborted', key, operation, args }
}

/** Answers of earlier sequence numbers no longer hold, by what they are about. */
export function invalidated(scopes: readonly Address[], seq: number): Invalidated {
  return { type: 'resolution/invalidated', scopes, seq }
}

/** The copies of one record no longer hold. */
export function recordInvalidated(entity: EntityKey, key: RecordKey, seq: number): Invalidated {
  return invalidated([addresses.record(entity, key)], seq)
}
