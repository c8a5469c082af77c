import type { Dispatch, Services, StoreAction } from '../core/thunk'
import type { ReadFacts } from './readFacts'
import type { ReadOptions } from './readOptions'

/** What a read works on. */
export interface ReadContext<State> {
  readonly dispatch: Dispatch<State>
  readonly getState: () => State
  readonly services: Services
}

/** One attempt at a read. */
export interface ReadAttempt {
  /** Takes the seq of its request, which goes with the data it brings; called right before sending. */
  readonly send: () => number
  /** Aborted when nobody waits for the answer any more; undefined where somebody waits for it in any case. */
  readonly signal: AbortSignal | undefined
}

/** One attempt at a read, with what is asked and what it works on. */
export interface Asking<State, Args, Facts, Options> extends ReadAttempt, ReadContext<State> {
  readonly args: Args
  readonly facts: Facts
  /** As whoever asked first has given them. */
  readonly options: Options
}

/**
 * A read: its facts, how the server is asked, and what the caller gets. The facts are an export of their own, so that who
 * looks how a read stands does not bring along what asks.
 */
export interface ReadDefinition<
  State,
  Args extends readonly unknown[],
  Facts extends ReadFacts<State>,
  Value,
  Options extends ReadOptions = ReadOptions,
> {
  /** Takes the arguments apart, once for each read. Throws for arguments that it can't have. */
  readonly facts: (state: State, ...args: Args) => Facts
  /** Asks, and gives the event that the answer is; undefined where other reads have brought all of it. */
  readonly ask: (asking: Asking<State, Args, Facts, Options>) => Promise<StoreAction | undefined>
  readonly select: (state: State, ...args: Args) => Value
  /** Turns a failure into a value; without it the promise rejects. The error stands in the resolution either way. */
  readonly onError?: (error: unknown, failed: FailedRead<State, Args, Options>) => Value
}

/** A read that has failed. */
export interface FailedRead<State, Args, Options> {
  readonly args: Args
  readonly options: Options
  readonly state: State
}

/** Options of a read that may reject. */
export interface ThrowingOptions extends ReadOptions {
  readonly throwOnError?: boolean
}

/** What the caller gets of a failed read: a value, unless it has asked for the error. */
export function unlessThrown<Value>(value: Value) {
  return (error: unknown, { options }: { readonly options: ThrowingOptions }): Value => {
    if (options.throwOnError) throw error
    return value
  }
}

/** A read of any kind. */
export interface AnyRead {
  readonly facts: (state: never, ...args: never) => ReadFacts<never>
  readonly ask: (asking: never) => Promise<StoreAction | undefined>
  readonly select: (state: never, ...args: never) => unknown
  readonly onError?: (error: unknown, failed: never) => unknown
}

/** Says a read: see {@link ReadDefinition}. */
export function defineRead<
  State,
  Args extends readonly unknown[],
  Facts extends ReadFacts<State>,
  Value,
  Options extends ReadOptions = ReadOptions,
>(
  definition: ReadDefinition<State, Args, Facts, Value, Options>,
): ReadDefinition<State, Args, Facts, Value, Options> {
  return definition
}
