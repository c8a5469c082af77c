import { EntityStoreError, show } from '../../core/errors'
import { addresses, type Address } from '../../core/address'
import type { ResolutionKey } from '../../core/keys'
import { isRecord } from '../../core/plain'
import { questionOf, type Question } from '../../resolution/question'
import type { ReadFacts } from '../../resolution/readFacts'
import { runRead, type ReadOptions } from '../../resolution/runRead'
import type { ResolutionSliceState } from '../../resolution/reducer'
import { rowsOf } from '../../rest/pagination'
import { isAbortError } from '../../rest/restError'
import { getRow } from '../../core/recordTable'
import type { Thunk } from '../../core/thunk'
import { answerReceived, type AnswerReceived } from './actions'
import type { LookupsSliceState } from './reducer'

/** A question whose answer is kept by its key alone: neither a record nor a list of them. */
export interface Lookup<Value> {
  readonly facts: LookupFacts
  /** The path to ask, or a whole address, or how to find it. */
  readonly ask: string | (() => Promise<string>)
  /** How to ask. Default `GET`. */
  readonly method?: 'GET' | 'OPTIONS'
  /** The answer as it is kept. Default: the object that it must be. */
  readonly read?: (data: unknown) => Value
  /** What else the answer brings. */
  readonly brings?: (data: unknown, seq: number) => Pick<AnswerReceived, 'received' | 'invalidates'>
  /** What is kept when the request fails. Default: the promise rejects, and the next call asks again. */
  readonly whenFailed?: (error: unknown) => Value
  /** What the caller gets when the request fails; nothing is kept, and the next call asks again. Default: the promise rejects. */
  readonly onError?: () => Value
}

/** What can be said of such a read. */
export type LookupFacts = ReadFacts<unknown>

/** @param below What makes the answer stale. Default: everything alone. */
export function lookupFacts(question: Question, below?: Address): LookupFacts {
  return { question, about: addresses.answer(question.key, below) }
}

/** The key of a question whose answer is kept by it; see `questionOf`. */
export function lookupKey(operation: string, ...given: readonly unknown[]): ResolutionKey {
  return questionOf(operation, ...given).key
}

/** Asks a question unless its answer is known, and keeps the answer; equal questions under way are one request. */
export function lookUp<Value>(
  { facts, ask, method = 'GET', read = readObject, brings, whenFailed, onError }: Lookup<Value>,
  options?: ReadOptions,
): Thunk<LookupsSliceState & ResolutionSliceState, Promise<Value | undefined>> {
  return (dispatch, getState, services) =>
    dispatch(
      runRead<LookupsSliceState & ResolutionSliceState, Value | undefined>(
        {
          ...facts,
          ask: async ({ send, signal }) => {
            const path = typeof ask === 'string' ? ask : await ask()
            const seq = send()
            try {
              const address = /^https?:/.test(path) ? { url: path } : { path }
              const { data } = await services.fetcher({ ...address, method, signal })
              return answerReceived(facts.question.key, read(data), seq, brings?.(data, seq))
            } catch (error) {
              if (whenFailed === undefined || isAbortError(error)) throw error
              return answerReceived(facts.question.key, whenFailed(error), seq)
            }
          },
          result: (state) => selectLookup<Value>(state, facts.question.key),
          ...(onError && { onError }),
        },
        options,
      ),
    )
}

/** The objects of a list; none for no answer. */
export function readObjects<Value>(data: unknown): readonly Value[] {
  return rowsOf(data ?? []).filter(isRecord) as readonly unknown[] as readonly Value[]
}

/** An object; PHP writes one without fields as an empty array. */
function readObject<Value>(data: unknown): Value {
  const object: unknown = Array.isArray(data) && data.length === 0 ? {} : data
  if (isRecord(object)) return object as Value
  throw new EntityStoreError(
    'invalid_response',
    `The server answered ${show(data)}, not an object. Check the path.`,
  )
}

/** The kept answer to a question; undefined while it is not known. */
export function selectLookup<Value>({ lookups }: LookupsSliceState, key: ResolutionKey): Value | undefined {
  return getRow(lookups, key)?.value as Value | undefined
}
