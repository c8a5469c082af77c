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

function abortErrorOf(signal: AbortSignal): unknown {
  const reason: unknown = signal.reason
  if (isAbortError(reason)) return reason
  if (reason instanceof Error && reason.name === 'TimeoutError')
    return toRestError(reason, 'In time, the request')
  return new DOMException('The request was aborted.', 'AbortError')
}
