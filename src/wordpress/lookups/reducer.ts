import { reuse } from '../../core/reuse'
import { emptyTable, getRow, setRow, type Table } from '../../core/recordTable'
import type { AnswerReceived, LookupAction } from './actions'
import type { StateWithEdits } from '../../edits/storedEdits'

/** One answer as the server gave it. */
export interface StoredAnswer {
  readonly value: unknown
  /** The sequence number of the request that brought it. */
  readonly seq: number
}

/** Answers that are neither records nor lists, such as an embed's preview, by the key of their question. */
export type LookupsState = Table<StoredAnswer>

/** The state as far as it goes up to here, with the answers of lookups. */
export interface StateWithLookups extends StateWithEdits {
  readonly lookups: LookupsState
}

export function lookupsReducer(
  state: LookupsState = emptyTable(),
  action: AnswerReceived | LookupAction,
): LookupsState {
  const answer =
    action.type === 'lookups/answerReceived' ? (action as AnswerReceived) : (action as LookupAction).lookup
  if (answer === undefined) return state
  const { key, value, seq } = answer
  const before = getRow(state, key)
  if (before && before.seq > seq) return state
  return setRow(state, key, value === undefined ? undefined : { value: reuse(before?.value, value), seq })
}
