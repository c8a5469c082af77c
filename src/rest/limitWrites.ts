import { fetcherLike, type Fetcher } from '../core/fetchContract'
import { abortable } from './abort'
import { isSafeMethod } from './redirects'

/** How many writes are under way at the same time: as many connections as browsers open to a site by HTTP/1. */
const mostAtOnce = 6

/**
 * A fetcher that has no more than six writes under way: the others wait for their turn, so that the time limit of each
 * begins when it leaves, and not while it would wait for a connection. Files have turns of their own, as they take long. A
 * write that is sent as the page goes waits for nobody.
 */
export function limitWrites(fetcher: Fetcher): Fetcher {
  const [inTurn, filesInTurn] = [createTurns(), createTurns()]
  return fetcherLike(fetcher, (request) => {
    const { method = 'GET', body, keepalive, signal } = request
    if (isSafeMethod(method.toUpperCase()) || keepalive) return fetcher(request)
    return (body ? filesInTurn : inTurn)(async () => fetcher(request), signal)
  })
}

/** Runs work while there is a place for it, in the order of the calls. */
function createTurns() {
  let free = mostAtOnce
  const waiting = new Set<() => void>()

  function leave(): void {
    const [next] = waiting
    if (next === undefined) free++
    else {
      waiting.delete(next)
      next()
    }
  }

  async function wait(signal: AbortSignal | undefined): Promise<void> {
    let begin = () => {}
    const turn = new Promise<void>((resolve) => waiting.add((begin = resolve)))
    try {
      await abortable(turn, signal)
    } catch (error) {
      // Its turn may have come in the same tick.
      if (!waiting.delete(begin)) leave()
      throw error
    }
  }

  return async <Result>(work: () => Promise<Result>, signal: AbortSignal | undefined): Promise<Result> => {
    if (free > 0) free--
    else await wait(signal)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
