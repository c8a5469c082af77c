import { check, collectGarbage, milliseconds } from '../measure.mjs'
import { openPosts } from '../support/edits.mjs'

export const workload = {
  title: '25 saves in a batch',
  work: 'Saves the edits of 25 posts by one request to the batch endpoint; then the posts are as saved and none is edited.',
  unit: 'ms',
  sizes: [1000, 10_000, 50_000],
  expected: 0,
  run: async (given) => {
    const { desk, posts } = await openPosts(given)
    const ids = posts.slice(0, 25).map(({ id }) => id)
    const times = []
    let requests = 0
    for (let round = 0; round < 5; round++) {
      for (const id of ids) desk.edit(id, { title: `Saved ${round}` })
      const before = given.server.requests
      collectGarbage()
      const start = milliseconds()
      await desk.saveAll(ids)
      times.push(milliseconds() - start)
      requests = given.server.requests - before
      check(
        ids.every((id) => desk.byId(id).title.raw === `Saved ${round}`),
        'a post is not as saved',
      )
      check(desk.dirty().length === 0, 'something is left edited')
    }
    return { value: Math.min(...times), counts: { requests } }
  },
}
