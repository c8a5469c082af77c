import { check, collectGarbage, milliseconds } from '../measure.mjs'
import { postsFrom } from '../posts.mjs'

const before = 1000

/** Reads `size` posts in bunches of 100, so that what takes minutes can be cut; `callers` callers of each. */
export async function readSingles({ open, server, size, budget }, callers) {
  const all = postsFrom(0, before + size)
  const posts = all.slice(before)
  const byId = new Map(all.map((post) => [post.id, post]))
  server.findPost = (id) => byId.get(id)
  const desk = await open()
  const readAll = async (asked, longest) => {
    const start = milliseconds()
    let done = 0
    while (done < asked.length && milliseconds() - start < longest) {
      const bunch = asked.slice(done, done + 100)
      await Promise.all(bunch.flatMap(({ id }) => Array.from({ length: callers }, () => desk.readOne(id))))
      done += bunch.length
    }
    return { done, time: milliseconds() - start }
  }
  collectGarbage()
  // A store that is in use: after a collection the compiler has to see its reads again.
  await readAll(all.slice(0, before), budget / 2)
  server.requests = 0
  const { done, time } = await readAll(posts, budget * 2)
  check(
    posts.slice(0, done).every(({ id, slug }) => desk.byId(id).slug === slug),
    'a post is not known',
  )
  check(server.requests === done, `${server.requests} requests for ${done} posts`)
  const share = done / size
  return {
    value: (time / done) * 1000,
    counts: { 'requests per read': server.requests / done },
    ...(share < 1 && { cut: share }),
  }
}
