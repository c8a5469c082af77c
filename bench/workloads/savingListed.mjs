import { check } from '../measure.mjs'
import { savingAllOf } from '../support/savingAll.mjs'

export const workload = {
  title: 'saving all that is edited, with a list of what is being saved',
  work: 'As “saving all that is edited”; after every change the list of the posts that are being saved is read.',
  unit: 'ms',
  sizes: [500, 2000],
  sizeIs: 'edited posts',
  needsPage: true,
  expected: 1,
  isOwn: true,
  run: async (given) => {
    let most = 0
    const result = await savingAllOf(given, (desk) => {
      desk.listen(() => (most = Math.max(most, desk.beingSaved().length)))
      return []
    })
    check(most === given.size, `at most ${most} were being saved at once`)
    return result
  },
}
