import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRestFetcher, type RestFetcherOptions } from 'copydesk'
import { fakeFetch, json, rejectionOf } from './fakeFetch'

const servers: Server[] = []

afterEach(() => {
  vi.unstubAllGlobals()
  for (const server of servers.splice(0)) server.close()
})

/** What a server does with a request: redirects it, or answers with a body and headers. */
type Reply = { readonly status?: number; readonly to?: string; readonly headers?: Record<string, string> }

/** A server on an origin of its own, with what it was asked. */
async function listen(reply: (request: IncomingMessage) => Reply) {
  const asked: { readonly line: string; readonly headers: IncomingMessage['headers'] }[] = []
  const server = createServer((request, response) => {
    asked.push({ line: `${request.method} ${request.url}`, headers: request.headers })
    const { status = 200, to, headers } = reply(request)
    response.writeHead(status, {
      'Content-Type': 'application/json',
      ...(to && { Location: to }),
      ...headers,
    })
    response.end(request.method === 'HEAD' ? undefined : JSON.stringify({ id: 1 }))
  })
  servers.push(server)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, asked }
}

const secrets = {
  nonce: 'nonce-secret',
  authorization: 'Bearer token-secret',
  headers: { 'X-Key': 'key-secret' },
  retry: false,
} satisfies Partial<RestFetcherOptions>

describe('a write that the server redirects', () => {
  it.each([301, 302, 303, 307, 308])('by %s is an error, and is not repeated as a read', async (status) => {
    const site = await listen(({ url }) =>
      url?.includes('moved') ? {} : { status, to: '/moved?key=secret' },
    )
    const fetcher = createRestFetcher({ root: `${site.origin}/` })
    const error = await rejectionOf(
      fetcher({ path: '/wp/v2/posts/1', method: 'PUT', data: { title: 'New' } }),
    )
    expect(error).toMatchObject({ name: 'RestError', code: 'redirected', status })
    expect((error as Error).message).toContain('PUT /wp/v2/posts/1 was redirected to /moved,')
    expect(site.asked.map(({ line }) => line)).toEqual(['PUT /wp/v2/posts/1'])
  })

  it('is an error where it was sent as POST for a server that lets nothing else through', async () => {
    const site = await listen(({ url }) => (url?.includes('moved') ? {} : { status: 301, to: '/moved' }))
    const fetcher = createRestFetcher({ root: `${site.origin}/`, methodOverride: true })
    for (const method of ['PUT', 'DELETE'])
      expect(await rejectionOf(fetcher({ path: '/1', method }))).toMatchObject({ code: 'redirected' })
    expect(site.asked.map(({ line }) => line)).toEqual(['POST /1', 'POST /1'])
  })

  it('is an error where a fetch of the own has followed it', async () => {
    const answer = json({ id: 1 })
    Object.defineProperties(answer, {
      redirected: { value: true },
      url: { value: 'https://www.example.org/wp-json/wp/v2/posts/1' },
    })
    const fetch = async () => answer
    const fetcher = createRestFetcher({ root: 'https://example.org/wp-json/', fetch })
    const error = await rejectionOf(fetcher({ path: '/wp/v2/posts/1', method: 'POST', data: {} }))
    expect(error).toMatchObject({ code: 'redirected', message: expect.stringContaining('www.example.org') })
  })

  it('is an error in a page, where nobody sees where it leads', async () => {
    const opaque = { type: 'opaqueredirect', status: 0, headers: new Headers(), text: async () => '' }
    const { fetch, calls } = fakeFetch(() => opaque as unknown as Response)
    const fetcher = createRestFetcher({ root: 'https://example.org/wp-json/', fetch })
    const error = await rejectionOf(fetcher({ path: '/1', method: 'DELETE' }))
    expect(error).toMatchObject({ code: 'redirected', status: 0 })
    expect(calls).toHaveLength(1)
    expect(calls[0]?.init.redirect).toBe('manual')
  })

  it('is an error for an upload that XMLHttpRequest has sent on', async () => {
    class RedirectedXhr {
      upload: { onprogress?: unknown } = {}
      responseURL = 'https://elsewhere.test/wp-json/wp/v2/media'
      status = 200
      responseText = '{"id":1}'
      onload = () => {}
      onloadend = () => {}
      open = () => {}
      setRequestHeader = () => {}
      getResponseHeader = () => null
      send = () => queueMicrotask(() => (this.onload(), this.onloadend()))
    }
    vi.stubGlobal('XMLHttpRequest', RedirectedXhr)
    const fetcher = createRestFetcher({ root: 'https://example.org/wp-json/' })
    const body = new Blob(['x'])
    const error = await rejectionOf(fetcher({ path: '/wp/v2/media', method: 'POST', body }))
    expect(error).toMatchObject({ code: 'redirected' })
  })
})

