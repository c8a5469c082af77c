import { createRestFetcher, EntityStoreError, type FetchRequest, type RestFetcherOptions } from 'copydesk'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeFetch, json, rejectionOf } from './fakeFetch'

const root = 'https://example.org/wp-json/'

/** The one call that a request makes. */
async function callOf(request: FetchRequest, options: Partial<RestFetcherOptions> = {}) {
  const { fetch, calls } = fakeFetch(json({}))
  await createRestFetcher({ root, fetch, ...options })(request)
  expect(calls).toHaveLength(1)
  const [call] = calls
  if (!call) throw new Error('There was no call.')
  return call
}

afterEach(() => vi.unstubAllGlobals())

describe('createRestFetcher', () => {
  it.each([undefined, null, '', '  ', 7, {}])('refuses %j as a root', (bad) => {
    const options = { root: bad } as unknown as RestFetcherOptions
    expect(() => createRestFetcher(options)).toThrow(EntityStoreError)
    expect(() => createRestFetcher(options)).toThrow('Give the address of the REST interface')
  })

  it('refuses missing options', () => {
    expect(() => createRestFetcher(undefined as unknown as RestFetcherOptions)).toThrow('root is undefined')
  })

  it('refuses a root with a password, without repeating it', () => {
    const create = () => createRestFetcher({ root: 'https://anna:hunter2@example.org/wp-json/' })
    expect(create).toThrow('Credentials belong in authorization')
    expect(create).not.toThrow('hunter2')
  })

  it('refuses a nonce of another shape', () => {
    const options = { root, nonce: { value: 'n' } } as unknown as RestFetcherOptions
    expect(() => createRestFetcher(options)).toThrow('nonce must be a string or { initial, refresh? }')
  })
})

describe('a request', () => {
  it('is a GET below the root that accepts JSON, with the cookies of its own origin', async () => {
    const call = await callOf({ path: '/wp/v2/posts?context=edit' })
    expect(call.url).toBe('https://example.org/wp-json/wp/v2/posts?context=edit')
    expect(call.method).toBe('GET')
    expect(call.body).toBeUndefined()
    expect(call.init.credentials).toBe('same-origin')
    expect([...call.headers]).toEqual([['accept', 'application/json, */*;q=0.1']])
  })

  it('goes through a plain root with its query behind the route', async () => {
    const call = await callOf(
      { path: '/wp/v2/posts?context=edit' },
      { root: 'https://example.org/?rest_route=/' },
    )
    expect(call.url).toBe('https://example.org/?rest_route=/wp/v2/posts&context=edit')
  })

  it('goes through a root that is relative to the page', async () => {
    vi.stubGlobal('location', { href: 'https://page.org/wp-admin/' })
    const call = await callOf({ path: '/wp/v2/posts' }, { root: '/wp-json/', nonce: 'n' })
    expect(call.url).toBe('/wp-json/wp/v2/posts')
    expect(call.headers.get('X-WP-Nonce')).toBe('n')
  })

  it('uses a whole address as it is', async () => {
    const url = 'https://example.org/index.php?rest_route=%2Fwp%2Fv2%2Fposts%2F1%2Frevisions'
    expect((await callOf({ url })).url).toBe(url)
  })

  it('sends data as JSON', async () => {
    const call = await callOf({ path: '/wp/v2/posts/1', method: 'PUT', data: { title: 'Ü' } })
    expect(call.body).toBe('{"title":"Ü"}')
    expect(call.headers.get('Content-Type')).toBe('application/json')
    expect(call.method).toBe('PUT')
  })

  it('sends a form as it is and leaves its content type to the platform', async () => {
    const body = new FormData()
    const call = await callOf(
      { path: '/wp/v2/media', method: 'POST', body },
      { headers: { 'content-type': 'application/json' } },
    )
    expect(call.body).toBe(body)
    expect(call.headers.get('Content-Type')).toBeNull()
  })

  it('sends a file as it is, with the headers it was given', async () => {
    const body = new Blob(['x'], { type: 'image/png' })
    const headers = { 'Content-Type': 'image/png', 'Content-Disposition': 'attachment; filename="a.png"' }
    const call = await callOf({ path: '/wp/v2/media', method: 'POST', body, headers })
    expect(call.body).toBe(body)
    expect(call.headers.get('content-type')).toBe('image/png')
    expect(call.headers.get('content-disposition')).toContain('a.png')
  })

  it('puts its own headers above those of the fetcher, whatever their case', async () => {
    const call = await callOf(
      { path: '/', headers: { 'x-lang': 'de', ACCEPT: 'text/html' } },
      { headers: { 'X-Lang': 'en', 'X-Other': '1' } },
    )
    expect(Object.fromEntries(call.headers)).toEqual({ accept: 'text/html', 'x-lang': 'de', 'x-other': '1' })
  })

  it('keeps headers of the fetcher for which it has no value of its own', async () => {
    const headers = { Authorization: 'Digest x', 'X-WP-Nonce': 'n', 'X-HTTP-Method-Override': 'PURGE' }
    const call = await callOf({ path: '/', method: 'POST' }, { headers })
    expect(call.headers.get('Authorization')).toBe('Digest x')
    expect(call.headers.get('X-WP-Nonce')).toBe('n')
    expect(call.headers.get('X-HTTP-Method-Override')).toBe('PURGE')
  })

  it('writes its method in capitals', async () => {
    expect((await callOf({ path: '/', method: 'patch', data: {} })).method).toBe('PATCH')
  })

  it.each(['PUT', 'PATCH', 'DELETE'])('sends %s as POST with method override', async (method) => {
    const call = await callOf({ path: '/wp/v2/posts/1', method }, { methodOverride: true })
    expect(call.method).toBe('POST')
    expect(call.headers.get('X-HTTP-Method-Override')).toBe(method)
  })

  it.each(['GET', 'POST', 'OPTIONS'])('sends %s as it is with method override', async (method) => {
    const call = await callOf({ path: '/wp/v2/posts', method }, { methodOverride: true })
    expect(call.method).toBe(method)
    expect(call.headers.get('X-HTTP-Method-Override')).toBeNull()
  })

  it('hands the platform fetch no this', async () => {
    let self: unknown = 'not called'
    vi.stubGlobal('fetch', async function (this: unknown) {
      self = this
      return json({})
    })
    await createRestFetcher({ root })({ path: '/' })
    expect(self).toBeUndefined()
  })

  it.each([
    ['without path and url', {}, 'neither path nor url'],
    ['that is missing', undefined, 'neither path nor url'],
    ['with data on GET', { path: '/a?s=1', data: {} }, 'GET /a: give data or body'],
    ['with a body on HEAD', { path: '/a', method: 'head', body: 'x' }, 'HEAD /a: give data or body'],
    ['with data and body', { path: '/a', method: 'POST', data: {}, body: 'x' }, 'not both'],
    ['with an address of no web page', { url: 'ftp://example.org/' }, '"ftp://example.org/"'],
  ])('%s is rejected before anything is sent', async (what, request, message) => {
    const { fetch, calls } = fakeFetch(json({}))
    const error = await rejectionOf(createRestFetcher({ root, fetch })(request as FetchRequest))
    expect(error).toBeInstanceOf(EntityStoreError)
    expect(String(error)).toContain(message)
    expect(calls).toHaveLength(0)
  })

  it('may say with null that it has no body', async () => {
    expect((await callOf({ path: '/', body: null })).body).toBeNull()
  })
})
