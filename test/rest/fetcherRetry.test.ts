import { createRestFetcher, type FetchRequest, type RestFetcherOptions } from 'copydesk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeFetch, json, networkFailure, rejectionOf } from './fakeFetch'

const root = 'https://example.org/wp-json/'

/** How many calls a request makes at a site that never recovers. */
async function callsOf(request: FetchRequest, options: Partial<RestFetcherOptions> = {}, step?: Response) {
  const { fetch, calls } = fakeFetch(step ?? networkFailure)
  const rejection = rejectionOf(createRestFetcher({ root, fetch, ...options })(request))
  await vi.runAllTimersAsync()
  await rejection
  return calls.length
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('repeats', () => {
  it.each(['GET', 'HEAD', 'OPTIONS', 'get'])('come three times by default for %s', async (method) => {
    expect(await callsOf({ path: '/', method })).toBe(4)
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('do not come for %s', async (method) => {
    expect(await callsOf({ path: '/', method })).toBe(1)
  })

  it.each(['PUT', 'DELETE'])('do not come for %s that travels as POST either', async (method) => {
    expect(await callsOf({ path: '/', method }, { methodOverride: true })).toBe(1)
  })

  it.each([
    ['a read', {}, false, 1],
    ['a read with its own number', {}, { retries: 1 }, 2],
    ['a read that says no', { retry: false }, true, 1],
    ['a write that says yes', { method: 'POST', retry: true }, undefined, 4],
    ['a write that says how often', { method: 'POST', retry: { retries: 2 } }, undefined, 3],
    ['a write that says yes, with a number', { method: 'POST', retry: true }, { retries: 1 }, 2],
    ['a write that says nothing', { method: 'POST' }, { retries: 5 }, 1],
    ['a read that says yes against the fetcher', { retry: true }, false, 4],
  ])('for %s: %j at a fetcher with %j makes %i calls', async (what, request, retry, calls) => {
    expect(await callsOf({ path: '/', ...request }, { retry })).toBe(calls)
  })

  it.each([429, 502, 503, 504])('come after status %i, whatever its body', async (status) => {
    expect(await callsOf({ path: '/' }, {}, new Response('<html>', { status }))).toBe(4)
  })

  it('come after a truncated body with such a status only', async () => {
    expect(await callsOf({ path: '/' }, {}, new Response('[{'))).toBe(1)
  })

  it('do not come while the browser is offline', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    expect(await callsOf({ path: '/' })).toBe(1)
  })

  it('give the answer of the attempt that succeeds', async () => {
    const { fetch, calls } = fakeFetch(networkFailure, new Response('', { status: 503 }), json({ ok: true }))
    const answer = createRestFetcher({ root, fetch })({ path: '/' })
    await vi.runAllTimersAsync()
    expect((await answer).data).toEqual({ ok: true })
    expect(calls).toHaveLength(3)
  })

  it('wait for what Retry-After asks', async () => {
    const busy = json({ code: 'busy', message: 'Busy.' }, 429, { 'retry-after': '7' })
    const { fetch, calls } = fakeFetch(busy, json({}))
    const answer = createRestFetcher({ root, fetch })({ path: '/' })
    await vi.advanceTimersByTimeAsync(6999)
    expect(calls).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    await answer
    expect(calls).toHaveLength(2)
  })

  it('use the nonce and the credentials of their own moment', async () => {
    const tokens = ['first', 'second']
    const { fetch, calls } = fakeFetch(networkFailure, json({}))
    const authorization = () => ({ token: tokens.shift() ?? '' })
    const answer = createRestFetcher({ root, fetch, authorization })({ path: '/' })
    await vi.runAllTimersAsync()
    await answer
    expect(calls.map(({ headers }) => headers.get('Authorization'))).toEqual([
      'Bearer first',
      'Bearer second',
    ])
  })
})
