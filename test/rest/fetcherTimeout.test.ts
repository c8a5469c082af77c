import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRestFetcher, type RestFetcherOptions } from 'copydesk'
import { fakeFetch, json } from './fakeFetch'

const root = 'https://example.org/wp-json/'
const never = () => new Promise<Response>(() => {})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** How a request stands after a time. */
function watch(promise: Promise<unknown>) {
  let ended: unknown = 'under way'
  promise.then(
    () => (ended = 'answered'),
    (error: unknown) => (ended = error),
  )
  return async (milliseconds: number) => {
    await vi.advanceTimersByTimeAsync(milliseconds)
    return ended
  }
}

describe('a request that never ends', () => {
  it.each(['GET', 'PUT', 'POST', 'DELETE'])('is given up after a minute: %s', async (method) => {
    const { fetch, calls } = fakeFetch(never)
    const after = watch(createRestFetcher({ root, fetch })({ path: '/wp/v2/posts/1', method }))
    expect(await after(59_999)).toBe('under way')
    expect(await after(1)).toMatchObject({
      name: 'RestError',
      code: 'timeout_error',
      status: 0,
      message: expect.stringContaining(`${method} /wp/v2/posts/1`),
    })
    expect(calls).toHaveLength(1)
    expect(calls[0]?.init.signal?.aborted).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is given up after the time that the option says', async () => {
    const { fetch } = fakeFetch(never)
    const after = watch(createRestFetcher({ root, fetch, timeout: 500 })({ path: '/' }))
    expect(await after(500)).toMatchObject({ code: 'timeout_error' })
  })

  it.each([0, false, Infinity] as const)('is waited for with timeout: %s', async (timeout) => {
    const { fetch } = fakeFetch(never)
    const after = watch(createRestFetcher({ root, fetch, timeout })({ path: '/' }))
    expect(await after(3_600_000)).toBe('under way')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is given up while its body does not come, and not while it comes slowly', async () => {
    let send: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (send = controller) })
    const { fetch } = fakeFetch(() => new Response(body))
    const request = createRestFetcher({ root, fetch, timeout: 1000 })({ path: '/' })
    const after = watch(request)
    for (const part of ['{"title":', '"Tides', ' é"}'])
      for (const byte of new TextEncoder().encode(part)) {
        send?.enqueue(new Uint8Array([byte]))
        expect(await after(900)).toBe('under way')
      }
    send?.close()
    expect(await after(0)).toBe('answered')
    expect((await request).data).toEqual({ title: 'Tides é' })

    const stuck = fakeFetch(() => new Response(new ReadableStream<Uint8Array>({})))
    const stopped = watch(createRestFetcher({ root, fetch: stuck.fetch, timeout: 1000 })({ path: '/' }))
    expect(await stopped(1000)).toMatchObject({ code: 'timeout_error' })
  })

  it('for a new nonce leaves the refusal as it was', async () => {
    const refused = json({ code: 'rest_cookie_invalid_nonce', message: 'Cookie check failed' }, 403)
    const fetch = async (url: string) => (url.includes('nonce') ? never() : refused.clone())
    const nonce = { initial: 'old', refresh: 'https://example.org/nonce' }
    const after = watch(createRestFetcher({ root, fetch, nonce })({ path: '/' }))
    expect(await after(60_000)).toMatchObject({ code: 'rest_cookie_invalid_nonce' })
  })

  it('leaves no timer when it is aborted', async () => {
    const { fetch } = fakeFetch(never)
    const controller = new AbortController()
    const after = watch(createRestFetcher({ root, fetch })({ path: '/', signal: controller.signal }))
    await after(10)
    controller.abort()
    expect(await after(0)).toMatchObject({ name: 'AbortError' })
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('an answer that drips without end', () => {
  /** Answers with a blank each 300 ms, for ever; tells when the reader has given it up. */
  function dripping() {
    let isGivenUp = false
    let timer: ReturnType<typeof setInterval> | undefined
    const stop = () => {
      isGivenUp = true
      clearInterval(timer)
    }
    const fetch = async (_: string, { signal }: RequestInit) => {
      const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        timer = setInterval(() => controller.enqueue(new Uint8Array([32])), 300)
        signal?.addEventListener('abort', () => {
          stop()
          controller.error(signal.reason)
        })
      }
      return new Response(new ReadableStream({ start, cancel: stop }))
    }
    return { fetch, isGivenUp: () => isGivenUp }
  }

  it.each(['GET', 'PUT'])('is given up after five minutes, and says so: %s', async (method) => {
    const { fetch, isGivenUp } = dripping()
    const after = watch(createRestFetcher({ root, fetch })({ path: '/wp/v2/posts/1', method }))
    expect(await after(299_999)).toBe('under way')
    expect(await after(1)).toMatchObject({
      name: 'RestError',
      code: 'timeout_error',
      message: expect.stringContaining(`The answer to ${method} /wp/v2/posts/1 was still arriving`),
    })
    expect(isGivenUp()).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is given up after the time that the option says, also where nobody looks for progress', async () => {
    for (const options of [{ bodyTimeout: 2000 }, { bodyTimeout: 2000, timeout: false as const }]) {
      const { fetch } = dripping()
      const after = watch(createRestFetcher({ root, fetch, ...options })({ path: '/' }))
      expect(await after(1999)).toBe('under way')
      expect(await after(1)).toMatchObject({ code: 'timeout_error' })
    }
  })

  it.each([
    ['bodyTimeout: false', { bodyTimeout: false as const }],
    ['a bodyTimeout that no timer can wait for', { bodyTimeout: 1e12 }],
    ['timeout: false', { timeout: false as const }],
  ])('is waited for with %s', async (_, options) => {
    const { fetch } = dripping()
    const controller = new AbortController()
    const { signal } = controller
    const after = watch(createRestFetcher({ root, fetch, ...options })({ path: '/', signal }))
    expect(await after(600_000)).toBe('under way')
    controller.abort()
    expect(await after(0)).toMatchObject({ name: 'AbortError' })
  })
})

describe('the body of an answer', () => {
  it.each([
    ['once where no time limit watches it', { timeout: false as const }, 0],
    ['and watched on a copy where one does', {}, 1],
  ])('is read %s', async (_, options, copies) => {
    const answer = json({ id: 1 })
    const clone = vi.spyOn(answer, 'clone')
    const fetcher = createRestFetcher({ root, fetch: async () => answer, ...options })
    expect((await fetcher({ path: '/' })).data).toEqual({ id: 1 })
    expect(clone).toHaveBeenCalledTimes(copies)
  })
})

describe('an answer that comes after its request was given up', () => {
  it('starts no clock with a body that never ends either', async () => {
    let answer: (response: Response) => void = () => undefined
    const fetch = () => new Promise<Response>((resolve) => (answer = resolve))
    const after = watch(createRestFetcher({ root, fetch, timeout: 100 })({ path: '/' }))
    expect(await after(100)).toMatchObject({ code: 'timeout_error' })
    answer(new Response(new ReadableStream<Uint8Array>({})))
    await after(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('by a fetch that no signal stops, changes nothing and starts no clock', async () => {
    let answer: (response: Response) => void = () => undefined
    const fetch = () => new Promise<Response>((resolve) => (answer = resolve))
    const after = watch(createRestFetcher({ root, fetch, timeout: 100 })({ path: '/' }))
    expect(await after(100)).toMatchObject({ code: 'timeout_error' })
    answer(json({ id: 1 }))
    expect(await after(0)).toMatchObject({ code: 'timeout_error' })
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('an upload', () => {
  /** An XMLHttpRequest that sends when it is told to. */
  class SlowXhr {
    static last: SlowXhr | undefined
    upload: { onprogress: (event: object) => void } = { onprogress: () => {} }
    responseURL = ''
    status = 201
    responseText = '{"id":1}'
    onload = () => {}
    onloadend = () => {}
    open = () => {}
    setRequestHeader = () => {}
    getResponseHeader = () => null
    send = () => void (SlowXhr.last = this)
    abort = () => this.onloadend()
    told = (loaded: number) => this.upload.onprogress({ loaded, total: 9, lengthComputable: true })
    end = () => (this.onload(), this.onloadend())
  }

  it('may take as long as it likes while something leaves', async () => {
    vi.stubGlobal('XMLHttpRequest', SlowXhr)
    const body = new FormData()
    const after = watch(createRestFetcher({ root })({ path: '/wp/v2/media', method: 'POST', body }))
    await after(0)
    for (let i = 0; i < 9; i++) {
      SlowXhr.last?.told(i)
      expect(await after(50_000)).toBe('under way')
    }
    SlowXhr.last?.end()
    expect(await after(0)).toBe('answered')
  })

  it('is given up when nothing leaves any more', async () => {
    vi.stubGlobal('XMLHttpRequest', SlowXhr)
    const onProgress = vi.fn()
    const request = { path: '/wp/v2/media', method: 'POST', body: new FormData(), onProgress }
    const after = watch(createRestFetcher({ root })(request))
    await after(0)
    SlowXhr.last?.told(3)
    expect(onProgress).toHaveBeenCalledWith({ loaded: 3, total: 9 })
    expect(await after(60_000)).toMatchObject({ code: 'timeout_error' })
  })

  it.each([
    ['a form', () => formWith(new Blob(['x'.repeat(3_000_000)]))],
    ['a file', () => new Blob(['x'.repeat(3_000_000)])],
    ['bytes', () => new Uint8Array(3_000_000)],
  ])('may take a second for each 10 kB where nothing tells how much has left: %s', async (what, body) => {
    const { fetch } = fakeFetch(never)
    const request = { path: '/wp/v2/media', method: 'POST', body: body() }
    const after = watch(createRestFetcher({ root, fetch })(request))
    expect(await after(359_999)).toBe('under way')
    expect(await after(1)).toMatchObject({ code: 'timeout_error' })
  })

  it('of a stream is waited for until its answer begins', async () => {
    let answer: (response: Response) => void = () => {}
    const { fetch } = fakeFetch(() => new Promise((resolve) => (answer = resolve)))
    const request = { path: '/wp/v2/media', method: 'POST', body: new ReadableStream() }
    const after = watch(createRestFetcher({ root, fetch })(request))
    expect(await after(600_000)).toBe('under way')
    answer(new Response(new ReadableStream<Uint8Array>({})))
    expect(await after(60_000)).toMatchObject({ code: 'timeout_error' })
  })
})

function formWith(file: Blob): FormData {
  const form = new FormData()
  form.append('file', file)
  return form
}

describe('the option timeout', () => {
  it.each(['60', -1, Number.NaN, null])('is refused when it is %s', (timeout) => {
    for (const option of ['timeout', 'bodyTimeout']) {
      const options = { root, [option]: timeout } as unknown as RestFetcherOptions
      expect(() => createRestFetcher(options)).toThrow(`${option} is ${String(timeout)}. Give milliseconds`)
    }
  })

  it('is in time for a site that answers', async () => {
    const { fetch } = fakeFetch(json({ id: 1 }))
    expect((await createRestFetcher({ root, fetch })({ path: '/' })).data).toEqual({ id: 1 })
    expect(vi.getTimerCount()).toBe(0)
  })
})
