import { mountingOf } from '../support/mounting.mjs'

export const workload = {
  title: 'unmounting components',
  work: 'The components of the row above leave the page at once.',
  unit: 'ms',
  sizes: [1000, 5000],
  sizeIs: 'components',
  needsPage: true,
  expected: 1,
  run: (given) => mountingOf(given, ({ unmounting }) => unmounting),
}
