import { rowsOf, savingAllOf } from '../support/savingAll.mjs'

export const workload = {
  title: 'saving all that is edited, with its rows on screen',
  work: 'As “saving all that is edited”, with a component on screen for each post, which shows its edited title.',
  unit: 'ms',
  sizes: [500, 2000],
  sizeIs: 'edited posts',
  needsPage: true,
  expected: 1,
  isOwn: true,
  run: (given) => savingAllOf(given, rowsOf),
}
