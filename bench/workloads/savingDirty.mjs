import { check, collectGarbage, milliseconds } from '../measure.mjs'
import { openPosts } from '../support/edits.mjs'

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
    let least = Infinity
    for (let round = 0, spent = 0; round < 3 && spent < given.budget * 5; round++) {
      for (const id of ids) desk.edit(id, { title: `Saved ${round}` })
      check(desk.dirty().length === ids.length, 'not all posts are edited')
      collectGarbage()
      const start = milliseconds()
      await desk.saveDirty()
      const time = milliseconds() - start
      check(desk.dirty().length === 0, 'something is left edited')
      check(desk.byId(ids.at(-1)).title.raw === `Saved ${round}`, 'a post is not as saved')
      least = Math.min(least, time)
      spent += time
    }
    return { value: least }
  },
}
