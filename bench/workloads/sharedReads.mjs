import { readSingles } from '../support/singles.mjs'

export const workload = {
  title: 'single reads with ten callers each',
  work: 'The same with ten callers of each post at once, who share one request.',
  unit: 'µs',
  sizes: [500, 2000, 8000],
  sizeIs: 'reads',
  expected: 0,
  run: (given) => readSingles(given, 10),
}
