import { openPosts, type } from '../support/edits.mjs'

export const workload = {
  title: 'a key among records that once had a local id',
  work: 'That many posts were made on this page, each under an id of its own until the server gave it another; then one of them, which somebody shows, is edited again and again.',
  unit: 'µs',
  sizes: [10, 1000, 5000],
  sizeIs: 'posts made',
  expected: 0,
  isOwn: true,
  run: async (given) => {
    const { desk, posts } = await openPosts({ ...given, size: 5000 })
    desk.makeLocal(posts.slice(0, given.size).map(({ id }) => id))
    const { id } = posts[3]
    desk.show(id)
    return type(desk, { times: 1000 * given.scale, budget: given.budget, idOf: () => id, dirtyOf: () => 1 })
  },
}
