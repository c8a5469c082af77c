import { createServer, request, type Server } from 'node:http'
import { mkdtemp, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createPageKey, type PageKey } from '../../examples/guard/pageKey'
import type { Middleware } from '../../examples/wordpress/startWordPress'

const module = new URL('../../examples/servePage.mjs', import.meta.url).href
const { servePage } = (await import(module)) as {
  servePage(options: object): Promise<{ middleware: Middleware; close(): Promise<void> }>
}

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

describe.each([
  ['as it is built', true],
  ['from its sources', false],
])('A page that is told passwords, %s,', (title, isBuilt) => {
  it('goes to who comes in by the entrance, and to no other program of this machine', async () => {
    const key = createPageKey()
    const { port } = await serve(isBuilt, key)
    for (const path of [
      '/',
      '/?lang=en',
      '/index.html',
      '/index.html?p=7',
      '/%69ndex.html',
      '//index.html',
    ]) {
      for (const method of ['GET', 'HEAD', 'POST']) {
        const { text, type } = await ask(port, path, { method })
        expect(text, `${method} ${path}`).not.toContain('swordfish')
        // What its length would tell.
        expect(type, `${method} ${path}`).not.toBe('text/html; charset=utf-8')
      }
    }
    expect(await ask(port, '/')).toMatchObject({
      status: 403,
      text: 'Open the address that the terminal shows.',
    })
    const { cookies } = await ask(port, key.entrance)
    expect(cookies).toEqual([
      expect.stringMatching(
        new RegExp(`^copydesk-key-${port}=[\\w-]{32}; Path=/; HttpOnly; SameSite=Strict$`),
      ),
    ])
    const [cookie = ''] = cookies[0]?.split(';') ?? []
    for (const path of ['/', '/index.html']) {
      const { status, text } = await ask(port, path, { cookie: `a=b; ${cookie}` })
      expect([status, text.includes('<meta name="copydesk-users" content="swordfish">')]).toEqual([200, true])
    }
    for (const other of [cookie.slice(0, -1), `${cookie}x`, cookie.replace(/=.*/, '='), `x${cookie}`]) {
      expect((await ask(port, '/', { cookie: other })).status, other).toBe(403)
    }
  })

  it('leaves what is not the page to the server', async () => {
    const { port } = await serve(isBuilt, createPageKey())
    for (const path of ['/?p=7', '/?p=7&embed=true', '/a-post/', '/?feed=rss2']) {
      expect(await ask(port, path), path).toMatchObject({ status: 200, text: 'the server' })
    }
  })

  it('goes to everybody where no key is asked for', async () => {
    const { port } = await serve(isBuilt)
    expect((await ask(port, '/')).text).toContain('swordfish')
  })
})

describe('The keys of two starts', () => {
  it('fit only their own, and live side by side in one browser, which sends them to every port', async () => {
    const [one, other] = [createPageKey(), createPageKey()]
    const [first, second] = [await serve(true, one), await serve(true, other)]
    const jar = [
      ...(await ask(first.port, one.entrance)).cookies,
      ...(await ask(second.port, other.entrance)).cookies,
    ].map((cookie) => cookie.split(';')[0] ?? '')
    expect(new Set(jar.map((cookie) => cookie.split('=')[0])).size).toBe(2)
    for (const { port } of [first, second]) {
      expect((await ask(port, '/', { cookie: jar.join('; ') })).status).toBe(200)
    }
    expect((await ask(first.port, '/', { cookie: jar[1] ?? '' })).status).toBe(403)
    expect((await ask(first.port, other.entrance)).status).toBe(403)
  })
})

/** A server with the page on it, which answers all else itself. */
async function serve(isBuilt: boolean, key?: PageKey): Promise<AddressInfo> {
  const folder = await mkdtemp(join(tmpdir(), 'copydesk-page-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><html><head></head><body></body></html>')
  const server: Server = createServer((incoming, response) =>
    page.middleware(incoming, response, () => response.end('the server')),
  )
  const meta = { 'copydesk-users': 'swordfish' }
  const page = await servePage({ page: { folder, isBuilt }, server, meta, key })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(async () => {
    server.closeAllConnections()
    server.close()
    await page.close()
  })
  return server.address() as AddressInfo
}

interface Answer {
  status: number | undefined
  type: string | undefined
  cookies: string[]
  text: string
}

/** Asks with the path as it is. */
function ask(port: number, path: string, asked: { method?: string; cookie?: string } = {}): Promise<Answer> {
  const { method = 'GET', cookie = '' } = asked
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method, headers: { cookie } }
    request(options, (response) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      response.on('end', () => {
        const { 'content-type': type, 'set-cookie': cookies = [] } = response.headers
        resolve({ status: response.statusCode, type, cookies, text })
      })
    })
      .on('error', reject)
      .end()
  })
}
