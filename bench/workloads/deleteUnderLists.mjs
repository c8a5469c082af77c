import { check, timeEachAwaited } from '../measure.mjs'
import { openWithLists } from '../support/hundredLists.mjs'

export const workload = {
  title: 'one record deleted under 100 lists',
  work: 'Deletes a post that stands in 100 cached lists, by a server that answers at once; then all 100 lists are read, without it.',
  unit: 'µs',
  sizes: [1000, 10_000, 50_000],
  expected: 0,
  run: async (given) => {
    const { budget, scale } = given
    const times = Math.round(20 * scale)
    const { desk, queries, posts } = await openWithLists(given, 21)
    const lengths = queries.map((query) => desk.list(query).length)
    let right = 0
    const { each, done } = await timeEachAwaited(times, budget, async (i) => {
      await desk.remove(posts[i].id)
      queries.forEach((query, at) => {
        const rows = desk.list(query)
        if (rows.length === lengths[at] - i - 1 && rows[0].id !== posts[i].id) right++
      })
    })
    check(right === done * queries.length, `${right} lists of ${done * queries.length} were without it`)
    check(desk.byId(posts[done].id) !== undefined, 'another post is gone')
    return { value: each * 1000 }
  },
}
