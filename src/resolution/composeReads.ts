import type { Thunk } from '../core/thunk'
import type { ResolutionSliceState } from './reducer'
import { runRead, type Read, type ReadOptions } from './runRead'

/** A read that is made of others, each of which knows by itself whether it has to ask. */
interface ComposedRead<State, Result> extends Omit<Read<State, Result>, 'ask'> {
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
  return runRead({ ...rest, ask }, options)
}
