import { EntityStoreError, show } from '../../core/errors'
import { addresses, type Address } from '../../core/address'
import { isRecord, type RecordData } from '../../core/plain'
import { defineRead, type Asking, type ReadDefinition } from '../../resolution/defineRead'
import type { Question } from '../../resolution/question'
import type { ReadFacts } from '../../resolution/readFacts'
import type { ReadOptions } from '../../resolution/readOptions'
import { rowsOf } from '../../rest/pagination'
import { isAbortError } from '../../rest/restError'
import { getRow } from '../../core/recordTable'
import type { Thunk } from '../../core/thunk'
import { sliceOf } from '../../core/sliceOf'
import { answerReceived, type AnswerReceived } from './actions'
import type { StateWithLookups } from './reducer'

/** A read whose answer is kept by its question alone: neither a record nor a list of them. */
interface LookupDefinition<State, Args extends readonly unknown[], Value> extends Omit<
  ReadDefinition<State, Args, LookupFacts<never>, Value>,
  'ask'
> {
  /** The path to ask, or a whole address, or how to find it. */
  readonly path: string | ((asking: LookupAsking<State, Args>) => string | Promise<string>)
  /** How to ask. Default `GET`. */
  readonly method?: 'GET' | 'OPTIONS'
  /** The answer as it is kept. Default: the object that it must be. */
  readonly read?: (data: unknown) => unknown
  /** What else the answer brings. */
  readonly brings?: (
    data: unknown,
    seq: number,
    asking: LookupAsking<State, Args>,
  ) => Pick<AnswerReceived, 'received' | 'invalidates'>
  /** What is kept when the request fails. Default: nothing, and the next call asks again. */
  readonly whenFailed?: (error: unknown) => unknown
}

type LookupAsking<State, Args> = Asking<State, Args, LookupFacts<never>, ReadOptions>

/** What can be said of a read whose answer can be put in by hand. */
export interface Receivable<Answer> {
  /** The event that puts it in. */
  readonly received: (answer: Answer, seq: number) => AnswerReceived
}

/** What can be said of a read whose answer is kept by its question. */
export interface LookupFacts<Answer> extends ReadFacts<unknown>, Receivable<Answer> {}

/** @param below What makes the answer stale. Default: everything alone. */
export function lookupFacts<Answer>(question: Question, below?: Address): LookupFacts<Answer> {
  const { key } = question
  return {
    question,
    about: addresses.answer(key, below),
    received: (answer, seq) => answerReceived(key, answer, seq),
  }
}

/** Puts an answer in by hand, as newer than everything asked for before. */
export function receiveAnswer<Answer>(
  { received }: Receivable<Answer>,
  answer: Answer,
): Thunk<StateWithLookups, void> {
  return (dispatch, getState, { nextSeq }) => {
    dispatch(received(answer, nextSeq()))
  }
}

/** Says a read whose answer is kept by its question. */
export function defineLookup<State extends StateWithLookups, Args extends readonly unknown[], Value>({
  path,
  method = 'GET',
  read = readObject,
  brings,
  whenFailed,
  ...rest
}: LookupDefinition<State, Args, Value>): ReadDefinition<State, Args, LookupFacts<never>, Value> {
  return defineRead({
    ...rest,
    ask: async (asking) => {
      const { facts, services, send, signal } = asking
      const { key } = facts.question
      const place = typeof path === 'string' ? path : await path(asking)
      const seq = send()
      try {
        const address = /^https?:/.test(place) ? { url: place } : { path: place }
        const { data } = await services.fetcher({ ...address, method, signal })
        return answerReceived(key, read(data), seq, brings?.(data, seq, asking))
      } catch (error) {
        if (whenFailed === undefined || isAbortError(error)) throw error
        return answerReceived(key, whenFailed(error), seq)
      }
    },
  })
}

/** The objects of a list; none for no answer. */
export function readObjects<Value>(data: unknown): readonly Value[] {
  return rowsOf(data ?? []).filter(isRecord) as readonly unknown[] as readonly Value[]
}

/** An object; PHP writes one without fields as an empty array. */
function readObject(data: unknown): RecordData {
  const object: unknown = Array.isArray(data) && data.length === 0 ? {} : data
  if (isRecord(object)) return object
  throw new EntityStoreError(
    'invalid_response',
    `The server answered ${show(data)}, not an object. Check the path.`,
  )
}

/** The kept answer of a read; undefined while it is not known. */
export function selectLookup<Answer>(
  state: StateWithLookups,
  { question }: LookupFacts<Answer>,
): Answer | undefined {
  return getRow(sliceOf(state?.lookups, state), question.key)?.value as Answer | undefined
}
