import { check, timeEachAwaited } from '../measure.mjs'
import { pagesOf, postsFrom } from '../posts.mjs'

export const workload = {
  title: 'one more page of 100',
  work: 'Reads pages of 100 posts that are new, one after the other, into a store that holds many already.',
  unit: 'ms',
  sizes: [1000, 10_000, 50_000],
  expected: 0,
  run: async ({ open, server, size, budget, scale }) => {
    const desk = await open()
    await desk.preload(pagesOf(size))
    const more = Math.round(20 * scale)
    const first = size / 100 + 1
    for (let at = 0; at < more; at++) {
      server.putList({ page: first + at }, postsFrom(size + at * 100, size + at * 100 + 100))
    }
    const { each, done } = await timeEachAwaited(more, budget, (at) => desk.readPage({ page: first + at }))
    const rows = desk.list({ page: first + done - 1 })
    check(rows.length === 100 && desk.byId(rows[99].id).slug === rows[99].slug, 'the last page is not known')
    return { value: each }
  },
}
