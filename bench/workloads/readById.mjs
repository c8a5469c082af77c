import { check, timeEach } from '../measure.mjs'
import { idAt, pagesOf } from '../posts.mjs'

export const workload = {
  title: 'a read by id',
  work: 'Reads posts by their ids, a million times, over all ids in turn.',
  unit: 'ns',
  sizes: [1000, 10_000, 50_000],
  // A Map slows down too when it no longer fits the caches of the processor.
  expected: 0.3,
  target: 8,
  run: async ({ open, size, budget, scale }) => {
    const desk = await open()
    await desk.preload(pagesOf(size))
    const ids = Array.from({ length: size }, (none, at) => idAt((at * 7919) % size))
    const rounds = Math.round(1000 * scale)
    let sum = 0
    let at = 0
    let read = 0
    const { each } = timeEach(rounds, budget, () => {
      for (let i = 0; i < 1000; i++) {
        sum += desk.byId(ids[at]).id - ids[at]
        read++
        if (++at === ids.length) at = 0
      }
    })
    check(sum === 0 && read > 0, 'another post came')
    return { value: each * 1000 }
  },
}
