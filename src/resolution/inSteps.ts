import type { ResolutionKey } from '../keys'
import type { Thunk } from '../thunk'
import { once, type Read, type ReadOptions } from './once'
import type { ResolutionPart } from './reducer'

/** A read that is made of others, each of which knows by itself whether it has to ask. */
interface ReadInSteps<Part, Result> extends Pick<Read<Part, Result>, 'result' | 'onError'> {
  /** Names all of it. */
  readonly key: ResolutionKey
  /** Runs the reads that it is made of, with the options that all of them take. */
  readonly run: (options: ReadOptions) => Promise<unknown>
}

/** Runs a read that is made of others as one: equal calls share it, it is given up as one, and has one resolution. */
export function inSteps<Part extends ResolutionPart, Result>(
  { run, ...rest }: ReadInSteps<Part, Result>,
  options?: ReadOptions,
): Thunk<Part, Promise<Result>> {
  const ask: Read<Part, Result>['ask'] = async ({ signal }) => {
    await run({ ...options, signal })
    return []
  }
  return once({ ...rest, scopes: [], ask }, { ...options, force: true })
}
