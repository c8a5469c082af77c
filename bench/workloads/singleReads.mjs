import { readSingles } from '../support/singles.mjs'

export const workload = {
  title: 'single reads',
  work: 'Reads that many posts, each by itself and all at once, from a server that answers at once; then each is known by its id.',
  unit: 'µs',
  sizes: [500, 2000, 8000],
  sizeIs: 'reads',
  expected: 0,
  targetMicroseconds: 60,
  run: (given) => readSingles(given, 1),
}
