import { histories } from './lawRuns'

const { DURABLE_RUNS, LAW_SEEDS } = process.env

/**
 * Twice the runs of a law: once with a seed that is always the same, and once with a new one. fast-check prints the seed
 * of a run that fails; `LAW_SEED=<seed>` runs it again. What has failed once is kept as an example beside its law: among
 * the tests the fixed seed is tried at a tenth, as it finds nothing new, and whole by `npm run test:durable`, with the first
 * of several seeds (`LAW_SEEDS=further` are the others).
 */
export function seeds(fixedRuns: number, freshRuns: number) {
  const fixed = DURABLE_RUNS === undefined ? Math.ceil(fixedRuns / 10) : fixedRuns
  const all = [
    { seeded: 'with a fixed seed', parameters: { seed: 20261121, numRuns: fixed } },
    { seeded: 'with a fresh seed', parameters: histories(freshRuns) },
  ]
  return LAW_SEEDS === 'further' ? all.slice(1) : all
}
