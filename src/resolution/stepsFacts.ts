import { addresses } from '../core/address'
import { originalError } from '../core/errors'
import type { Question } from './question'
import { freshSeqOf, oldestOrigin, originOf, staleSeqOf, type ReadFacts, type WholeRead } from './readFacts'
import type { StateWithResolution } from './reducer'
import { selectStoredResolution } from './selectors'

/** One of the reads that another one is made of. */
export interface Part<State> {
  readonly facts: (state: State, ...args: never) => ReadFacts<State>
  readonly args: readonly unknown[]
  /** Which failures count as its answer: it is asked again only where another part is. Default: none. */
  readonly ignores?: ((error: unknown) => boolean) | undefined
}

/** The reads of each step, as far as a state says; worked out anew after each step. */
export type Steps<State> = (state: State) => readonly (readonly Part<State>[])[]

/** What can be said of a read that is made of others. */
export interface StepsFacts<State> extends ReadFacts<State> {
  readonly steps: Steps<State>
}

/** Says what a read is made of. */
export function stepsFacts<State>(question: Question, steps: Steps<State>): StepsFacts<State> {
  type Whole = State & StateWithResolution
  /** What is said of each part that has to give an answer. */
  const each = <Said>(state: Whole, say: (state: Whole, facts: ReadFacts<State>) => Said) =>
    steps(state)
      .flat()
      .map((one) => [one, factsOfPart<State>(state, one)] as const)
      .filter(([one, facts]) => !isRefused(state, one, facts))
      .map(([, facts]) => say(state, facts))
  const whole: WholeRead<State> = {
    staleSeq: (state) => Math.max(...each(state, staleSeqOf)),
    freshSeq: (state) => Math.min(...each(state, freshSeqOf)),
    origin: (state) => oldestOrigin(each(state, originOf)),
  }
  return { question, about: addresses.answer(question.key), steps, whole }
}

/** One of the reads that another one is made of, with the arguments that are known of it. */
export function part<State, Args extends readonly unknown[]>(
  facts: (state: State, ...args: Args) => ReadFacts<State>,
  args: Args,
  ignores?: Part<State>['ignores'],
): Part<State> {
  return { facts, args, ignores }
}

/** What can be said of one of the reads that another one is made of. */
export function factsOfPart<State>(state: State, { facts, args }: Part<State>): ReadFacts<State> {
  const factsOf = facts as (state: State, ...args: readonly unknown[]) => ReadFacts<State>
  return factsOf(state, ...args)
}

/** Whether a read has failed in a way that counts as its answer. */
export function isRefused<State>(
  state: StateWithResolution,
  { ignores }: Part<State>,
  { question }: ReadFacts<State>,
): boolean {
  const entry = selectStoredResolution(state, question.key)
  return entry?.status === 'error' && ignores?.(originalError(entry.error)) === true
}
