import { check } from '../measure.mjs'
import { edits, openPosts, type } from '../support/edits.mjs'

export const workload = {
  title: 'typing among edited records',
  work: 'The same while that many other posts have edits: the list of edited posts is read after each edit, with all of them.',
  unit: 'µs',
  sizes: [10, 100, 999],
  sizeIs: 'other edited posts',
  expected: 1,
  target: 10,
  run: async (given) => {
    const { desk, posts } = await openPosts({ ...given, size: 2000 })
    for (let at = 0; at < given.size; at++) desk.edit(posts[1000 + at].id, { title: `Other ${at}` })
    check(desk.dirty().length === given.size, 'not all posts are edited')
    const times = Math.round(edits * given.scale)
    return type(desk, {
      times,
      rounds: 5,
      budget: given.budget,
      idOf: () => posts[3].id,
      dirtyOf: () => given.size + 1,
    })
  },
}
