import { RestError } from './restError'

/** Milliseconds without progress after which a request is given up. */
export const defaultTimeout = 60_000

/** Milliseconds that the body of an answer may take in all. */
export const defaultBodyTimeout = 300_000

/** Says that a request has moved on. */
export type Progressed = (allowance?: number) => void

/** How long a request may take, in milliseconds; 0 for no limit. */
export interface TimeLimits {
  /** Without progress. */
  readonly timeout: number
  /** From the beginning of the answer to its end, however steadily it comes. */
  readonly bodyTimeout: number
}

/** What the work says of how far it is. */
export interface Watched {
  /**
   * Something has left or arrived: the clock starts anew, with the milliseconds that the next step may take in addition.
   * Undefined where nobody wants to know.
   */
  readonly progressed: Progressed | undefined
  /** The answer begins. */
  readonly answered: () => void
}

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
 * Runs a request that is given up once nothing has moved for some time, or once its answer goes on for too long. The work
 * is given a signal to send by, and what to call on its way: the first call of each starts its clock.
 *
 * @throws RestError `timeout_error`; the reason of `signal` when that aborts; what the work rejects with.
 */
export function withinTimeLimit<Result>(
  { timeout, bodyTimeout }: TimeLimits,
  request: string,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal | undefined, watched: Watched) => Promise<Result>,
): Promise<Result> {
  if (timeout === 0 && bodyTimeout === 0)
    return work(signal, { progressed: undefined, answered: () => undefined })
  return new Promise((resolve, reject) => {
    const controller = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let bodyTimer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    const finish = () => {
      isOver = true
      clearTimeout(timer)
      clearTimeout(bodyTimer)
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
      if (!isOver) timer = setTimeout(() => giveUp(timeoutError(request, timeout)), timeout + allowance)
    }
    const answered = () => {
      if (isOver || bodyTimeout === 0) return
      bodyTimer = setTimeout(() => giveUp(bodyTimeoutError(request, bodyTimeout)), bodyTimeout)
    }
    if (signal?.aborted) return abort()
    signal?.addEventListener('abort', abort)
    const watched = { progressed: timeout === 0 ? undefined : progressed, answered }
    work(controller.signal, watched).finally(finish).then(resolve, reject)
  })
}

function timeoutError(request: string, limit: number): RestError {
  return new RestError({
    code: 'timeout_error',
    message: `${request} made no progress for ${limit} ms and was given up. Raise createRestFetcher's timeout for a slower site.`,
    request,
  })
}

function bodyTimeoutError(request: string, limit: number): RestError {
  return new RestError({
    code: 'timeout_error',
    message: `The answer to ${request} was still arriving after ${limit} ms and was given up. Ask for less at once, or raise createRestFetcher's bodyTimeout.`,
    request,
  })
}
