import { createRestFetcher, RestError } from 'copydesk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeFetch, json, networkFailure, refusedNonce, rejectionOf } from './fakeFetch'
import { passes } from '../support/until'

const root = 'https://example.org/wp-json/'

afterEach(() => {
  vi.useRealTimers()
})

describe('an abort', () => {
  it('before the request sends nothing', async () => {
    const { fetch, calls } = fakeFetch(json({}))
    const signal = AbortSignal.abort()
    const error = await rejectionOf(createRestFetcher({ root, fetch })({ path: '/', signal }))
    expect(error).toBe(signal.reason)
    expect(error).toMatchObject({ name: 'AbortError' })
    expect(calls).toHaveLength(0)
  })

  it('during the request rejects at once with the AbortError itself', async () => {
    const controller = new AbortController()
    const { fetch, calls } = fakeFetch(() => new Promise(() => {}))
    const rejection = rejectionOf(
      createRestFetcher({ root, fetch })({ path: '/', signal: controller.signal }),
    )
    await passes(() => expect(calls).toHaveLength(1))
    controller.abort()
    expect(await rejection).toBe(controller.signal.reason)
    expect(await rejection).not.toBeInstanceOf(RestError)
    expect(calls[0]?.init.signal).toMatchObject({
      aborted: true,
      reason: controller.signal.reason as unknown,
    })
  })

  it('while the body arrives rejects with the AbortError', async () => {
    const controller = new AbortController()
    const answer = { status: 200, headers: new Headers(), text: () => new Promise(() => {}) }
    const fetch = vi.fn(async () => answer as unknown as Response)
    const rejection = rejectionOf(
      createRestFetcher({ root, fetch })({ path: '/', signal: controller.signal }),
    )
    await passes(() => expect(fetch).toHaveBeenCalled())
    controller.abort()
    expect(await rejection).toBe(controller.signal.reason)
  })

  it('in the wait between two attempts rejects at once and leaves no timer', async () => {
    vi.useFakeTimers()
    const controller = new AbortController()
    const { fetch, calls } = fakeFetch(networkFailure)
    const rejection = rejectionOf(
      createRestFetcher({ root, fetch })({ path: '/', signal: controller.signal }),
    )
    await vi.advanceTimersByTimeAsync(1)
    expect(vi.getTimerCount()).toBe(1)
    controller.abort()
    expect(await rejection).toMatchObject({ name: 'AbortError' })
    expect(vi.getTimerCount()).toBe(0)
    expect(calls).toHaveLength(1)
  })

  it('while the nonce is refreshed rejects at once, and others keep their refresh', async () => {
    const controller = new AbortController()
    let give: (nonce: string) => void = () => {}
    const refresh = vi.fn(() => new Promise<string>((resolve) => (give = resolve)))
    const { fetch } = fakeFetch((init) =>
      new Headers(init.headers).get('X-WP-Nonce') === 'good' ? json({ ok: true }) : refusedNonce(),
    )
    const fetcher = createRestFetcher({ root, fetch, nonce: { initial: 'old', refresh } })
    const rejection = rejectionOf(fetcher({ path: '/a', signal: controller.signal }))
    const other = fetcher({ path: '/b' })
    await passes(() => expect(refresh).toHaveBeenCalled())
    controller.abort()
    expect(await rejection).toMatchObject({ name: 'AbortError' })
    give('good')
    expect((await other).data).toEqual({ ok: true })
    expect(refresh).toHaveBeenCalledTimes(1)
  })

  it('after the answer changes nothing, and the signal is let go', async () => {
    const controller = new AbortController()
    const removed = vi.spyOn(controller.signal, 'removeEventListener')
    const { fetch } = fakeFetch(json({ ok: true }))
    const answer = await createRestFetcher({ root, fetch })({ path: '/', signal: controller.signal })
    controller.abort()
    expect(answer.data).toEqual({ ok: true })
    await passes(() => expect(removed).toHaveBeenCalled())
  })

  it.each(['enough', new Error('enough'), undefined, null])(
    'with the reason %s is an AbortError too',
    async (reason) => {
      const { fetch } = fakeFetch(json({}))
      const signal = AbortSignal.abort(reason)
      const error = await rejectionOf(createRestFetcher({ root, fetch })({ path: '/', signal }))
      expect(error).toMatchObject({ name: 'AbortError' })
    },
  )

  it('of a signal whose time ran out is a fetch_error and not repeated', async () => {
    const controller = new AbortController()
    const { fetch, calls } = fakeFetch(() => {
      controller.abort(new DOMException('Too slow.', 'TimeoutError'))
      throw controller.signal.reason
    })
    const { signal } = controller
    const error = await rejectionOf(createRestFetcher({ root, fetch })({ path: '/', signal }))
    expect(error).toMatchObject({ name: 'RestError', code: 'fetch_error', cause: signal.reason })
    expect(calls).toHaveLength(1)
  })

  it('that the fetch makes of its own is a failure, which says so', async () => {
    const own = new DOMException('Too slow.', 'AbortError')
    const { fetch } = fakeFetch(own)
    const { signal } = new AbortController()
    const fetcher = createRestFetcher({ root, fetch, retry: false })
    expect(await rejectionOf(fetcher({ path: '/', signal }))).toMatchObject({
      code: 'fetch_error',
      message: expect.stringContaining('such as a time limit of your own'),
      cause: own,
    })
  })
})
