import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fetcher } from 'copydesk'
import type { MockAppearance, MockSite } from 'copydesk/testing'
import { createUpdatesRelay, type RelayAnswer } from '../../examples/collab/updatesRelay'
import { roomOfRecord } from '../../examples/collab/rooms'
import { planContent, startPosts, type Role } from '../../examples/wordpress/content'
import { newPassword } from '../../examples/wordpress/newPassword'
import type { Middleware, RunningWordPress } from '../../examples/wordpress/startWordPress'
import { mockOfThePlan } from './mockOfThePlan'
import type { Editor } from './provideEditor'
import { picture } from './picture'

/** Answers what somebody, or a visitor, asks the relay of those who work together. */
type AskRelay = (username: string | undefined, body: Buffer) => Promise<RelayAnswer>

const relayPath = '/wp-json/wp-sync/v1/updates'

interface PageServer {
  servePage(options: object): Promise<{ middleware: Middleware; close(): Promise<void> }>
  toldToThePage(users: RunningWordPress['users'], start: typeof startPosts): Record<string, string>
}

/** Who a cookie belongs to, and the nonce that goes with it. */
interface Login {
  username: string
  nonce: string
}

const cookieName = 'wordpress_logged_in_mock'
const cookieForm = new RegExp(`(?:^|; )${cookieName}=(\\w+)`)

/**
 * The editor on a mock site behind a server that does what the page needs of WordPress besides REST: it signs in, gives
 * nonces, relays what those who work together say, and serves pictures and the pages of posts.
 *
 * @param folder - The page, built.
 */
