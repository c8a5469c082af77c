import { createRestFetcher, type Fetcher } from 'copydesk'
import { inject } from 'vitest'
import type { RunningWordPress } from '../../examples/wordpress/startWordPress'
import { planContent, type PlannedPost, type PostStatus, type Role } from '../../examples/wordpress/content'
import { siteFetch } from './siteFetch'

export interface Session {
  /** Signed in by cookie and nonce, as a page on the site is; an expired nonce is refreshed. */
  fetcher: Fetcher
  /** The browser's part: sends the session's cookies and keeps those that come back. */
  fetch: (path: string, init?: RequestInit) => Promise<Response>
  /** The nonce it began with. */
  nonce: string
  /** Follows the log-out link. */
  signOut(): Promise<void>
}

const visitor = 'a visitor'

/** A fetcher that signs in as the role's user by application password; `plain` uses `?rest_route=`. */
export function asUser(role: Role, { plain = false } = {}): Fetcher {
  const { username, applicationPassword } = inject('wordpress').users[role]
  return createRestFetcher({
    root: rootOf(plain),
    authorization: { username, password: applicationPassword },
    fetch: siteFetch(role),
  })
}

/** A fetcher of somebody who is not signed in. */
export function asVisitor({ plain = false } = {}): Fetcher {
  return createRestFetcher({ root: rootOf(plain), fetch: siteFetch(visitor) })
}

/** A bare request as the role's user, for facts that a fetcher keeps to itself. */
export function rawFetch(
  role: Role | null,
  path: string,
  init: RequestInit = {},
  { url, users }: Pick<RunningWordPress, 'url' | 'users'> = inject('wordpress'),
): Promise<Response> {
  const headers = new Headers(init.headers)
  if (role) {
    const { username, applicationPassword } = users[role]
    headers.set('Authorization', `Basic ${btoa(`${username}:${applicationPassword}`)}`)
  }
  if (typeof init.body === 'string' && !headers.has('Content-Type')) {
    headers.set('Content-Type', 'application/json')
  }
  const ask = url === inject('wordpress').url ? siteFetch(role ?? visitor) : fetch
  return ask(`${url}${path}`, { ...init, headers })
}

/** Signs in at the log-in form. Rejects when WordPress lets nobody in. */
export async function signIn(role: Role): Promise<Session> {
  const { url, root, users } = inject('wordpress')
  const { username, password } = users[role]
  const cookies = new Map<string, string>()
  const ask = siteFetch(`${role} by cookie`)

  const sessionFetch = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await ask(new URL(path, url), { ...init, headers, redirect: 'manual' })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (isExpired(cookie)) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  const answer = await sessionFetch('/wp-login.php', {
    method: 'POST',
    body: new URLSearchParams({ log: username, pwd: password, rememberme: 'forever' }),
  })
  if (answer.status !== 302) throw new Error(`${username} could not sign in: status ${answer.status}`)
  const refresh = '/wp-admin/admin-ajax.php?action=rest-nonce'
  const readNonce = async () => (await sessionFetch(refresh)).text()
  const nonce = await readNonce()
  return {
    fetch: sessionFetch,
    fetcher: createRestFetcher({ root, nonce: { initial: nonce, refresh: readNonce }, fetch: sessionFetch }),
    nonce,
    async signOut() {
      // Without its own nonce the page asks back, with a link that carries it.
      const page = await (await sessionFetch('/wp-login.php?action=logout')).text()
      const [, link = ''] = /href="([^"]*action=logout[^"]*)"/.exec(page) ?? []
      await sessionFetch(link.replaceAll('&amp;', '&').replaceAll('&#038;', '&'))
    },
  }
}

/** A post of its own, made by the administrator unless `role` is given, for a test that changes it. */
export async function newPost(
  fields: Record<string, unknown> = {},
  role: Role = 'administrator',
): Promise<NewPost> {
  const { data } = await asUser(role)({
    path: '/wp/v2/posts?_fields=id,link,meta,slug',
    method: 'POST',
    data: { title: 'A post for one test', content: 'Hello', ...fields },
  })
  return data as NewPost
}

interface NewPost {
  id: number
  link: string
  meta: Record<string, unknown>
  slug: string
}

const { posts: seededPosts } = planContent(true)

/** A post that the site was filled with, for tests that only read it or are refused to change it. */
export function seededPost(status: PostStatus = 'publish', author: Role = 'administrator'): PlannedPost {
  const found = seededPosts.find(
    (post) => post.type === 'post' && post.status === status && post.author === author,
  )
  if (!found) throw new Error(`The site was filled with no post of the ${author} that is ${status}.`)
  return found
}

/** What the server has of a post in edit context, with the fields that tests save; or why it has none. */
export async function postOnServer(id: number): Promise<Record<string, unknown>> {
  const fields = 'id,status,title.raw,content.raw,excerpt.raw,meta'
  const response = await rawFetch(
    'administrator',
    `/wp-json/wp/v2/posts/${id}?context=edit&_fields=${fields}`,
  )
  return (await response.json()) as Record<string, unknown>
}

function rootOf(plain: boolean): string {
  const { root, plainRoot } = inject('wordpress')
  return plain ? plainRoot : root
}

function isExpired(cookie: string): boolean {
  const [, expires] = /expires=([^;]+)/i.exec(cookie) ?? []
  return expires !== undefined && Date.parse(expires) < Date.now()
}
