// @vitest-environment happy-dom
import { createRestFetcher, type UploadProgress } from 'copydesk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { uploadWithProgress } from '../../src/rest/uploadWithProgress'
import { fakeFetch, json, rejectionOf } from './fakeFetch'
import { passes } from '../support/until'

const root = 'https://example.org/wp-json/'
const upload = { path: '/wp/v2/media', method: 'POST' }

/** An XMLHttpRequest that is answered by hand. */
class FakeXhr {
  static latest: FakeXhr | null = null
  static count = 0
  headers = new Headers()
  upload: { onprogress: ((event: ProgressEvent) => void) | null } = { onprogress: null }
  onload: (() => void) | null = null
  onloadend: (() => void) | null = null
  withCredentials = false
  status = 0
  responseText = ''
  answerHeaders = new Headers()
  opened: string[] = []
  sent: unknown = 'nothing'
  aborted = false

  constructor() {
    FakeXhr.latest = this
    FakeXhr.count++
  }
  open(method: string, url: string) {
    this.opened = [method, url]
  }
  setRequestHeader(name: string, value: string) {
    this.headers.set(name, value)
  }
  getResponseHeader(name: string) {
    return this.answerHeaders.get(name)
  }
  send(body: unknown) {
    this.sent = body
  }
  abort() {
    this.aborted = true
    this.onloadend?.()
  }
  progress(loaded: number, total: number, lengthComputable = true) {
    this.upload.onprogress?.(Object.assign(new Event('progress'), { loaded, total, lengthComputable }))
  }
  answer(status: number, body: string, headers: Record<string, string> = {}) {
    this.status = status
    this.responseText = body
    this.answerHeaders = new Headers(headers)
    this.onload?.()
    this.onloadend?.()
  }
  fail() {
    this.onloadend?.()
  }
}

/** The request under way. */
async function started(): Promise<FakeXhr> {
  return passes(() => {
    if (FakeXhr.latest?.sent === 'nothing' || !FakeXhr.latest) throw new Error('Nothing was sent yet.')
    return FakeXhr.latest
  })
}

beforeEach(() => {
  FakeXhr.latest = null
  FakeXhr.count = 0
  vi.stubGlobal('XMLHttpRequest', FakeXhr)
  vi.stubGlobal('fetch', fakeFetch(json({ by: 'fetch' })).fetch)
})
afterEach(() => vi.unstubAllGlobals())

