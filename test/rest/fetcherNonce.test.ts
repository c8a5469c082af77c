import { createRestFetcher } from 'copydesk'
import { describe, expect, it, vi } from 'vitest'
import { fakeFetch, json, refusedNonce, rejectionOf } from './fakeFetch'

const root = 'https://example.org/wp-json/'
const refreshPath = '/wp-admin/admin-ajax.php?action=rest-nonce'

/** A site that takes one nonce, and tells it at its refresh address. */
function site(valid: string, tell: () => Response | Promise<Response> = () => new Response(valid)) {
  const seen: string[] = []
  const fetch = vi.fn(async (url: string, init: RequestInit) => {
    if (url.includes('rest-nonce')) {
      seen.push('refresh')
      return tell()
    }
    const nonce = new Headers(init.headers).get('X-WP-Nonce')
    seen.push(`${init.method} ${nonce}`)
    return nonce === valid ? json({ ok: true }) : refusedNonce()
  })
  return { fetch, seen }
}

describe('a nonce', () => {
  it('goes along as X-WP-Nonce', async () => {
    const { fetch, seen } = site('good')
    await createRestFetcher({ root, fetch, nonce: 'good' })({ path: '/' })
    expect(seen).toEqual(['GET good'])
  })

  it('stays away while it is empty', async () => {
    const { fetch, calls } = fakeFetch(json({}))
    await createRestFetcher({ root, fetch, nonce: '' })({ path: '/' })
    expect(calls[0]?.headers.has('X-WP-Nonce')).toBe(false)
  })

  it('is replaced by that of an answer', async () => {
    const { fetch, calls } = fakeFetch(json({}, 200, { 'x-wp-nonce': 'newer' }), json({}))
    const fetcher = createRestFetcher({ root, fetch, nonce: 'old' })
    for (const path of ['/', '/', '/']) await fetcher({ path })
    expect(calls.map(({ headers }) => headers.get('X-WP-Nonce'))).toEqual(['old', 'newer', 'newer'])
  })

  it('is replaced by that of an error answer', async () => {
    const gone = json({ code: 'gone', message: 'Gone.' }, 404, { 'X-WP-Nonce': 'newer' })
    const { fetch, calls } = fakeFetch(gone, json({}))
    const fetcher = createRestFetcher({ root, fetch, nonce: 'old' })
    await rejectionOf(fetcher({ path: '/a' }))
    await fetcher({ path: '/b' })
    expect(calls[1]?.headers.get('X-WP-Nonce')).toBe('newer')
  })

  it('belongs to one fetcher only', async () => {
    const first = fakeFetch(json({}, 200, { 'X-WP-Nonce': 'newer' }))
    const second = fakeFetch(json({}))
    await createRestFetcher({ root, fetch: first.fetch, nonce: 'old' })({ path: '/' })
    await createRestFetcher({ root, fetch: second.fetch, nonce: 'old' })({ path: '/' })
    expect(second.calls[0]?.headers.get('X-WP-Nonce')).toBe('old')
  })
})

