import { reuse } from '../../core/reuse'
import { emptyTable, getRow, setRow, type Table } from '../../core/recordTable'
import type { AnswerReceived } from './actions'

/** One answer as the server gave it. */
export interface StoredAnswer {
  readonly value: unknown
  /** The sequence number of the request that brought it. */
  readonly seq: number
}

/** Answers that are neither records nor lists, such as an embed's preview, by the key of their question. */
export type LookupsState = Table<StoredAnswer>

/** The part of the state that it stands in. */
export interface LookupsSliceState {
  readonly lookups: LookupsState
}

export function lookupsReducer(state: LookupsState = emptyTable(), action: AnswerReceived): LookupsState {
  if (action.type !== 'lookups/answerReceived') return state
  const { key, value, seq } = action
  const before = getRow(state, key)
  if (before && before.seq > seq) return state
  return setRow(state, key, value === undefined ? undefined : { value: reuse(before?.value, value), seq })
}
