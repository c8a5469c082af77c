import { readWholeList } from '../support/wholeList.mjs'

export const workload = {
  title: 'a whole list shown as it comes',
  work: 'Reads a whole list in pages of 100 from a server that answers at once, with the rows of each page in the state as it comes.',
  unit: 'ms',
  sizes: [2500, 10_000, 20_000],
  expected: 1,
  isOwn: true,
  run: async (given) => ({ value: (await readWholeList(given, { isShown: true })).time }),
}
