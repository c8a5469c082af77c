import { check, milliseconds } from '../measure.mjs'
import { postsFrom } from '../posts.mjs'
import { fakeClock } from '../support/clock.mjs'

export const workload = {
  title: 'looking for what nobody uses',
  work: 'That many posts are known, and nobody has left one of them lately; one other post is read and left. What the looks of a while take, of which the first ones are not counted.',
  unit: 'ms',
  sizes: [10_000, 100_000],
  expected: 0,
  isOwn: true,
  run: async ({ open, size }) => {
    const clock = fakeClock()
    try {
      const desk = await open({ collectAfter: 86_400_000 })
      const posts = postsFrom(0, 1000)
      for (let from = 0; from < size; from += 1000)
        desk.receiveMany(posts.map((post, at) => ({ ...post, id: from + at + 1 })))
      // Two looks, each a quarter of that time after the one before.
      await clock.pass(43_200_000)
      desk.show(1)()
      const start = milliseconds()
      await clock.pass(21_600_000)
      const time = milliseconds() - start
      check(desk.byId(size) !== undefined, 'a post has gone too early')
      return { value: Math.max(time, 0.01) }
    } finally {
      clock.restore()
    }
  },
}
