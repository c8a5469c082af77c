import { check, collectGarbage, milliseconds } from '../measure.mjs'
import { postsFrom } from '../posts.mjs'

/** Reads `size` posts in bunches of 100, so that what takes minutes can be cut; `callers` callers of each. */
export async function readSingles({ open, server, size, budget }, callers) {
  const posts = postsFrom(0, size)
  const byId = new Map(posts.map((post) => [post.id, post]))
  server.findPost = (id) => byId.get(id)
  const desk = await open()
  server.requests = 0
  collectGarbage()
  const start = milliseconds()
  let done = 0
  while (done < size && milliseconds() - start < budget * 2) {
    const bunch = posts.slice(done, done + 100)
    await Promise.all(bunch.flatMap(({ id }) => Array.from({ length: callers }, () => desk.readOne(id))))
    done += bunch.length
  }
  const time = milliseconds() - start
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
