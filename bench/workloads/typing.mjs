import { edits, openPosts, type } from '../support/edits.mjs'

export const workload = {
  title: 'typing: 1,000 edits to one record',
  work: 'Edits the title of one post; after each edit the edited post is read and the list of edited posts with their titles.',
  unit: 'µs',
  sizes: [1000, 10_000, 50_000],
  expected: 0,
  target: 10,
  run: async (given) => {
    const { desk, posts } = await openPosts(given)
    const times = Math.round(edits * given.scale)
    return type(desk, { times, budget: given.budget, idOf: () => posts[3].id, dirtyOf: () => 1 })
  },
}
