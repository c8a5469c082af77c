import { codeOf, isOfCustomField, statusOf, type RestError } from '../../rest/restError'
import { mayBeDone } from '../../saving/settleEdits'

/** What the failure of a queued write comes to. */
export interface Verdict {
  /** `again`: nobody has refused it; `signedOut`: all wait until somebody signs in; `held`: it was refused. */
  readonly kind: 'again' | 'signedOut' | 'held'
  /** Whether the server may have done it nevertheless. */
  readonly mayBeDone: boolean
  /** How long the server wants to be left alone, in milliseconds: ten minutes at most. */
  readonly retryAfter?: number
}

/** The longest that `Retry-After` is believed, in milliseconds: one wrong answer must not put the queue to sleep for a year. */
export const longestRetryAfter = 600_000

/** What a failure comes to, at a time in milliseconds. */
export function verdictOf(error: unknown, now: number): Verdict {
  const [status, code] = [statusOf(error), codeOf(error)]
  if (status === 401 || code === 'rest_cookie_invalid_nonce' || code === 'other_user')
    return { kind: 'signedOut', mayBeDone: false }
  // The fields of the post itself are saved then.
  if (isOfCustomField(error)) return { kind: 'held', mayBeDone: true }
  if (mayBeDone(error)) return again(!hasNeverLeft(error), retryAfterOf(error, now))
  // The first try is still under way there.
  if (code === 'rest_idempotency_running') return again(true, retryAfterOf(error, now))
  if (status === 408 || status === 425 || status === 429) return again(false, retryAfterOf(error, now))
  return { kind: 'held', mayBeDone: false }
}

/**
 * Whether a failure is about this write alone, as far as anybody can tell: the server has answered, and not that it can't
 * serve anybody now.
 */
export function isOfOneWrite(error: unknown): boolean {
  return ![0, 408, 425, 429, 502, 503, 504].includes(statusOf(error))
}

/** What says that there was no connection to send it by, in runtimes that say so; browsers do not. */
const unconnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH)$/

/** Whether a request has surely not reached anybody. */
function hasNeverLeft(error: unknown): boolean {
  let cause = (Object(error) as { readonly cause?: unknown }).cause
  for (let depth = 0; depth < 5 && cause !== undefined; depth++) {
    const { code, cause: next } = Object(cause) as { readonly code?: unknown; readonly cause?: unknown }
    if (typeof code === 'string' && unconnected.test(code)) return true
    cause = next
  }
  return false
}

function again(mayBeDone: boolean, retryAfter: number | undefined): Verdict {
  return { kind: 'again', mayBeDone, ...(retryAfter !== undefined && { retryAfter }) }
}

function retryAfterOf(error: unknown, now: number): number | undefined {
  const { headers } = Object(error) as Partial<Pick<RestError, 'headers'>>
  const given = headers?.get('Retry-After')?.trim()
  if (!given) return undefined
  if (/^\d+$/.test(given)) return Math.min(Number(given) * 1000, longestRetryAfter)
  const date = Date.parse(given)
  return /[a-z]/i.test(given) && date >= 0 ? Math.min(Math.max(0, date - now), longestRetryAfter) : undefined
}

/** How long to wait before another try, in milliseconds: 1, 2, 4 … 60 s, and up to a quarter of it less. */
export function pauseAfter(failures: number, random: () => number = Math.random): number {
  const longest = Math.min(60_000, 1000 * 2 ** Math.min(failures - 1, 10))
  return longest * (1 - random() / 4)
}
