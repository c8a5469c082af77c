import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { button, openDesk, rows, signIn, type Desk } from '../support/browser'
import { start } from '../support/startEditor'
import { startProcess, type Started } from '../support/startProcess'

/*
 * What a page of another site would have to do to become a person on their own WordPress: write into the embedded one by
 * a form, run as its administrator, leave a service worker on the origin, wait for `--site` on the same one, and have
 * an application password made. Each link is tried alone, as the ones before it no longer hold.
 */
let embedded: Desk
let context: BrowserContext
let page: Page
const servers: Server[] = []

beforeAll(async () => {
  embedded = await openDesk()
  context = await embedded.browser.newContext()
  await context.addCookies(inject('editor').cookies.nobody)
  page = await context.newPage()
})
afterAll(async () => {
  await embedded.close()
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

describe('A page of another site, visited while the playground runs,', () => {
  it('writes no post by a form to XML-RPC, though it knew a password', async () => {
    const call = `<?xml version="1.0"?><methodCall><methodName>wp.newPost</methodName><params>
      <param><value><int>1</int></value></param>
      <param><value><string>administrator</string></value></param>
      <param><value><string>${inject('editor').site.users.administrator.password}</string></value></param>
      <param><value><struct><member><name>post_title</name><value><string>Planted</string></value></member>
      <member><name>post_status</name><value><string>publish</string></value></member></struct></value></param>
    </params></methodCall>`
    expect(await sendForm('/xmlrpc.php', call)).toBe(403)
    // Not for a program on this machine either, which names no origin.
    const direct = await fetch(`${embedded.url}/xmlrpc.php`, { method: 'POST', body: call })
    expect(direct.status).toBe(404)
    const found = await fetch(`${embedded.url}/wp-json/wp/v2/posts?search=Planted`)
    expect(await found.json()).toEqual([])
  })

  it('signs nobody in by a form, and reads nothing that tells a password', async () => {
    expect(await sendForm('/wp-login.php', 'log=administrator&pwd=x')).toBe(403)
    const evil = await serve((request, response) =>
      response.setHeader('content-type', 'text/html').end('evil'),
    )
    await page.goto(evil)
    const read = await page.evaluate(async (url) => {
      const asked = ['/', '/wp-json/wp/v2/posts', '/wp-admin/admin-ajax.php?action=rest-nonce']
      const answers = asked.map((path) => fetch(url + path, { credentials: 'include' }).then(String, String))
      return Promise.all(answers)
    }, embedded.url)
    expect(read).toEqual(Array(3).fill('TypeError: Failed to fetch'))
  })

  it('ends no server by a malformed WebSocket', async () => {
    const evil = await serve((request, response) =>
      response.setHeader('content-type', 'text/html').end('evil'),
    )
    await page.goto(evil)
    const closed = await page.evaluate(async (url) => {
      const paths = ['//', '/collab/relay/%', '/collab/signaling', '/collab/relay/postType/post:1']
      const sockets = paths.map((path) => new WebSocket(url.replace('http', 'ws') + path))
      const ends = sockets.map((socket) => new Promise((end) => (socket.onclose = ({ type }) => end(type))))
      return Promise.all(ends)
    }, embedded.url)
    expect(closed).toEqual(Array(4).fill('close'))
    expect((await fetch(`${embedded.url}/wp-json/`)).status).toBe(200)
  })

  it('shows the page in no frame, neither its own nor that of WordPress', async () => {
    const evil = await serve((request, response) =>
      response
        .setHeader('content-type', 'text/html')
        .end(`<iframe src="${embedded.url}/"></iframe><iframe src="${embedded.url}/wp-login.php"></iframe>`),
    )
    await page.goto(evil)
    await page.waitForLoadState('networkidle')
    const shown = await Promise.all(page.frames().map((frame) => frame.content().catch(() => '')))
    expect(shown.filter((html) => /Copydesk|wp-login/.test(html.replace(/<iframe[^>]*>/g, '')))).toEqual([])
  })
})

describe('Another program of this machine', () => {
  it('gets the page with the passwords neither from the port, nor by a guess', async () => {
    const { password } = inject('editor').site.users.administrator
    for (const path of ['/', '/?key=guessed', '/index.html?p=7']) {
      const answer = await fetch(embedded.url + path)
      expect(await answer.text(), path).not.toContain(password)
    }
    const [key] = inject('editor').cookies.nobody
    const cookie = `${key?.name}=${key?.value}`
    expect(await (await fetch(embedded.url, { headers: { cookie } })).text()).toContain(password)
  })
})

describe('A script that runs as the administrator nevertheless', () => {
  beforeAll(async () => {
    await page.goto(embedded.url)
    await signIn(page, 'administrator')
    await rows(page).first().waitFor()
  })

  it('changes no file of a plugin', async () => {
    const answer = await page.goto(`${embedded.url}/wp-admin/plugin-editor.php?file=tides/tides.php`)
    expect(answer?.status()).toBe(403)
    await page.goto(embedded.url)
  })

  it('leaves no service worker behind', async () => {
    const registered = await page.evaluate(async () => {
      const scripts = ['/wp-includes/js/dist/url.min.js', document.querySelector('script')?.src ?? '']
      const tries = scripts.map((script) =>
        navigator.serviceWorker.register(script).then(String, () => 'refused'),
      )
      return Promise.all(tries)
    })
    expect(registered).toEqual(['refused', 'refused'])
    // And where no page forbids it, the server does not hand it out.
    const answer = await fetch(`${embedded.url}/wp-includes/js/dist/url.min.js`, {
      headers: { 'Service-Worker': 'script' },
    })
    expect(answer.status).toBe(403)
  })
})

describe('A service worker that another server left on a port', () => {
  let own: Started<{ url: string; entrance: string }>
  let port: number

  beforeAll(async () => {
    const rogue = await serve((request, response) => {
      const worker = `addEventListener('install', () => skipWaiting())
        addEventListener('activate', (event) => event.waitUntil(clients.claim()))
        addEventListener('fetch', (event) => {
          const isHere = new URL(event.request.url).origin === location.origin
          if (isHere) event.respondWith(new Response('STOLEN'))
        })`
      const isScript = request.url === '/worker.js'
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
      response.end(isScript ? worker : 'rogue')
    })
    await page.goto(rogue.replace('localhost', '127.0.0.1'))
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/worker.js')
      await navigator.serviceWorker.ready
    })
    port = Number(new URL(rogue).port)
    const server = servers.pop()
    server?.closeAllConnections()
    await new Promise((closed) => server?.close(closed))
    await page.goto(`http://127.0.0.1:${port}/`)
    expect(await page.textContent('body')).toBe('STOLEN')
    own = await startProcess(
      start,
      ['--site', embedded.url, '--user', 'administrator', '--port', String(port)],
      { COPYDESK_PASSWORD: embedded.applicationPassword('administrator') },
    )
  })
  afterAll(() => own.stop())

  it('rewrites no page of a person’s own site, even on that port', async () => {
    await page.goto(own.site.entrance)
    await rows(page).first().waitFor()
    expect(new URL(page.url()).hostname).toMatch(/^copydesk-[\da-f]{16}\.localhost$/)
    expect(new URL(page.url()).search).toBe('')
  })

  it('reads nothing through the proxy: another origin has neither the address nor the cookie', async () => {
    const stranger = await context.newPage()
    await stranger.goto(`http://127.0.0.1:${port}/`)
    const asked = await stranger.evaluate(async (url) => {
      const mine = fetch('/wp-json/wp/v2/users/me').then((answer) => answer.text(), String)
      const theirs = fetch(`${url}/wp-json/wp/v2/users/me`, { credentials: 'include' }).then(String, String)
      return Promise.all([mine, theirs])
    }, own.site.url)
    expect(asked).toEqual(['STOLEN', 'TypeError: Failed to fetch'])
    await stranger.close()
  })

  it('has no application password made, even by a script in the page itself', async () => {
    const answered = await page.evaluate(async () => {
      const path = '/wp-json/wp/v2/users/me/application-passwords'
      const answer = await fetch(path, { method: 'POST', body: new URLSearchParams({ name: 'Stolen' }) })
      return [answer.status, ((await answer.json()) as { code: string }).code]
    })
    expect(answered).toEqual([403, 'application_passwords_not_passed'])
  })

  it('lets no other site frame the page', async () => {
    const evil = await serve((request, response) =>
      response.setHeader('content-type', 'text/html').end(`<iframe src="${own.site.entrance}"></iframe>`),
    )
    const stranger = await context.newPage()
    await stranger.goto(evil)
    await stranger.waitForLoadState('networkidle')
    const shown = await Promise.all(stranger.frames().map((frame) => frame.content().catch(() => '')))
    expect(shown.filter((html) => html.includes('Ada Admin'))).toEqual([])
    await stranger.close()
  })

  it('runs no script that is not the page’s own', async () => {
    const ran = await page.evaluate(() => {
      const script = document.createElement('script')
      script.textContent = 'window.hasRun = true'
      document.body.append(script)
      return 'hasRun' in window
    })
    expect(ran).toBe(false)
  })
})

/** Sends a form without a preflight, as any page may; gives the status of what the browser shows then. */
async function sendForm(path: string, body: string): Promise<number | undefined> {
  const evil = await serve((request, response) => {
    const [name = '', value = ''] = body.split(/=(.*)/s)
    const field = `<textarea name='${name}'>${value}</textarea>`
    response.setHeader('content-type', 'text/html')
    response.end(`<form method="post" enctype="text/plain" action="${embedded.url}${path}">${field}
      <button>Win a boat</button></form>`)
  })
  await page.goto(evil)
  const answered = page.waitForResponse((response) => response.url() === embedded.url + path)
  await button(page, 'Win a boat').click()
  return (await answered).status()
}

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://localhost:${(server.address() as AddressInfo).port}`
}
