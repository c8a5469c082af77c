import { check, milliseconds, collectGarbage } from '../measure.mjs'
import { pagesOf } from '../posts.mjs'

export const workload = {
  title: 'cold receive in pages of 100',
  work: 'Reads every page of the list from a server that answers at once; then each post is known by its id and each page in its order.',
  unit: 'ms',
  sizes: [1000, 10_000, 50_000],
  expected: 1,
  target: 6,
  run: async ({ open, server, size, budget }) => {
    const pages = pagesOf(size)
    pages.forEach((posts, at) => server.putList({ page: at + 1 }, posts))
    const desk = await open()
    collectGarbage()
    const start = milliseconds()
    let done = 0
    while (done < pages.length && milliseconds() - start < budget * 2) await desk.readPage({ page: ++done })
    const time = milliseconds() - start
    for (const at of [0, done >> 1, done - 1]) {
      const rows = desk.list({ page: at + 1 })
      check(rows.length === pages[at].length, `page ${at + 1} has ${rows.length} rows`)
      check(
        rows.every(({ id }, i) => id === pages[at][i].id),
        `page ${at + 1} has other rows`,
      )
      check(
        pages[at].every(({ id, slug }) => desk.byId(id).slug === slug),
        `a post of page ${at + 1} is not known`,
      )
    }
    const share = done / pages.length
    return {
      value: time / share,
      counts: { 'requests per page': server.requests / done },
      ...(share < 1 && { cut: share }),
    }
  },
}
