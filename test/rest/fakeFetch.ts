import { vi } from 'vitest'

/** One request as the fake saw it. */
export interface SeenCall {
  url: string
  method: string | undefined
  headers: Headers
  body: RequestInit['body']
  init: RequestInit
}

type Step = Response | Error | ((init: RequestInit) => Response | Promise<Response>)

const mostCalls = 100

/** A `fetch` that answers with one step per call (the last one again and again) and keeps what it was given. */
export function fakeFetch(...steps: Step[]) {
  const calls: SeenCall[] = []
  const fetch = vi.fn(async (url: string, init: RequestInit): Promise<Response> => {
    calls.push({ url, method: init.method, headers: new Headers(init.headers), body: init.body, init })
    init.signal?.throwIfAborted()
    // Who asks without end fails here, instead of hanging.
    if (calls.length > mostCalls) throw new Error(`The fake was called more than ${mostCalls} times.`)
    const step = steps[Math.min(calls.length, steps.length) - 1]
    if (step === undefined) throw new Error('The fake has no answer.')
    if (step instanceof Error) throw step
    return step instanceof Response ? step.clone() : step(init)
  })
  return { fetch, calls }
}

/** A JSON answer. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  })
}

/** What WordPress answers to an expired nonce. */
export function refusedNonce(): Response {
  return json(
    { code: 'rest_cookie_invalid_nonce', message: 'Cookie check failed', data: { status: 403 } },
    403,
  )
}

/** The network failure that `fetch` rejects with. */
export const networkFailure = new TypeError('fetch failed')

/** What a promise rejects with; fails the test where it resolves. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    () => ({ resolved: true, error: undefined }),
    (error: unknown) => ({ resolved: false, error }),
  )
  if (outcome.resolved) throw new Error('The promise resolved, but a rejection was expected.')
  return outcome.error
}
