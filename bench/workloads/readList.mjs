import { check, timeEach } from '../measure.mjs'
import { pagesOf } from '../posts.mjs'

export const workload = {
  title: 'a read of a cached list',
  work: 'Reads the rows of a known list of 100, a million times; its last row is looked at.',
  unit: 'ns',
  sizes: [1000, 10_000, 50_000],
  expected: 0,
  target: 2,
  run: async ({ open, server, size, budget, scale }) => {
    const desk = await open()
    const pages = pagesOf(size)
    await desk.preload(pages)
    server.findPost = (id) => pages[0].find((post) => post.id === id)
    await desk.putList({ tags: 1 }, pages[0])
    const query = { tags: 1 }
    const last = pages[0].at(-1).id
    let right = 0
    const read = () => {
      if (desk.list(query).at(-1).id === last) right++
    }
    // Fewer are over in less time than it takes to collect what was preloaded.
    const times = Math.round(1_000_000 * scale)
    // A store that is in use: the compiler has seen its reads, which would take more of it than they do.
    timeEach(times / 10, budget / 2, read)
    right = 0
    const { each, done } = timeEach(times, budget, read, true)
    check(right === done, 'another list came')
    return { value: each * 1e6 }
  },
}
