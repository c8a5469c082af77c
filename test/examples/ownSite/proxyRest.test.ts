import {
  createServer,
  request,
  type IncomingMessage,
  type RequestListener,
  type RequestOptions,
  type Server,
} from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startProxy, type RunningProxy } from '../../../examples/ownSite/startProxy'

let site: Server
let proxy: RunningProxy
/** What the entrance gives to whom it was shown. */
let cookie: string
let answer: (...exchange: Parameters<RequestListener>) => unknown
let asked: IncomingMessage[]

beforeEach(async () => {
  asked = []
  answer = (incoming, response) => response.end('{}')
  site = createServer((incoming, response) => {
    asked.push(incoming)
    answer(incoming, response)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  proxy = await startProxy({ root: `${originOf(site)}/wp-json/`, authorization: 'Basic secret' })
  cookie = ''
  const { headers } = await enter()
  cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? ''
})
afterEach(async () => {
  await proxy.close()
  site.closeAllConnections()
  site.close()
})

describe('The proxy', () => {
  it('asks the site with the password', async () => {
    expect((await ask('/wp-json/wp/v2/posts?page=2')).status).toBe(200)
    expect(asked[0]?.url).toBe('/wp-json/wp/v2/posts?page=2')
    expect(asked[0]?.headers.authorization).toBe('Basic secret')
  })

  it('passes on the headers that the REST interface needs, and none of cookies, nonces and credentials', async () => {
    const passed = {
      accept: 'application/json',
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename="a.png"',
      'x-http-method-override': 'PUT',
    }
    await ask('/wp-json/wp/v2/media', {
      method: 'POST',
      headers: {
        ...passed,
        cookie: `session=1; ${cookie}`,
        authorization: 'Basic mine',
        'x-wp-nonce': 'abc',
        'x-forwarded-for': '1.2.3.4',
      },
    })
    const headers = asked[0]?.headers ?? {}
    expect(headers).toMatchObject({ ...passed, authorization: 'Basic secret' })
    for (const name of ['cookie', 'x-wp-nonce', 'x-forwarded-for', 'origin']) {
      expect(headers).not.toHaveProperty(name)
    }
  })

  it.each(['application/x-www-form-urlencoded', 'Multipart/Form-Data; boundary=x'])(
    'names the route beside a body of %s, in which WordPress would look for another one first',
    async (type) => {
      const headers = { 'content-type': type }
      await ask('/wp-json/wp/v2/media?a=b+c', { method: 'POST', headers })
      await ask('/wp-json/wp/v2/templates/twenty%2F%2Fhome', { method: 'POST', headers })
      expect(asked.map(({ url }) => url)).toEqual([
        '/wp-json/wp/v2/media?a=b+c&rest_route=%2Fwp%2Fv2%2Fmedia',
        '/wp-json/wp/v2/templates/twenty%2F%2Fhome?rest_route=%2Fwp%2Fv2%2Ftemplates%2Ftwenty%2F%2Fhome',
      ])
    },
  )

  it('passes a body on byte by byte', async () => {
    const sent = Buffer.from(Array.from({ length: 70_000 }, (empty, index) => (index * 7) % 256))
    let got = Buffer.alloc(0)
    answer = async (incoming, response) => {
      for await (const chunk of incoming) got = Buffer.concat([got, chunk as Buffer])
      response.end('{}')
    }
    await ask('/wp-json/wp/v2/media', { method: 'POST' }, sent)
    expect(got.equals(sent)).toBe(true)
  })

  it('passes status, body and the headers of the REST interface back, and no cookies', async () => {
    const passed = {
      allow: 'GET, POST',
      'content-type': 'application/json',
      link: '</next>; rel="next"',
      'retry-after': '3',
      'x-wp-nonce': 'abc',
      'x-wp-total': '7',
      'x-wp-totalpages': '2',
    }
    answer = (incoming, response) =>
      response
        .writeHead(418, { ...passed, 'set-cookie': ['a=1', 'b=2'], 'access-control-allow-origin': '*' })
        .end('{"code":"teapot"}')
    const { status, headers, text } = await ask('/wp-json/')
    expect([status, text]).toEqual([418, '{"code":"teapot"}'])
    expect(headers).toMatchObject(passed)
    expect(headers).not.toHaveProperty('set-cookie')
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('follows no redirect', async () => {
    answer = (incoming, response) =>
      response.writeHead(307, { location: 'https://evil.example/wp-json/' }).end()
    const { status, headers, text } = await ask('/wp-json/wp/v2/posts')
    expect(status).toBe(500)
    expect(headers).not.toHaveProperty('location')
    expect(JSON.parse(text)).toMatchObject({
      code: 'site_redirects',
      message: expect.stringContaining('https://evil.example'),
    })
    expect(asked).toHaveLength(1)
  })

  it('says so when the site does not answer', async () => {
    answer = (incoming, response) => response.destroy()
    const { status, text } = await ask('/wp-json/')
    expect(status).toBe(502)
    expect(JSON.parse(text)).toMatchObject({ code: 'site_unreachable' })
    expect(text).not.toContain('secret')
  })

  it('gives up when the page does', async () => {
    const gaveUp = new Promise((resolve) => {
      answer = (incoming) => incoming.once('close', () => resolve('closed'))
    })
    const { host } = new URL(proxy.url)
    const headers = { host, cookie, origin: proxy.url }
    const asking = request({ ...addressOf(proxy.server), path: '/wp-json/', headers })
    asking.on('error', () => {}).end()
    await expect.poll(() => asked.length).toBe(1)
    asking.destroy()
    expect(await gaveUp).toBe('closed')
  })

  it.each([
    ['of another site', { origin: 'https://evil.example' }],
    ['of another port', { origin: 'http://127.0.0.1:1' }],
    ['of a sandboxed frame', { origin: 'null' }],
    ['of a script in another site’s page', { 'sec-fetch-site': 'cross-site' }],
    ['of a page on another port', { 'sec-fetch-site': 'same-site' }],
    ['of a link in the address bar', { 'sec-fetch-site': 'none' }],
    ['that does not say where it comes from', {}],
  ])('refuses a request %s', async (title, headers) => {
    expect((await ask('/wp-json/', { headers }, undefined, false)).status, title).toBe(403)
    expect(asked).toEqual([])
  })

  it('answers a read that the browser calls its own page’s', async () => {
    const { status } = await ask(
      '/wp-json/',
      { headers: { 'sec-fetch-site': 'same-origin' } },
      undefined,
      false,
    )
    expect(status).toBe(200)
  })

  it('refuses a preflight of another site, without a word of CORS', async () => {
    const { status, headers } = await ask('/wp-json/', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(status).toBe(403)
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it.each(['/', '/wp-json/'])('answers %s under its own name only', async (path) => {
    expect((await ask(path, { headers: { host: 'evil.example' } })).status).toBe(403)
    expect(asked).toEqual([])
  })

  it.each(['127.0.0.1', 'localhost'])(
    'has a name of its own, which no other server had: %s is not it',
    async (name) => {
      const host = `${name}:${new URL(proxy.url).port}`
      expect((await ask('/wp-json/', { headers: { host, origin: `http://${host}` } })).status).toBe(403)
      expect(asked).toEqual([])
    },
  )

  it('answers another program on this machine, which does not know the secret, with nothing', async () => {
    const mine = cookie
    const name = mine.replace(/=.*/, '')
    for (const other of ['', `${name}=`, mine.slice(0, -1), `${name}=a`]) {
      cookie = other
      expect((await ask('/wp-json/')).status, other).toBe(403)
      expect((await ask('/')).status, other).toBe(403)
    }
    expect(asked).toEqual([])
    cookie = mine
    expect((await ask('/wp-json/')).status).toBe(200)
  })

  it('gives its cookie for the secret of this start alone, to no script and no other site', async () => {
    cookie = ''
    expect((await enter()).headers['set-cookie']).toEqual([
      expect.stringMatching(/^copydesk-key-\d+=[\w-]{32}; Path=\/; HttpOnly; SameSite=Strict$/),
    ])
    for (const path of ['/', '/?key=', '/?key=guessed', '/wp-json/?key=guessed']) {
      const { status, headers } = await ask(path)
      expect([status, headers['set-cookie']], path).toEqual([403, undefined])
    }
  })

  it.each([
    '/wp/v2/users/me/application-passwords',
    '/wp/v2/users/1/Application-Passwords/abc',
    '/wp/v2/users/me/%61pplication-passwords',
    '/wp/v2/users/me/%2561pplication-passwords',
  ])('makes no password that would outlive it: %s', async (route) => {
    const { status, text } = await ask(`/wp-json${route}`, { method: 'POST' })
    expect([status, JSON.parse(text).code]).toEqual([403, 'application_passwords_not_passed'])
    expect(asked).toEqual([])
  })

  it('says how an answer is compressed by a site that does so unasked', async () => {
    const packed = gzipSync('{"id":7}')
    answer = (incoming, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
    expect((await ask('/wp-json/')).headers['content-encoding']).toBe('gzip')
  })

  it('lets nobody plant a service worker', async () => {
    expect((await ask('/', { headers: { 'service-worker': 'script' } })).status).toBe(403)
  })

  it('outlasts malformed upgrades, and those of a stranger', async () => {
    const { host } = new URL(proxy.url)
    for (const path of ['//', '/%', '/', '/collab/relay/x']) {
      expect(await upgrade(path, { host, origin: 'http://evil.example', cookie }), path).toMatch(
        /^HTTP\/1.1 40[03] /,
      )
      expect(await upgrade(path, { host, origin: proxy.url }), path).toMatch(/^HTTP\/1.1 40[03] /)
    }
    expect((await ask('/wp-json/')).status).toBe(200)
  })

  it.each(['/wp-json/../wp-login.php', '/wp-json/%2e%2e/wp-login.php', '/wp-json/?rest_route=/x'])(
    'refuses %s, which leads elsewhere',
    async (path) => {
      expect((await ask(path)).status).toBe(400)
      expect(asked).toEqual([])
    },
  )

  it.each(['/wp-login.php', '/wp-jsonish', '/wp-admin/'])('leaves %s to the page', async (path) => {
    expect((await ask(path)).status).toBe(404)
    expect(asked).toEqual([])
  })

  it('passes no TRACE on, whose answer would hold the password', async () => {
    expect((await ask('/wp-json/', { method: 'TRACE' })).status).toBe(405)
    expect(asked).toEqual([])
  })

  it('listens on this machine only', () => {
    expect((proxy.server.address() as AddressInfo).address).toBe('127.0.0.1')
  })
})

interface Answered {
  status: number | undefined
  headers: IncomingMessage['headers']
  text: string
}

/** Sends a path as it is, which `fetch` would tidy; as the proxy's own page unless told otherwise. */
function ask(path: string, options: RequestOptions = {}, body?: Buffer, isPage = true): Promise<Answered> {
  const headers = {
    host: new URL(proxy.url).host,
    cookie,
    ...(isPage && { origin: proxy.url }),
    ...(options.headers as Record<string, string>),
  }
  return new Promise((resolve, reject) => {
    const sent = request({ ...addressOf(proxy.server), ...options, path, headers }, (incoming) => {
      let text = ''
      incoming.on('data', (chunk) => (text += String(chunk)))
      incoming.on('end', () => resolve({ status: incoming.statusCode, headers: incoming.headers, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** As the person does who was shown the address. */
function enter(): Promise<Answered> {
  const { pathname, search } = new URL(proxy.entrance)
  return ask(pathname + search, {}, undefined, false)
}

/** All that a server answers to an upgrade before it hangs up. */
function upgrade(path: string, headers: Record<string, string>): Promise<string> {
  const lines = Object.entries({ ...headers, connection: 'Upgrade', upgrade: 'websocket' })
  return new Promise((resolve, reject) => {
    const { host, port } = addressOf(proxy.server)
    let text = ''
    const socket = connect(port, host, () =>
      socket.write(
        `GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
      ),
    )
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}

function addressOf(server: Server): { host: string; port: number } {
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