describe('a request with onProgress', () => {
  it('may be a read, which may have been redirected', async () => {
    const answer = createRestFetcher({ root })({ path: '/wp/v2/posts/1', onProgress: () => {} })
    const xhr = await started()
    Object.assign(xhr, { responseURL: 'https://example.org/wp-json/wp/v2/posts/1?moved' })
    xhr.answer(200, '{"id":1}')
    expect((await answer).data).toEqual({ id: 1 })
    expect(xhr.opened).toEqual(['GET', 'https://example.org/wp-json/wp/v2/posts/1'])
  })

  it('goes through XMLHttpRequest with the same method, address, headers and body', async () => {
    const body = new FormData()
    const answer = createRestFetcher({ root, nonce: 'n' })({ ...upload, body, onProgress: () => {} })
    const xhr = await started()
    xhr.answer(201, '{"id":5}', { 'X-Custom': 'yes' })
    expect((await answer).data).toEqual({ id: 5 })
    expect((await answer).status).toBe(201)
    expect((await answer).headers.get('x-custom')).toBe('yes')
    expect(xhr.opened).toEqual(['POST', 'https://example.org/wp-json/wp/v2/media'])
    expect(xhr.headers.get('X-WP-Nonce')).toBe('n')
    expect(xhr.headers.has('Content-Type')).toBe(false)
    expect(xhr.sent).toBe(body)
  })

  it('says how much is on its way', async () => {
    const told: UploadProgress[] = []
    const answer = createRestFetcher({ root })({ ...upload, body: 'x', onProgress: (now) => told.push(now) })
    const xhr = await started()
    xhr.progress(10, 100)
    xhr.progress(50, 0, false)
    xhr.answer(200, '{}')
    await answer
    expect(told).toEqual([
      { loaded: 10, total: 100 },
      { loaded: 50, total: null },
    ])
  })

  it.each([
    ['include', true],
    ['same-origin', false],
  ] as const)('sends cookies as credentials %s says', async (credentials, expected) => {
    const answer = createRestFetcher({ root, credentials })({ ...upload, body: 'x', onProgress: () => {} })
    const xhr = await started()
    xhr.answer(200, '{}')
    await answer
    expect(xhr.withCredentials).toBe(expected)
  })

  it("rejects with the server's error", async () => {
    const rejection = rejectionOf(createRestFetcher({ root })({ ...upload, body: 'x', onProgress: () => {} }))
    const xhr = await started()
    xhr.answer(413, '{"code":"rest_upload_too_large","message":"Too large."}')
    expect(await rejection).toMatchObject({ name: 'RestError', code: 'rest_upload_too_large', status: 413 })
  })

  it('rejects with fetch_error when no answer comes', async () => {
    const rejection = rejectionOf(createRestFetcher({ root })({ ...upload, body: 'x', onProgress: () => {} }))
    const xhr = await started()
    xhr.fail()
    expect(await rejection).toMatchObject({ name: 'RestError', code: 'fetch_error', status: 0 })
  })

  it('stops the upload when aborted and rejects with the AbortError', async () => {
    const controller = new AbortController()
    const request = { ...upload, body: 'x', signal: controller.signal, onProgress: () => {} }
    const rejection = rejectionOf(createRestFetcher({ root })(request))
    const xhr = await started()
    controller.abort()
    expect(await rejection).toMatchObject({ name: 'AbortError' })
    expect(xhr.aborted).toBe(true)
  })

  it('sends nothing when aborted while it is made ready', async () => {
    const controller = new AbortController()
    controller.abort()
    const init = { method: 'POST', headers: new Headers(), body: 'x', signal: controller.signal }
    const error = await rejectionOf(uploadWithProgress('https://example.org/', init, () => {}))
    expect(error).toMatchObject({ name: 'AbortError' })
    expect(FakeXhr.count).toBe(0)
  })

  it('lets go of the signal when it is answered', async () => {
    const controller = new AbortController()
    const request = { ...upload, body: 'x', signal: controller.signal, onProgress: () => {} }
    const answer = createRestFetcher({ root })(request)
    const xhr = await started()
    xhr.answer(200, '{}')
    await answer
    controller.abort()
    expect(xhr.aborted).toBe(false)
  })

  it('is repeated with a new nonce like any other', async () => {
    const nonce = { initial: 'old', refresh: async () => 'good' }
    const answer = createRestFetcher({ root, nonce })({ ...upload, body: 'x', onProgress: () => {} })
    const first = await started()
    FakeXhr.latest = null
    first.answer(403, '{"code":"rest_cookie_invalid_nonce","message":"Cookie check failed"}')
    const second = await started()
    second.answer(200, '{"ok":true}')
    expect((await answer).data).toEqual({ ok: true })
    expect(second.headers.get('X-WP-Nonce')).toBe('good')
  })

  it.each([
    ['to another origin, where cookies must stay away', { url: 'https://other.org/', body: 'x' }, {}],
    ['of a stream, which XMLHttpRequest cannot send', { path: '/', body: new ReadableStream() }, {}],
    [
      'without cookies, which XMLHttpRequest cannot promise',
      { path: '/', body: 'x' },
      { credentials: 'omit' },
    ],
  ] as const)('goes through fetch %s', async (what, request, options) => {
    const fetcher = createRestFetcher({ root, ...options })
    const answer = await fetcher({ method: 'POST', ...request, onProgress: () => {} })
    expect(answer.data).toEqual({ by: 'fetch' })
    expect(FakeXhr.count).toBe(0)
  })

  it('goes through the fetch that was injected', async () => {
    const { fetch, calls } = fakeFetch(json({ by: 'injected' }))
    const answer = await createRestFetcher({ root, fetch })({ ...upload, body: 'x', onProgress: () => {} })
    expect(answer.data).toEqual({ by: 'injected' })
    expect(calls).toHaveLength(1)
  })

  it('goes through fetch where there is no XMLHttpRequest', async () => {
    vi.stubGlobal('XMLHttpRequest', undefined)
    const answer = await createRestFetcher({ root })({ ...upload, body: 'x', onProgress: () => {} })
    expect(answer.data).toEqual({ by: 'fetch' })
  })
})

describe('a request without onProgress', () => {
  it('goes through fetch', async () => {
    const answer = await createRestFetcher({ root })({ ...upload, body: 'x' })
    expect(answer.data).toEqual({ by: 'fetch' })
    expect(FakeXhr.count).toBe(0)
  })
})
