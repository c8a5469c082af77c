import { readWholeList } from '../support/wholeList.mjs'

export const workload = {
  title: 'a whole list that moved while it was read',
  work: 'Reads a whole list in pages of 100 of which one row stands on two, as when a post is published meanwhile.',
  unit: 'ms',
  sizes: [2500, 10_000, 20_000],
  expected: 1,
  isOwn: true,
  run: async (given) => ({ value: (await readWholeList(given, { twice: 1 })).time }),
}
