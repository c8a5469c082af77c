import { setTimeout as wait } from 'node:timers/promises'
import { check } from '../measure.mjs'
import { fakeClock } from '../support/clock.mjs'
import { postAt } from '../posts.mjs'

const rowsOf = (search) => Array.from({ length: 10 }, (none, at) => postAt(search * 10 + at))

export const workload = {
  title: 'memory after an hour of searching',
  work: 'Reads that many lists of ten posts that no other has, evenly over an hour, and shows none of them any more; then ten minutes pass. What is held after all garbage is collected.',
  unit: 'MB',
  sizes: [360, 3600],
  sizeIs: 'searches',
  expected: 0,
  run: async ({ open, server, size }) => {
    const clock = fakeClock()
    try {
      const desk = await open()
      const before = await held()
      await searchFor(desk, server, clock, size)
      await clock.pass(600_000)
      const after = await held()
      check(server.requests >= size, 'not every search has asked')
      return { value: Math.max(after - before, 1000) / 1e6 }
    } finally {
      clock.restore()
    }
  },
}

// A function of its own, so that nothing of it stands on the stack afterwards.
async function searchFor(desk, server, clock, size) {
  for (let search = 0; search < size; search++) {
    server.putList({ tags: search }, rowsOf(search))
    await desk.search(search)
    server.putList({ tags: search }, null)
    await clock.pass(3_600_000 / size)
  }
}

async function held() {
  for (let i = 0; i < 3; i++) {
    globalThis.gc()
    await wait(20)
  }
  return process.memoryUsage().heapUsed
}
