import { RestError } from './restError'

/** Milliseconds without progress after which a request is given up. */
export const defaultTimeout = 60_000

/** Says that a request has moved on. */
export type Progressed = (allowance?: number) => void

/** Bytes a millisecond that an upload is expected to make at least where nothing tells how much of it has left. */
const slowestUpload = 10

/** The milliseconds that a body may take to leave unseen; undefined where nobody knows how long it is. */
export function timeToSend(body: BodyInit | null | undefined): number | undefined {
  const size = sizeOf(body)
  return size === undefined ? undefined : size / slowestUpload
}

function sizeOf(body: unknown): number | undefined {
  if (body === undefined || body === null) return 0
  if (typeof body === 'string') return body.length
  if (body instanceof FormData) {
    let size = 0
    body.forEach((value) => (size += typeof value === 'string' ? value.length : value.size))
    return size
  }
  const { size, byteLength } = Object(body) as { size?: unknown; byteLength?: unknown }
  if (typeof byteLength === 'number') return byteLength
  return body instanceof Blob && typeof size === 'number' ? size : undefined
}

/**
 * Runs a request that is given up once nothing has moved for `limit` milliseconds. The work is given a signal to send by,
 * and a function to call whenever something has left or arrived, with the milliseconds that the next step may take in
 * addition: its first call starts the clock.
 *
 * @param limit - Milliseconds; 0 for no limit.
 * @throws RestError `timeout_error`; the reason of `signal` when that aborts; what the work rejects with.
 */
export function withinTimeLimit<Result>(
  limit: number,
  request: string,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal | undefined, progressed: Progressed) => Promise<Result>,
): Promise<Result> {
  if (limit === 0) return work(signal, () => undefined)
  return new Promise((resolve, reject) => {
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const finish = () => {
      isOver = true
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
    const giveUp = (reason: unknown) => {
      finish()
      controller.abort(reason)
      reject(reason)
    }
    const abort = () => giveUp(signal?.reason)
    const progressed: Progressed = (allowance = 0) => {
      clearTimeout(timer)
      if (!isOver) timer = setTimeout(() => giveUp(timeoutError(request, limit)), limit + allowance)
    }
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort)
    work(controller.signal, progressed).finally(finish).then(resolve, reject)
  })
}

function timeoutError(request: string, limit: number): RestError {
  return new RestError({
    code: 'timeout_error',
    message: `${request} made no progress for ${limit} ms and was given up. Raise createRestFetcher's timeout for a slower site.`,
  })
}
