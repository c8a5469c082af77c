// A clock that goes on by hand, for what takes an hour.

/** Puts timers and dates under a clock of one's own, until `restore`. */
export function fakeClock() {
  const { setTimeout, clearTimeout, setInterval, clearInterval } = globalThis
  const { now: realNow } = Date
  let now = realNow()
  let next = 1
  const timers = new Map()
  const start =
    (repeat) =>
    (callback, delay = 0, ...given) => {
      const timer = { id: next++, unref: () => timer, ref: () => timer, [Symbol.toPrimitive]: () => timer.id }
      timers.set(timer.id, {
        at: now + delay,
        every: repeat ? Math.max(1, delay) : 0,
        run: () => callback(...given),
      })
      return timer
    }
  const stop = (timer) => timers.delete(Number(timer?.id ?? timer))
  Object.assign(globalThis, {
    setTimeout: start(false),
    clearTimeout: stop,
    setInterval: start(true),
    clearInterval: stop,
  })
  Date.now = () => now

  return {
    /** Goes on, and runs what is due on the way, each with what follows from it. */
    async pass(milliseconds) {
      const end = now + milliseconds
      for (;;) {
        const [id, timer] = [...timers].reduce(
          (first, each) => (each[1].at <= end && (!first[1] || each[1].at < first[1].at) ? each : first),
          [],
        )
        if (!timer) break
        now = Math.max(now, timer.at)
        if (timer.every) timer.at += timer.every
        else timers.delete(id)
        timer.run()
        for (let turn = 0; turn < 10; turn++) await Promise.resolve()
      }
      now = end
    },
    restore() {
      Object.assign(globalThis, { setTimeout, clearTimeout, setInterval, clearInterval })
      Date.now = realNow
    },
  }
}
