import { leastToSaveAll, openPosts } from '../support/edits.mjs'

export const workload = {
  title: 'saving all that is edited',
  work: 'That many posts have edits; all are saved, by what the library has for it, before a server that answers at once. Then none is edited.',
  unit: 'ms',
  sizes: [500, 2000],
  sizeIs: 'edited posts',
  expected: 1,
  run: async (given) => {
    const { desk, posts } = await openPosts({ ...given, size: 2000 })
    const ids = posts.slice(0, given.size).map(({ id }) => id)
    return { value: await leastToSaveAll(desk, ids, given) }
  },
}
