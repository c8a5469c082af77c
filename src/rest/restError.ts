import { linkTo, statusIn } from '../core/errors'
import type { ResponseHeaders } from '../core/fetchContract'
import { isObject } from '../core/plain'

/** What a `RestError` is made of. */
export interface RestErrorParts {
  /** Machine-readable word; see {@link RestError}. */
  code: string
  /** What happened, in the server's words or for developers; where there is none, as in production, the code and a link. */
  message: string
  /** Names the request in the place of a missing message, `GET /wp/v2/posts` for example. */
  request?: string
  /** HTTP status. Default 0: no answer. */
  status?: number
  /** Details sent by the server, or those of the code. Default null. */
  data?: unknown
  /** What was thrown underneath. */
  cause?: unknown
  /** Headers of the answer, never those of the request. */
  headers?: ResponseHeaders | undefined
  /** The parsed body of the answer. */
  body?: unknown
}

/**
 * A request that failed, with the reason as `code`.
 *
 * - the server's own code and message, `data` as the server sent it; with problem details (`title`, `detail`), JSON:API's
 *   `errors` and `{ error }`, `data` is the whole body
 * - `invalid_json`: the body is not JSON; `data` is `{ status, excerpt }` with its first 100 characters
 * - `unknown_error`: an error status whose JSON body has no code; `data` is that body
 * - `fetch_error`: no answer came (network, CORS, a signal's time-out); `status` is 0
 * - `timeout_error`: the request made no progress within the fetcher's `timeout`; `status` is 0
 * - `redirected`: a write was answered by a redirect, so that nobody knows whether it was done; `status` is that of the
 *   redirect where the platform says which
 * - `offline_error`: the same while the browser says it is offline
 *
 * It never holds what was sent: neither headers nor body. `JSON.stringify` gives its plain parts.
 */
export class RestError extends Error {
  override readonly name = 'RestError'
  /** Machine-readable reason. */
  readonly code: string
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** Details of the failure; null where there are none. */
  readonly data: unknown
  /** Headers of the answer, null when none came; not enumerable, so they stay out of logs. */
  declare readonly headers: ResponseHeaders | null
  /** The parsed body of the answer, undefined when none came; not enumerable either. */
  declare readonly body: unknown

  constructor(parts: RestErrorParts) {
    const { code, message, request, status = 0, data = null, cause, headers, body } = parts
    super(
      message || [request, linkTo(code)].filter(Boolean).join(': '),
      cause === undefined ? undefined : { cause },
    )
    this.code = code
    this.status = status
    this.data = data
    Object.defineProperty(this, 'headers', { value: headers ?? null })
    Object.defineProperty(this, 'body', { value: body })
  }

  /** The parts that are plain data. */
  toJSON(): { name: string; code: string; message: string; status: number; data: unknown } {
    const { message } = this
    return { ...this, message }
  }
}

/** True for the error of an aborted request, whichever realm or library made it. */
export function isAbortError(error: unknown): boolean {
  return isObject(error) && error.name === 'AbortError'
}

/** The HTTP status of what a request rejected with, whichever fetcher made it; 0 where no answer came. */
export function statusOf(error: unknown): number {
  return statusIn(error) ?? 0
}

/** The code of what a request rejected with; `''` where it has none. */
export function codeOf(error: unknown): string {
  const { code } = Object(error) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Whether a custom field was refused, which has its name as the key: WordPress has saved the fields of the post itself then. */
export function isOfCustomField(error: unknown): boolean {
  const { data } = Object(error) as Partial<RestError>
  return statusOf(error) === 403 && isObject(data) && 'key' in data
}

/**
 * Gives the `RestError` for what a request threw instead of an answer: `offline_error` or `fetch_error`. Ask
 * first whether its own signal aborted it.
 *
 * @param request - Names the request in the message, `GET /wp/v2/posts` for example.
 */
export function toRestError(cause: unknown, request: string): RestError {
  const isOffline = typeof navigator !== 'undefined' && navigator.onLine === false
  return new RestError({
    code: isOffline ? 'offline_error' : 'fetch_error',
    message: `${request} was not answered. ${
      isOffline
        ? 'The browser is offline.'
        : isAbortError(cause)
          ? 'Something else than its signal aborted it, such as a time limit of your own.'
          : 'Check the connection and the CORS settings of the site.'
    }`,
    request,
    cause,
  })
}
