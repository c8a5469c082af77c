import { check } from '../measure.mjs'
import { pagesOf } from '../posts.mjs'

export const workload = {
  title: 'memory per record',
  work: 'Holds all posts, in their pages, after all garbage is collected: bytes for each. By hand: the parsed posts in a Map and arrays.',
  unit: 'kB',
  sizes: [1000, 10_000, 50_000],
  expected: 0,
  target: 1.1,
  run: async ({ open, server, size }) => {
    const before = await held()
    const desk = await open()
    const own = await held()
    await fill(desk, server, size)
    const after = await held()
    check(desk.list({ page: 2 }).length === 100, 'a page is not known')
    return { value: (after - own) / size / 1000, own: own - before }
  },
}

// A function of its own, so that nothing of it stands on the stack afterwards.
async function fill(desk, server, size) {
  const pages = pagesOf(size)
  if (size > 10_000) {
    await desk.preload(pages)
  } else {
    for (const [at, posts] of pages.entries()) {
      server.putList({ page: at + 1 }, posts)
      await desk.readPage({ page: at + 1 })
    }
  }
  pages.forEach((posts, at) => server.putList({ page: at + 1 }, null))
}

async function held() {
  for (let i = 0; i < 3; i++) {
    globalThis.gc()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return process.memoryUsage().heapUsed
}