describe('a read that the server redirects', () => {
  it('is followed on its own origin, with all that was sent', async () => {
    const site = await listen(({ url }) => (url === '/moved' ? {} : { status: 302, to: '/moved' }))
    const fetcher = createRestFetcher({ root: `${site.origin}/`, ...secrets })
    expect((await fetcher({ path: '/wp/v2/posts/1' })).data).toEqual({ id: 1 })
    expect(site.asked[1]).toMatchObject({
      line: 'GET /moved',
      headers: {
        'x-wp-nonce': 'nonce-secret',
        'x-key': 'key-secret',
        authorization: 'Bearer token-secret',
      },
    })
  })

  it('takes no header, no credentials and no nonce along to another origin, nor back again', async () => {
    let home = ''
    const evil = await listen(({ url }) =>
      url === '/back' ? { status: 302, to: `${home}/end` } : { headers: { 'X-WP-Nonce': 'planted' } },
    )
    const site = await listen(({ url }) => {
      if (url === '/end' || url === '/plain') return {}
      return { status: 307, to: `${evil.origin}${url === '/there' ? '/there' : '/back'}` }
    })
    home = site.origin
    const fetcher = createRestFetcher({ root: `${site.origin}/`, ...secrets })
    const own = { headers: { 'X-Request': 'request-secret' } }
    await fetcher({ path: '/there', ...own })
    await fetcher({ path: '/away', ...own })
    await fetcher({ path: '/plain' })
    const sentAway = [...evil.asked, ...site.asked.filter(({ line }) => line === 'GET /end')]
    expect(sentAway).toHaveLength(3)
    expect(JSON.stringify(sentAway)).not.toContain('secret')
    expect(site.asked.at(-1)?.headers['x-wp-nonce']).toBe('nonce-secret')
  })

  it('takes the headers of a request to a foreign address nowhere else', async () => {
    const evil = await listen(() => ({}))
    const other = await listen(() => ({ status: 302, to: `${evil.origin}/` }))
    const fetcher = createRestFetcher({ root: 'https://example.org/wp-json/' })
    await fetcher({ url: `${other.origin}/`, headers: { Authorization: 'Bearer other-secret' } })
    expect(other.asked[0]?.headers.authorization).toBe('Bearer other-secret')
    expect(evil.asked[0]?.headers.authorization).toBeUndefined()
  })

  it('without end is an error', async () => {
    const site = await listen(() => ({ status: 302, to: '/again' }))
    const fetcher = createRestFetcher({ root: `${site.origin}/` })
    expect(await rejectionOf(fetcher({ path: '/' }))).toMatchObject({ code: 'redirected' })
    expect(site.asked.length).toBeLessThan(30)
  })

  it('by 303 is asked with GET, unless only its head is wanted', async () => {
    const site = await listen(({ url }) => (url === '/moved' ? {} : { status: 303, to: '/moved' }))
    const fetcher = createRestFetcher({ root: `${site.origin}/` })
    for (const method of ['OPTIONS', 'HEAD']) await fetcher({ path: '/first', method })
    expect(site.asked.map(({ line }) => line)).toEqual([
      'OPTIONS /first',
      'GET /moved',
      'HEAD /first',
      'HEAD /moved',
    ])
  })

  it('is left to the browser in a page, which alone may see where it leads', async () => {
    vi.stubGlobal('location', new URL('https://example.org/wp-admin/'))
    const { fetch, calls } = fakeFetch(json({ id: 1 }))
    await createRestFetcher({ root: 'https://example.org/wp-json/', fetch })({ path: '/' })
    expect(calls[0]?.init.redirect).toBeUndefined()
  })

  it('brings no nonce from another origin that a page was led to', async () => {
    vi.stubGlobal('location', new URL('https://example.org/wp-admin/'))
    const planted = json({}, 200, { 'X-WP-Nonce': 'planted' })
    Object.defineProperties(planted, { redirected: { value: true }, url: { value: 'https://evil.test/' } })
    const sent: (string | null)[] = []
    const fetch = async (url: string, init: RequestInit) => {
      sent.push(new Headers(init.headers).get('X-WP-Nonce'))
      return url.endsWith('/led') ? planted : json({})
    }
    const fetcher = createRestFetcher({ root: 'https://example.org/wp-json/', fetch, nonce: 'mine' })
    await fetcher({ path: '/led' })
    await fetcher({ path: '/next' })
    expect(sent).toEqual(['mine', 'mine'])
  })

  it('counts as one of the own site where a fetch of the own does not say where it led', async () => {
    vi.stubGlobal('location', new URL('https://example.org/wp-admin/'))
    const sent: (string | null)[] = []
    const fetch = async (_: string, init: RequestInit) => {
      sent.push(new Headers(init.headers).get('X-WP-Nonce'))
      const headers = new Headers({ 'X-WP-Nonce': 'newer' })
      return { status: 200, redirected: true, headers, text: async () => '{}' } as unknown as Response
    }
    const fetcher = createRestFetcher({ root: 'https://example.org/wp-json/', fetch, nonce: 'mine' })
    await fetcher({ path: '/led' })
    await fetcher({ path: '/next' })
    expect(sent).toEqual(['mine', 'newer'])
  })
})

it('cookies of the page do not go where a read is redirected on another origin, nor back from there', async () => {
  const to = (Location: string) => new Response(null, { status: 302, headers: { Location } })
  const { fetch, calls } = fakeFetch(
    to('https://elsewhere.org/a'),
    to('https://example.org/b'),
    json({ id: 1 }),
  )
  const fetcher = createRestFetcher({ root: 'https://example.org/wp-json/', fetch, credentials: 'include' })
  await fetcher({ path: '/wp/v2/posts/1' })
  expect(calls.map(({ url, init }) => [new URL(url).host, init.credentials])).toEqual([
    ['example.org', 'include'],
    ['elsewhere.org', 'omit'],
    ['example.org', 'omit'],
  ])
})
