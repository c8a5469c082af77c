import fc from 'fast-check'
import { appendFileSync } from 'node:fs'
import { afterAll } from 'vitest'

const { DURABLE_RUNS, DURABLE_FIGURES, LAWS, LAW_SEED } = process.env

/** How many histories a law is tried on: `usual` among the tests, 2,000 by `npm run test:durable`. */
export function histories(usual: number): { readonly numRuns: number; readonly seed?: number } {
  return { numRuns: Number(DURABLE_RUNS ?? usual), ...(LAW_SEED && { seed: Number(LAW_SEED) }) }
}

/** Which of the ways comes first; another one with each run. */
const turn = Number(LAW_SEED ?? Math.trunc(Math.random() * 2 ** 31))

/**
 * Examples of a law that is held in several ways, for one of them. `npm test` tries each example in one way, in another one
 * with each run: what comes back in a single way alone is found within some runs, and a run does not grow by all ways with
 * each example. A file that is run by itself, and `npm run test:durable`, try all in all ways.
 */
export function inTurn<Example, Way>(
  examples: readonly Example[],
  ways: readonly Way[],
  way: Way,
): Example[] {
  return examples.filter((_, at) => LAWS !== 'only' || (at + turn) % ways.length === ways.indexOf(way))
}

/** How long a law may take, in milliseconds: the limit is for those that hang. */
export const longestLaw = DURABLE_RUNS ? 3 * 3_600_000 : 120_000

/** Counts what a law goes through; `npm run test:durable` prints it. */
export function figuresOf(law: string) {
  const figures = { law, histories: 0, kills: 0, seconds: 0 }
  let begunAt: number | undefined
  let endedAt = 0
  afterAll(() => {
    if (!DURABLE_FIGURES || begunAt === undefined) return
    figures.seconds = Math.round((endedAt - begunAt) / 1000)
    appendFileSync(DURABLE_FIGURES, `${JSON.stringify(figures)}\n`)
  })
  return {
    history: () => {
      figures.histories++
      endedAt = performance.now()
      begunAt ??= endedAt
    },
    /** A history has ended. */
    ended: () => {
      endedAt = performance.now()
    },
    kill: () => void figures.kills++,
  }
}

/**
 * Histories that nobody has tried yet, such as go on from one that failed once, and such as differ from one in a few steps:
 * near those stands most of what fails next.
 * @param longest - How many steps one has at most that has nothing of another.
 * @param hasFreshSeeds - Whether they are others with each run of the tests: there they have nothing of others then, so that
 *   a change does not fail by what `npm run test:durable` is there to find.
 */
export function historiesOf<Step>(
  step: fc.Arbitrary<Step>,
  longest: number,
  fallen: readonly (readonly Step[])[],
  hasFreshSeeds = false,
): fc.Arbitrary<Step[]> {
  const untried = fc.array(step, { maxLength: longest, size: 'max' })
  if (hasFreshSeeds && !DURABLE_RUNS) return untried
  const one = fc.constantFrom(...fallen)
  const further = fc.tuple(one, fc.array(step, { maxLength: 6, size: 'max' }))
  const how = fc.constantFrom('before' as const, 'before' as const, 'instead' as const, 'without' as const)
  const change = fc.record({ at: fc.nat(30), how, step })
  const near = fc.tuple(one, fc.array(change, { minLength: 1, maxLength: 3 }))
  return fc.oneof(
    untried,
    further.map(([begun, more]) => [...begun, ...more]),
    near.map(([told, changes]) => changes.reduce<Step[]>(changedBy, [...told])),
  )
}

interface Change<Step> {
  readonly at: number
  readonly how: 'before' | 'instead' | 'without'
  readonly step: Step
}

function changedBy<Step>(told: readonly Step[], { at, how, step }: Change<Step>): Step[] {
  const steps = [...told]
  steps.splice(at % (told.length + 1), how === 'before' ? 0 : 1, ...(how === 'without' ? [] : [step]))
  return steps
}