describe('an expired nonce', () => {
  const sources: [string, Parameters<typeof createRestFetcher>[0]['nonce']][] = [
    ['an address', { initial: 'old', refresh: `https://example.org${refreshPath}` }],
    ['an address relative to the root', { initial: 'old', refresh: refreshPath }],
    ['a function', { initial: 'old', refresh: async () => 'good' }],
    ['a function that gives a line', { initial: 'old', refresh: async () => 'good\n' }],
  ]

  it.each(sources)('is refreshed from %s, and the request repeated', async (what, nonce) => {
    const { fetch, seen } = site('good')
    const answer = await createRestFetcher({ root, fetch, nonce })({ path: '/' })
    expect(answer.data).toEqual({ ok: true })
    expect(seen.filter((call) => call !== 'refresh')).toEqual(['GET old', 'GET good'])
  })

  it('asks the address with cookies and past every cache', async () => {
    const { fetch } = site('good')
    const nonce = { initial: 'old', refresh: refreshPath }
    await createRestFetcher({ root, fetch, nonce })({ path: '/' })
    expect(fetch.mock.calls[1]).toMatchObject([
      `https://example.org${refreshPath}`,
      { credentials: 'same-origin', cache: 'no-store' },
    ])
  })

  it('is refreshed for a write too, which is sent again whole', async () => {
    const bodies: unknown[] = []
    const { fetch } = site('good')
    const spying = async (url: string, init: RequestInit) => {
      bodies.push(init.body)
      return fetch(url, init)
    }
    const nonce = { initial: 'old', refresh: async () => 'good' }
    const fetcher = createRestFetcher({ root, fetch: spying, nonce })
    await fetcher({ path: '/wp/v2/posts', method: 'POST', data: { title: 'A' } })
    expect(bodies).toEqual(['{"title":"A"}', '{"title":"A"}'])
  })

  it('is refreshed once for requests that fail together', async () => {
    const { fetch, seen } = site('good')
    const fetcher = createRestFetcher({ root, fetch, nonce: { initial: 'old', refresh: refreshPath } })
    await Promise.all([fetcher({ path: '/a' }), fetcher({ path: '/b' }), fetcher({ path: '/c' })])
    expect(seen.filter((call) => call === 'refresh')).toHaveLength(1)
    expect(seen.filter((call) => call === 'GET good')).toHaveLength(3)
  })

  it('is not refreshed for a late refusal of the one before', async () => {
    let letLateGo = () => {}
    const late = new Promise<void>((resolve) => (letLateGo = resolve))
    const { fetch, seen } = site('good')
    const delayed = async (url: string, init: RequestInit) => {
      const answer = await fetch(url, init)
      if (url.endsWith('/late') && answer.status === 403) await late
      return answer
    }
    const nonce = { initial: 'old', refresh: refreshPath }
    const fetcher = createRestFetcher({ root, fetch: delayed, nonce })
    const lateAnswer = fetcher({ path: '/late' })
    await fetcher({ path: '/early' })
    letLateGo()
    expect((await lateAnswer).data).toEqual({ ok: true })
    expect(seen.filter((call) => call === 'refresh')).toHaveLength(1)
  })

  it('is refreshed again when the new one expires later', async () => {
    const nonces = ['second', 'third']
    const refresh = vi.fn(async () => nonces.shift() ?? '')
    const { fetch } = fakeFetch(refusedNonce(), json(1), refusedNonce(), json(2))
    const fetcher = createRestFetcher({ root, fetch, nonce: { initial: 'first', refresh } })
    expect((await fetcher({ path: '/' })).data).toBe(1)
    expect((await fetcher({ path: '/' })).data).toBe(2)
    expect(refresh).toHaveBeenCalledTimes(2)
  })

  it('is refreshed only once for one request', async () => {
    const refresh = vi.fn(async () => 'bad-too')
    const { fetch, calls } = fakeFetch(refusedNonce())
    const fetcher = createRestFetcher({ root, fetch, nonce: { initial: 'old', refresh } })
    expect(await rejectionOf(fetcher({ path: '/' }))).toMatchObject({ code: 'rest_cookie_invalid_nonce' })
    expect(refresh).toHaveBeenCalledTimes(1)
    expect(calls).toHaveLength(2)
  })

  it('that is refused for ever fails after one new nonce, for reads and writes', async () => {
    let asked = 0
    const fetch = async () => {
      // A fetcher that renews without end shall fail this test, not hang it.
      if (++asked > 20) throw new DOMException('Asked twenty times.', 'AbortError')
      return refusedNonce()
    }
    const refresh = async () => `new-${asked}`
    const fetcher = createRestFetcher({ root, fetch, nonce: { initial: 'old', refresh } })
    for (const method of ['GET', 'PUT']) {
      asked = 0
      const error = await rejectionOf(fetcher({ path: '/', method }))
      expect(error).toMatchObject({ code: 'rest_cookie_invalid_nonce', status: 403 })
      expect(asked).toBe(2)
    }
  })

  it('passes through where no refresh is given, and says what to give', async () => {
    const { fetch, seen } = site('good')
    const error = await rejectionOf(createRestFetcher({ root, fetch, nonce: 'old' })({ path: '/' }))
    expect(error).toMatchObject({
      code: 'rest_cookie_invalid_nonce',
      status: 403,
      message:
        'Cookie check failed The nonce is too old, or of another session: pass nonce: { initial, refresh }, which renews it.',
    })
    expect(seen).toEqual(['GET old'])
  })

  it('does not concern other refusals', async () => {
    const refresh = vi.fn(async () => 'good')
    const { fetch, calls } = fakeFetch(json({ code: 'rest_forbidden', message: 'No.' }, 403))
    const fetcher = createRestFetcher({ root, fetch, nonce: { initial: 'old', refresh } })
    expect(await rejectionOf(fetcher({ path: '/' }))).toMatchObject({ code: 'rest_forbidden' })
    expect(refresh).not.toHaveBeenCalled()
    expect(calls).toHaveLength(1)
  })

  it('does not concern a refusal by another origin', async () => {
    const refresh = vi.fn(async () => 'good')
    const { fetch } = fakeFetch(refusedNonce())
    const fetcher = createRestFetcher({ root, fetch, nonce: { initial: 'old', refresh } })
    await rejectionOf(fetcher({ url: 'https://evil.org/' }))
    expect(refresh).not.toHaveBeenCalled()
  })
})

describe('a nonce refresh that fails', () => {
  it.each([
    ['the answer for those who are not logged in', () => new Response('0', { status: 200 })],
    ['minus one', () => new Response('-1')],
    ['an error status', () => new Response('good', { status: 500 })],
    ['a login page', () => new Response('<html><title>Log in</title></html>')],
    ['nothing', () => new Response('')],
    ['a network failure', () => Promise.reject(new TypeError('fetch failed'))],
  ])('leaves the refusal as it was: %s', async (what, tell) => {
    const { fetch, seen } = site('good', tell)
    const fetcher = createRestFetcher({ root, fetch, nonce: { initial: 'old', refresh: refreshPath } })
    const error = await rejectionOf(fetcher({ path: '/' }))
    expect(error).toMatchObject({ code: 'rest_cookie_invalid_nonce', status: 403 })
    expect(seen).toEqual(['GET old', 'refresh'])
  })

  it('is tried again for the next request', async () => {
    const answers = [new Response('0'), new Response('good')]
    const { fetch, seen } = site('good', () => answers.shift() ?? new Response(''))
    const fetcher = createRestFetcher({ root, fetch, nonce: { initial: 'old', refresh: refreshPath } })
    await rejectionOf(fetcher({ path: '/' }))
    expect((await fetcher({ path: '/' })).data).toEqual({ ok: true })
    expect(seen).toEqual(['GET old', 'refresh', 'GET old', 'refresh', 'GET good'])
  })

  it('may be a function that throws at once', async () => {
    const refresh = (): Promise<string> => {
      throw new Error('no')
    }
    const { fetch } = site('good')
    const fetcher = createRestFetcher({ root, fetch, nonce: { initial: 'old', refresh } })
    expect(await rejectionOf(fetcher({ path: '/' }))).toMatchObject({ code: 'rest_cookie_invalid_nonce' })
  })
})
