import type { ResolutionKey } from '../core/keys'
import { defineRead, type AnyRead, type ReadDefinition } from './defineRead'
import type { ReadFacts } from './readFacts'
import type { ReadOptions } from './readOptions'
import type { StateWithResolution } from './reducer'
import { fetchRead } from './runRead'
import { selectStoredResolution } from './selectors'
import { factsOfPart, isRefused, type Part, type StepsFacts } from './stepsFacts'

/** A read that is made of others; its facts say which these are. */
interface StepsDefinition<
  State,
  Args extends readonly unknown[],
  Value,
  Options extends ReadOptions,
> extends Omit<ReadDefinition<State, Args, StepsFacts<State>, Value, Options>, 'ask'> {
  /** How its parts are read. */
  readonly reads: readonly AnyRead[]
  /** Options of its parts, besides those of its own. Default: none. */
  readonly partOptions?: object
}

/**
 * Says a read that is made of others: equal calls share it, it is given up as one, and has one resolution. Which they are
 * is worked out anew from the state after each step; those that are known ask nothing, unless it is forced: then all do.
 */
export function defineSteps<
  State extends StateWithResolution,
  Args extends readonly unknown[],
  Value,
  Options extends ReadOptions = ReadOptions,
>({
  reads,
  partOptions,
  ...rest
}: StepsDefinition<State, Args, Value, Options>): ReadDefinition<
  State,
  Args,
  StepsFacts<State>,
  Value,
  Options
> {
  return defineRead({
    ...rest,
    ask: async ({ facts, options, dispatch, getState, signal }) => {
      const seen = new Set<ResolutionKey>()
      let hasAsked = options.force === true
      const isLeft = (each: Part<State>) => !seen.has(factsOfPart(getState(), each).question.key)
      for (;;) {
        const step = facts.steps(getState()).find((parts) => parts.some(isLeft))
        if (step === undefined) return undefined
        await Promise.all(step.filter(isLeft).map(readPart))
      }

      async function readPart(each: Part<State>): Promise<void> {
        const own = factsOfPart(getState(), each)
        const { key } = own.question
        seen.add(key)
        if (!hasAsked && isRefused(getState(), each, own)) return
        const before = selectStoredResolution(getState(), key)
        const read = reads.find((one) => one.facts === each.facts) as PartOf<State>
        try {
          await dispatch(fetchRead(read, each.args, { ...options, ...partOptions, signal }))
        } catch (error) {
          if (!each.ignores?.(error)) throw error
        }
        hasAsked ||= selectStoredResolution(getState(), key) !== before
      }
    },
  })
}

type PartOf<State> = ReadDefinition<State, readonly unknown[], ReadFacts<State>, unknown>
