import { edits, openPosts, type } from '../support/edits.mjs'

export const workload = {
  title: 'touching: one edit to each of 1,000',
  work: 'Edits the titles of 1,000 posts, one after the other; after each edit the edited post is read and the growing list of edited posts.',
  unit: 'µs',
  sizes: [1000, 10_000, 50_000],
  expected: 0,
  target: 10,
  run: async (given) => {
    const { desk, posts } = await openPosts(given)
    const times = Math.round(edits * given.scale)
    return type(desk, { times, budget: given.budget, idOf: (i) => posts[i].id, dirtyOf: (i) => i + 1 })
  },
}
