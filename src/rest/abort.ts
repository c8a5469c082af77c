import { fetcherLike, type Fetcher, type FetchRequest } from '../core/fetchContract'
import { isAbortError, toRestError } from './restError'

/**
 * Settles as the promise does, but rejects at once when the signal aborts: with the signal's own `AbortError`,
 * a new one where it was aborted with another reason, or `fetch_error` where its time ran out.
 */
export function abortable<Result>(promise: Promise<Result>, signal?: AbortSignal): Promise<Result> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const stop = () => reject(abortErrorOf(signal))
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Whether a request was given up by its own signal. A fetcher that gives up by itself, after some time, has failed. */
export function isGivenUp(error: unknown, signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true && isAbortError(error)
}

/** A fetcher that rejects with an `AbortError` only where the request's own signal has aborted: else it is a `fetch_error`. */
export function abortedBySignal(fetcher: Fetcher): Fetcher {
  return fetcherLike(fetcher, async (request) => {
    try {
      return await fetcher(request)
    } catch (error) {
      throw isAbortError(error) && !request.signal?.aborted ? toRestError(error, labelOf(request)) : error
    }
  })
}

/** Names a request in a message: its method and its path. */
function labelOf({ method = 'GET', path, url }: FetchRequest): string {
  return `${method.toUpperCase()} ${(url ?? path ?? '').split('?')[0]}`
}

function abortErrorOf(signal: AbortSignal): unknown {
  const reason: unknown = signal.reason
  if (isAbortError(reason)) return reason
  if (reason instanceof Error && reason.name === 'TimeoutError') return toRestError(reason, 'In time, it')
  return new DOMException('The request was aborted.', 'AbortError')
}
