import { check, milliseconds } from '../measure.mjs'
import { readWholeList } from '../support/wholeList.mjs'

export const workload = {
  title: 'half of a whole list removed at once',
  work: 'Removes every second record of a list that is known whole, with one action.',
  unit: 'ms',
  sizes: [2500, 10_000, 20_000],
  expected: 1,
  isOwn: true,
  run: async (given) => {
    const { desk, rows } = await readWholeList(given)
    const gone = rows.filter((row, at) => at % 2 === 0).map(({ id }) => id)
    const start = milliseconds()
    desk.removeMany(gone)
    const time = milliseconds() - start
    check(desk.wholeList().length === rows.length - gone.length, 'other rows are left')
    return { value: time }
  },
}