export async function startMockEditor(folder: string, appearance: MockAppearance): Promise<Editor> {
  const server = createServer((request, response) => {
    page.middleware(request, response, () => {
      answer(request, response).catch(() => response.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const users = Object.fromEntries(
    planContent(true).users.map(({ role, username, name }, index) => {
      const password = newPassword()
      return [role, { id: index + 1, username, name, password, applicationPassword: newPassword() }]
    }),
  ) as RunningWordPress['users']
  const address = new URL('../../examples/servePage.mjs', import.meta.url).href
  const { servePage, toldToThePage } = (await import(address)) as PageServer
  const meta = toldToThePage(users, startPosts)
  const page = await servePage({ page: { folder, isBuilt: true }, server, meta })
  const logins = new Map<string, Login>()
  const newSite = () => mockOfThePlan({ ...appearance, url, startDate: anHourAgo() })
  let site = newSite()
  const updates = createUpdatesRelay()

  async function askRelay(username: string | undefined, body: Buffer): Promise<RelayAnswer> {
    const found = Object.entries(users).find(([, user]) => user.username === username)
    if (!found) return updates.answer(null, body)
    const [role, { id }] = found as [Role, { id: number }]
    const editable = await roomsToEdit(site.as(found[1].username), body)
    const canEdit = (room: string) => !editable.has(room) || editable.get(room) === true
    return updates.answer({ id, canEditPosts: role !== 'subscriber', canEdit }, body)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', url)
    const [, cookie = ''] = cookieForm.exec(request.headers.cookie ?? '') ?? []
    const login = logins.get(cookie)
    const body = await readBody(request)
    const html = (text: string, status = 200) =>
      void response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(text)
    if (pathname.startsWith('/wp-json/'))
      return answerRest(site, url, request, body, login, askRelay, response)
    if (pathname === '/wp-login.php') {
      const form = new URLSearchParams(body.toString())
      const user = Object.values(users).find(({ username }) => username === form.get('log'))
      if (user?.password !== form.get('pwd')) return html('<div id="login_error"><p>No.</p></div>')
      const made = newPassword()
      logins.set(made, { username: user.username, nonce: newPassword() })
      response.setHeader('set-cookie', `${cookieName}=${made}; Path=/; HttpOnly; SameSite=Lax`)
      return html('<body class="interim-login-success">')
    }
    if (pathname === '/wp-admin/admin-ajax.php') return html(login?.nonce ?? '0', login ? 200 : 400)
    if (/\.(png|jpe?g|gif|webp)$/.test(pathname)) {
      response.writeHead(200, { 'content-type': 'image/png' }).end(await pictureOf(pathname))
      return
    }
    html(await pageOfPost(site, `${url}${pathname}`))
  }

  return {
    site: { url, root: `${url}/wp-json/`, users },
    // Nobody signs in at the form but as it is left: whose cookies the tests have stay as they are.
    async keep() {
      return async () => {
        site = newSite()
        updates.clear()
      }
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await page.close()
    },
  }
}

/** Answers as WordPress lets somebody in: by a cookie with its nonce, or by an application password. */
async function answerRest(
  site: MockSite,
  url: string,
  { method = 'GET', url: path, headers: sent }: IncomingMessage,
  body: Buffer,
  login: Login | undefined,
  askRelay: AskRelay,
  response: ServerResponse,
): Promise<void> {
  const headers = new Headers(Object.entries(sent).flatMap(([name, value]) => [[name, String(value)]]))
  const nonce = headers.get('x-wp-nonce')
  if (nonce !== null && nonce !== login?.nonce) {
    const data = { status: 403 }
    const refusal = { code: 'rest_cookie_invalid_nonce', message: 'Cookie check failed', data }
    response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify(refusal))
    return
  }
  if (!headers.has('authorization')) {
    headers.set('authorization', `Basic ${btoa(`${nonce === null ? '' : login?.username}:`)}`)
  }
  if (path?.startsWith(relayPath)) {
    const [username] = atob(headers.get('authorization')?.slice('Basic '.length) ?? '').split(':')
    const { status, body: told } = await askRelay(username, body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(told))
    return
  }
  const hasBody = !['GET', 'HEAD'].includes(method) && body.length > 0
  const answered = await site.respond(
    new Request(`${url}${path}`, { method, headers, ...(hasBody && { body: new Uint8Array(body) }) }),
  )
  // A network that failed.
  if (answered.type === 'error') return void response.destroy()
  const given = Object.fromEntries(answered.headers)
  response.writeHead(answered.status, { ...given, ...(nonce !== null && { 'x-wp-nonce': nonce }) })
  response.end(Buffer.from(await answered.arrayBuffer()))
}

/** Whether somebody may edit the posts and pages whose rooms a request asks for. */
async function roomsToEdit(fetcher: Fetcher, body: Buffer): Promise<Map<string, boolean>> {
  const named = new Set(
    [...body.toString().matchAll(/"room":"([^"]+)"/g)].map(([, name = '']) => roomOfRecord(name)),
  )
  const asked = [...named].flatMap((room) => {
    const [, type, id] = /^postType\/(post|page):(\d+)$/.exec(room) ?? []
    return type && id ? [{ room, path: `/wp/v2/${type}s/${id}?context=edit&_fields=id` }] : []
  })
  const answers = asked.map(async ({ room, path }) => {
    const mayEdit = await fetcher({ path }).then(
      () => true,
      () => false,
    )
    return [room, mayEdit] as const
  })
  return new Map(await Promise.all(answers))
}

/** Each write takes a second of the site: it should not come to be ahead of the browser. */
function anHourAgo(): string {
  return new Date(Date.now() - 3_600_000).toISOString()
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** A picture of the size that its name says. */
async function pictureOf(path: string): Promise<Buffer> {
  const [, width = 640, height = 400] = /-(\d+)x(\d+)\.\w+$/.exec(path) ?? []
  return Buffer.from(await picture(Number(width), Number(height)).arrayBuffer())
}

/** What a reader finds at the address of a post, as far as its title. */
async function pageOfPost(site: MockSite, link: string): Promise<string> {
  const { data } = await site.as(null)({ path: '/wp/v2/posts?per_page=100&_fields=link,title' })
  const rows = data as readonly { link: string; title: { rendered: string } }[]
  const title = rows.find((row) => row.link === link)?.title.rendered ?? 'Page not found'
  return `<!doctype html><title>${title} – The Harbour Gazette</title>`
}
