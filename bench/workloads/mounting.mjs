import { mountingOf } from '../support/mounting.mjs'

export const workload = {
  title: 'mounting components',
  work: 'That many components come on a page at once, each showing the edited title of one known post, until their effects have run.',
  unit: 'ms',
  sizes: [1000, 5000],
  sizeIs: 'components',
  needsPage: true,
  expected: 1,
  run: (given) => mountingOf(given, ({ mounting }) => mounting),
}
