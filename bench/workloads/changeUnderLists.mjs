import { check, timeEach } from '../measure.mjs'
import { openWithLists, renamed } from '../support/hundredLists.mjs'

export const workload = {
  title: 'one record changed under 100 lists',
  work: 'The server tells a new title of a post that stands in 100 cached lists of 100; then all 100 lists are read, and show it.',
  unit: 'µs',
  sizes: [1000, 10_000, 50_000],
  expected: 0,
  run: async (given) => {
    const { budget, scale } = given
    const { desk, queries } = await openWithLists(given, 1)
    const times = Math.round(100 * scale)
    const changes = Array.from({ length: times }, (none, i) => renamed(0, `Renamed ${i}`))
    let shown = 0
    const { each, done } = timeEach(times, budget, (i) => {
      desk.receiveOne(changes[i])
      for (const query of queries) if (desk.list(query)[0].title.raw === changes[i].title.raw) shown++
    })
    check(shown === done * queries.length, `${shown} lists of ${done * queries.length} showed the change`)
    return { value: each * 1000 }
  },
}
