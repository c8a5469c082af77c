import { histories } from './lawRuns'

/**
 * Twice the runs of a law: once with a seed that is always the same, so that what was found once stays found, and
 * once with a new one. fast-check prints the seed of a run that fails; `LAW_SEED=<seed>` runs it again.
 */
export function seeds(fixedRuns: number, freshRuns: number) {
  return [
    { seeded: 'with a fixed seed', parameters: { seed: 20261121, numRuns: fixedRuns } },
    { seeded: 'with a fresh seed', parameters: histories(freshRuns) },
  ]
}
