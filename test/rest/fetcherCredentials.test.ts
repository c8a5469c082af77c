import {
  createRestFetcher,
  EntityStoreError,
  type FetchRequest,
  RestError,
  type RestFetcherOptions,
} from 'copydesk'
import { describe, expect, it, vi } from 'vitest'
import { fakeFetch, json, networkFailure, rejectionOf } from './fakeFetch'

const root = 'https://example.org/wp-json/'
const secrets = {
  nonce: 'nonce-secret',
  authorization: { username: 'anna', password: 'hunter2' },
  headers: { 'X-Key': 'key-secret' },
  credentials: 'include',
} as const

async function callOf(request: FetchRequest, options: Partial<RestFetcherOptions> = secrets) {
  const { fetch, calls } = fakeFetch(json({}, 200, { 'X-WP-Nonce': 'changed' }))
  await createRestFetcher({ root, fetch, ...options })(request)
  return calls[0]
}

describe('credentials', () => {
  it.each([{ path: '/wp/v2/posts' }, { url: 'https://example.org/wp-json/wp/v2/posts' }])(
    'go along to the own origin: %j',
    async (request) => {
      const call = await callOf(request)
      expect(call?.headers.get('X-WP-Nonce')).toBe('nonce-secret')
      expect(call?.headers.get('Authorization')).toMatch(/^Basic /)
      expect(call?.headers.get('X-Key')).toBe('key-secret')
      expect(call?.init.credentials).toBe('include')
    },
  )

  it.each([
    'https://evil.org/wp-json/wp/v2/posts',
    'http://example.org/wp-json/',
    'https://example.org:8443/wp-json/',
    'https://example.org.evil.org/',
    '//evil.org/',
    'https://sub.example.org/',
  ])('stay here when the request goes to %s', async (url) => {
    const call = await callOf({ url, method: 'POST', data: {} })
    expect([...(call?.headers.keys() ?? [])]).toEqual(['accept', 'content-type'])
    expect(call?.init.credentials).toBe('omit')
  })

  it('are not even asked for when the request goes elsewhere', async () => {
    const authorization = vi.fn(() => 'Bearer x')
    await callOf({ url: 'https://evil.org/' }, { authorization })
    expect(authorization).not.toHaveBeenCalled()
  })

  it('of the request itself go where it says', async () => {
    const call = await callOf({ url: 'https://other.org/', headers: { Authorization: 'Bearer mine' } })
    expect(call?.headers.get('Authorization')).toBe('Bearer mine')
  })

  it('do not take a nonce from another origin', async () => {
    const { fetch, calls } = fakeFetch(json({}, 200, { 'X-WP-Nonce': 'planted' }))
    const fetcher = createRestFetcher({ root, fetch, nonce: 'mine' })
    await fetcher({ url: 'https://evil.org/' })
    await fetcher({ path: '/' })
    expect(calls[1]?.headers.get('X-WP-Nonce')).toBe('mine')
  })

  it('are asked for anew for every request', async () => {
    const { fetch, calls } = fakeFetch(json({}))
    let count = 0
    const fetcher = createRestFetcher({ root, fetch, authorization: async () => ({ token: `t${++count}` }) })
    await fetcher({ path: '/' })
    await fetcher({ path: '/' })
    expect(calls.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer t1', 'Bearer t2'])
  })

  it.each([
    ['a refused request', json({ code: 'rest_forbidden', message: 'No.' }, 403)],
    ['a page instead of JSON', new Response('<html>', { status: 200 })],
    ['a network failure', networkFailure],
  ])('are nowhere in the error of %s', async (what, step) => {
    const { fetch } = fakeFetch(step)
    const fetcher = createRestFetcher({ root, fetch, retry: false, ...secrets })
    const error = await rejectionOf(
      fetcher({ path: '/wp/v2/posts?secret=q', method: 'POST', data: { a: 1 } }),
    )
    const everything = JSON.stringify(error) + String(error) + (error instanceof Error ? error.stack : '')
    expect(error).toBeInstanceOf(RestError)
    for (const secret of ['nonce-secret', 'hunter2', 'key-secret', 'secret=q', btoa('anna:hunter2')]) {
      expect(everything).not.toContain(secret)
    }
  })

  it('are not repeated when a header cannot carry them', async () => {
    const { fetch } = fakeFetch(json({}))
    const fetcher = createRestFetcher({ root, fetch, authorization: 'Bearer hunter2\nX: y' })
    const error = await rejectionOf(fetcher({ path: '/' }))
    expect(error).toBeInstanceOf(EntityStoreError)
    expect(String(error)).toContain('Authorization')
    expect(String(error)).not.toContain('hunter2')
  })
})
