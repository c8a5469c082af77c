import { check, collectGarbage, milliseconds } from '../measure.mjs'

export const workload = {
  title: 'saves and reads that wait for a lock',
  work: 'That many saves of one record and as many reads of its list wait for a lock; it is given back, and each has its turn.',
  unit: 'ms',
  sizes: [250, 1000, 4000],
  sizeIs: 'of each',
  expected: 1,
  isOwn: true,
  run: async ({ open, size }) => {
    const desk = await open()
    let least = Infinity
    for (let round = 0; round < 3 && least > 20; round++) {
      const given = []
      collectGarbage()
      const start = milliseconds()
      const held = await desk.acquire(['entities'], true)
      const waiting = Array.from({ length: size }, (none, at) => [
        desk.acquire(['entities', 'records', 'postType', 'post', '1'], true).then((lock) => {
          given.push(at)
          desk.release(lock)
        }),
        desk.acquire(['entities', 'records', 'postType', 'post', String(at)], false).then(desk.release),
      ])
      desk.release(held)
      await Promise.all(waiting.flat())
      least = Math.min(least, milliseconds() - start)
      check(given.length === size && given.every((at, turn) => at === turn), 'not each had its turn')
    }
    return { value: least }
  },
}
