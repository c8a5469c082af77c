import { check, collectGarbage, milliseconds } from '../measure.mjs'
import { pagesOf } from '../posts.mjs'

export const workload = {
  title: 'the same again, unchanged',
  work: 'Reads every page again, with equal posts in new objects; by hand: a deep comparison alone. Records and lists are to keep their identity; what does not is named and no equal work.',
  unit: 'ms',
  sizes: [1000, 10_000, 50_000],
  expected: 1,
  target: 1.3,
  run: async ({ open, server, size, budget }) => {
    const desk = await open()
    const pages = pagesOf(size)
    await desk.preload(pages)
    const queries = pages.map((posts, at) => ({ page: at + 1 }))
    const known = queries.map((query) => desk.list(query))
    pagesOf(size).forEach((posts, at) => server.putList(queries[at], posts))
    collectGarbage()
    const again = desk.readPageAgain ?? desk.readPage
    const start = milliseconds()
    let done = 0
    while (done < queries.length && milliseconds() - start < budget) await again(queries[done++])
    const time = milliseconds() - start
    const now = queries.slice(0, done).map((query) => desk.list(query))
    check(
      now.every((rows, at) => rows.length === pages[at].length && rows[7].slug === pages[at][7].slug),
      'other rows',
    )
    const isKept = now.every((rows, at) => rows === known[at])
    const areKept = now.every((rows, at) => rows.every((post, i) => post === known[at][i]))
    const lost = [!areKept && 'records', !isKept && 'lists'].filter(Boolean)
    const share = done / queries.length
    return {
      value: time / share,
      ...(share < 1 && { cut: share }),
      lacks: lost.length > 0 ? `${lost.join(' and ')} lose their identity` : undefined,
    }
  },
}
