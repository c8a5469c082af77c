import { addresses } from '../core/address'
import type { Question } from './question'
import type { Thunk } from '../core/thunk'
import { runRead, type Read, type ReadOptions } from './runRead'
import type { ResolutionSliceState } from './reducer'

/** A read that is made of others, each of which knows by itself whether it has to ask. */
interface ComposedRead<State, Result> extends Pick<Read<State, Result>, 'result' | 'onError'> {
  /** Names all of it. */
  readonly question: Question
  /** Runs the reads that it is made of, with the options that all of them take. */
  readonly run: (options: ReadOptions) => Promise<unknown>
}

/** Runs a read that is made of others as one: equal calls share it, it is given up as one, and has one resolution. */
export function composeReads<State extends ResolutionSliceState, Result>(
  { run, ...rest }: ComposedRead<State, Result>,
  options?: ReadOptions,
): Thunk<State, Promise<Result>> {
  const ask: Read<State, Result>['ask'] = async ({ signal }) => {
    await run({ ...options, signal })
    return undefined
  }
  return runRead({ ...rest, about: addresses.answer(rest.question.key), isComposed: true, ask }, options)
}
