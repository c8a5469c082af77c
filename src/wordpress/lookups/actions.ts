import type { ReceivingAction } from '../../entities/actions'
import type { AnsweringAction, InvalidatingAction } from '../../resolution/actions'
import type { ResolutionKey } from '../../core/keys'
import type { StoreAction } from '../../core/thunk'

/** An answer that is neither a record nor a list of them. */
export interface ReceivedAnswer {
  /** The question. */
  readonly key: ResolutionKey
  /** The answer, as JSON; undefined when it is to be forgotten. */
  readonly value: unknown
  /** The seq of the request that was answered, or at which the answer was put in by hand. */
  readonly seq: number
}

/** An action that brings the answer to a question of its own along, whatever else it says. */
export interface LookupAction extends StoreAction {
  readonly lookup?: ReceivedAnswer | undefined
}

/** The server answered a question whose answer is neither a record nor a list of them. */
export interface AnswerReceived extends ReceivedAnswer, AnsweringAction, InvalidatingAction, ReceivingAction {
  readonly type: 'lookups/answerReceived'
}

/** @param brought What else the answer brings: records, or that other answers no longer hold. */
export function answerReceived(
  key: ResolutionKey,
  value: unknown,
  seq: number,
  brought?: Pick<AnswerReceived, 'received' | 'invalidates'>,
): AnswerReceived {
  return { type: 'lookups/answerReceived', key, value, seq, ...brought }
}
