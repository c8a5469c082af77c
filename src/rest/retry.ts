import { abortable } from './abort'
import type { RetryOptions } from '../core/fetchContract'
import { RestError } from './restError'

const LONGEST_RETRY_AFTER = 60_000

/**
 * Runs an attempt, and again after a growing wait while it fails in a way that may pass: `fetch_error`, and
 * status 429 and 502 to 504. The server's `Retry-After` sets the wait where it is sent; above 60 s there is
 * none and the failure stands. `offline_error` is not repeated: waiting does not bring the connection back, so
 * the caller should fetch again when the browser says it is online.
 *
 * @throws what the last attempt rejected with, or the signal's `AbortError` at once, in a wait as well.
 */
export async function withRetry<Result>(
  attempt: () => Promise<Result>,
  options: RetryOptions & { signal?: AbortSignal } = {},
): Promise<Result> {
  const { retries = 3, signal } = options
  for (let repeats = 0; ; repeats++) {
    try {
      return await attempt()
    } catch (error) {
      const wait = repeats < retries && !signal?.aborted ? waitAfter(error, repeats, options) : null
      if (wait === null) throw error
      await pause(wait, signal)
    }
  }
}

function waitAfter(error: unknown, repeats: number, options: RetryOptions): number | null {
  const { baseDelay = 500, maxDelay = 8000, random = Math.random } = options
  if (!(error instanceof RestError)) return null
  const { code, status } = error
  if (code !== 'fetch_error' && status !== 429 && !(status >= 502 && status <= 504)) return null
  const asked = readRetryAfter(error.headers?.get('Retry-After'))
  if (asked !== null) return asked > LONGEST_RETRY_AFTER ? null : asked
  return Math.min(maxDelay, baseDelay * 2 ** repeats) * (1 - random() / 2)
}

function readRetryAfter(header: string | null | undefined): number | null {
  if (!header) return null
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000
  // What else JavaScript takes for a date, such as `in 5 minutes`, would be one long ago.
  const date = /^\s*[a-z]+,? .*\d:\d\d/i.test(header) ? Date.parse(header) : NaN
  return date >= 0 ? Math.max(0, date - Date.now()) : null
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout>
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  return abortable(passed, signal).finally(() => clearTimeout(timer))
}
