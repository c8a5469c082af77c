// What the workloads with a hundred cached lists share: which posts stand in them.
import { idAt, pagesOf, postAt } from '../posts.mjs'

export const listCount = 100

/** A store of `size` posts with a hundred lists of a hundred rows, in each of which the first `shared` posts stand. */
export async function openWithLists({ open, server, size }, shared) {
  const desk = await open()
  const pages = pagesOf(size)
  await desk.preload(pages)
  const posts = pages.flat()
  const queries = Array.from({ length: listCount }, (none, at) => ({ tags: at }))
  for (const [at, query] of queries.entries()) {
    const rows = Array.from({ length: 100 }, (none, i) =>
      i < shared ? posts[i] : posts[shared + ((at * 97 + i * 7) % (size - shared))],
    )
    const unique = [...new Set(rows)]
    server.findPost = (id) => posts.find((post) => post.id === id)
    await desk.putList(query, unique)
  }
  return { desk, queries, posts }
}

/** The first post as the server has it after its title changed. */
export function renamed(at, title) {
  const post = postAt(at)
  return { ...post, id: idAt(at), title: { raw: title, rendered: title } }
}
