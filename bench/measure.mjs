// Clocks and figures.

/** The processor's time of this process, so that what other programs do beside it does not count. */
export function milliseconds() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Frees what nobody holds, so that the clock measures no work of before. */
export function collectGarbage() {
  globalThis.gc?.()
  globalThis.gc?.()
}

/**
 * Milliseconds for one call of `act`, over `times` calls or as many as fit into the budget; `done` says how many those were.
 */
export function timeEach(times, budget, act, isWarm = false) {
  // After a collection the compiler begins anew: who has warmed up goes on at once.
  if (!isWarm) collectGarbage()
  let done = 0
  let spent = 0
  let bunch = 4
  const start = milliseconds()
  while (done < times && spent < budget) {
    for (const stop = Math.min(times, done + bunch); done < stop; done++) act(done)
    const before = spent
    spent = milliseconds() - start
    // Looking at the clock must not cost more than the work.
    if (spent - before < 1) bunch *= 2
  }
  return { each: spent / done, done }
}

/** The same for what is waited for. */
export async function timeEachAwaited(times, budget, act) {
  collectGarbage()
  let done = 0
  const start = milliseconds()
  let spent = 0
  for (; done < times && spent < budget; done++) {
    await act(done)
    spent = milliseconds() - start
  }
  return { each: spent / done, done }
}

export function median(values) {
  const sorted = [...values].sort((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The power of the size by which a cost grows: the slope of a line through the logarithms. */
export function exponentOf(points) {
  const logs = points
    .filter(({ value }) => value > 0)
    .map(({ size, value }) => [Math.log(size), Math.log(value)])
  if (logs.length < 2) return null
  const mean = (at) => logs.reduce((sum, pair) => sum + pair[at], 0) / logs.length
  const [meanX, meanY] = [mean(0), mean(1)]
  const over = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const under = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return over / under
}

export class WrongResult extends Error {}

/** A workload whose result is wrong has measured nothing. */
export function check(isRight, what) {
  if (!isRight) throw new WrongResult(what)
}
