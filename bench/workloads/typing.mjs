import { edits, openPosts, type } from '../support/edits.mjs'

export const workload = {
  title: 'typing into one record',
  work: 'Edits the title of one post up to 5,000 times; after each edit the edited post is read and the list of edited posts with their titles.',
  unit: 'µs',
  sizes: [1000, 10_000, 50_000],
  expected: 0,
  target: 10,
  run: async (given) => {
    const { desk, posts } = await openPosts(given)
    const times = Math.round(edits * given.scale)
    return type(desk, { times, rounds: 5, budget: given.budget, idOf: () => posts[3].id, dirtyOf: () => 1 })
  },
}
