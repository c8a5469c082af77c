import type { ResolutionKey } from '../../core/keys'

/** The server answered a question whose answer is neither a record nor a list of them. */
export interface AnswerReceived {
  readonly type: 'lookups/answerReceived'
  /** The question. */
  readonly key: ResolutionKey
  /** The answer, as JSON; undefined when it is to be forgotten. */
  readonly value: unknown
  /** The turn of the request that was answered, or at which the answer was put in by hand. */
  readonly seq: number
}

export function answerReceived(key: ResolutionKey, value: unknown, seq: number): AnswerReceived {
  return { type: 'lookups/answerReceived', key, value, seq }
}
