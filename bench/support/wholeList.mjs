import { check, collectGarbage, milliseconds } from '../measure.mjs'
import { pagesOf } from '../posts.mjs'

/** Reads a whole list from a site with so many posts, and says what that took; its rows are then those of the pages. */
export async function readWholeList({ open, server, size }, { isShown = false, twice = 0 } = {}) {
  const pages = pagesOf(size)
  // Another post was published while they were read: one stands on two pages.
  if (twice > 0) pages.push([...(pages.at(-1)?.slice(-twice) ?? [])])
  pages.forEach((posts, at) => server.putList({ page: at + 1 }, posts))
  server.total = size
  server.pages = pages.length
  const desk = await open()
  collectGarbage()
  const start = milliseconds()
  const rows = await desk.readWhole({ intermediateResults: isShown })
  const time = milliseconds() - start
  check(rows.length === size, `the list has ${rows.length} rows of ${size}`)
  return { desk, rows, time }
}
