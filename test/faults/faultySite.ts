import { createEntityStore, createRestFetcher } from 'copydesk'
import { createMockSite } from 'copydesk/testing'

/** What happens to a request on its way. `done` has it done by the site before it goes wrong. */
export interface Fault {
  readonly name: string
  /** The answer, given what asks the site; it may ask no time, once, or twice. */
  readonly meet: (ask: () => Promise<Response>) => Promise<Response>
  /** Status and code of the error that has to be shown; undefined for a fault that does no harm. */
  readonly error?: { readonly status?: number; readonly code: string | RegExp }
}

const page = '<!DOCTYPE html><title>Error</title><p>There has been a critical error.</p>'

/** What makes a write look done that was not: it is answered well, but by something else. */
export const falseSuccesses: readonly Fault[] = [
  ...[301, 302, 307].map((status) => ({
    name: `redirected by ${status} to another address`,
    meet: () =>
      Promise.resolve(new Response(null, { status, headers: { Location: 'https://www.site.test/' } })),
    error: { status, code: 'redirected' },
  })),
  {
    name: 'redirected, which the browser followed with GET',
    meet: () => {
      const answer = Response.json({ id: 1, title: { raw: 'Post 1', rendered: 'Post 1' } })
      return Promise.resolve(Object.defineProperty(answer, 'redirected', { value: true }))
    },
    error: { code: 'redirected' },
  },
  ...[[], 5, 'ok', { success: false, message: 'Maintenance' }, [{ id: 1 }]].map((body) => ({
    name: `answered with ${JSON.stringify(body)}`,
    meet: () => Promise.resolve(Response.json(body)),
    error: { code: 'invalid_response' },
  })),
]

function refused(status: number, code: string, headers: Record<string, string> = {}): Fault {
  const body = JSON.stringify({ code, message: `The site says ${status}.`, data: { status } })
  const answer = { status, headers: { 'Content-Type': 'application/json', ...headers } }
  return {
    name: `${status} ${code}`,
    meet: () => Promise.resolve(new Response(body, answer)),
    error: { status, code },
  }
}

export const faults: readonly Fault[] = [
  {
    name: 'killed on the way there',
    meet: () => Promise.reject(new TypeError('Failed to fetch')),
    error: { code: 'fetch_error' },
  },
  {
    name: 'killed on the way back',
    meet: (ask) => ask().then(() => Promise.reject(new TypeError('Failed to fetch'))),
    error: { code: 'fetch_error' },
  },
  {
    name: 'delayed by half a minute',
    meet: async (ask) => {
      const answer = await ask()
      await new Promise((pass) => setTimeout(pass, 30_000))
      return answer
    },
  },
  {
    name: 'never answered',
    meet: () => new Promise(() => {}),
    error: { status: 0, code: 'timeout_error' },
  },
  {
    name: 'done, and never answered',
    meet: (ask) => ask().then(() => new Promise(() => {})),
    error: { status: 0, code: 'timeout_error' },
  },
  { name: 'duplicated', meet: (ask) => ask().then(ask) },
  {
    name: 'answered with HTML, and nothing done',
    meet: () => Promise.resolve(new Response(page, { status: 200 })),
    error: { status: 200, code: 'invalid_json' },
  },
  {
    name: 'answered with HTML and 500 after it was done',
    meet: (ask) => ask().then(() => new Response(page, { status: 500 })),
    error: { status: 500, code: 'invalid_json' },
  },
  {
    name: 'answered with half of its JSON',
    meet: async (ask) => {
      const { status, headers, ...answer } = await ask().then(async (given) => ({
        status: given.status,
        headers: given.headers,
        text: await given.text(),
      }))
      return new Response(answer.text.slice(0, answer.text.length / 2) || '{', { status, headers })
    },
    error: { code: 'invalid_json' },
  },
  refused(401, 'rest_not_logged_in'),
  refused(403, 'rest_cookie_invalid_nonce'),
  refused(403, 'rest_forbidden'),
  refused(404, 'rest_no_route'),
  refused(409, 'rest_conflict'),
  refused(429, 'rest_too_many', { 'Retry-After': '2' }),
  refused(500, 'internal_server_error'),
  refused(503, 'rest_unavailable', { 'Retry-After': '1' }),
]

/** A page of another site. */
export const elsewhere = 'https://film.test/tides'

const freshNonce = 'fresh'
const expired = refused(403, 'rest_cookie_invalid_nonce')

/** Far more requests than any story makes: who asks on without end fails here, instead of hanging. */
const mostRequests = 100

/** A site behind a network that does to chosen requests what it is told, and a store that asks through it. */
export function faultySite() {
  const site = createMockSite({
    users: [{ username: 'ann', role: 'administrator' }],
    posts: [1, 2, 3].map((id) => ({ id, title: `Post ${id}`, status: 'publish' })),
    terms: [
      { name: 'Postcards', slug: 'postcards', taxonomy: 'category' },
      { name: 'Heroes', slug: 'heroes', taxonomy: 'wp_pattern_category' },
    ],
    patterns: [{ name: 'tides/hero', title: 'Hero', content: '' }],
    patternCategories: [{ name: 'heroes', label: 'Heroes' }],
    embeds: { [elsewhere]: { type: 'rich', html: '<b>Film</b>' } },
    urlDetails: { [elsewhere]: { title: 'Film' } },
  })
  let isExpired = false
  let broken: { readonly match: RegExp; readonly fault: Fault } | undefined
  let met = 0
  let asked = 0
  const answer = async (url: string, init: RequestInit): Promise<Response> => {
    if (++asked > mostRequests) throw tooMany()
    const request = () => new Request(url, init)
    const { method, url: address, headers } = request()
    const isRenewal = address.includes('rest-nonce')
    const line = isRenewal
      ? 'a new nonce'
      : `${method} ${decodeURIComponent(address.slice(site.root.length - 1))}`
    const isRefused = isExpired && headers.get('X-WP-Nonce') !== freshNonce
    const ask = async () => {
      if (isRenewal) return new Response(freshNonce)
      return isRefused ? expired.meet(ask) : site.respond(request())
    }
    if (!broken?.match.test(line)) return ask()
    met++
    return broken.fault.meet(ask)
  }
  const fetcher = createRestFetcher({
    root: site.root,
    nonce: { initial: 'old', refresh: 'https://site.test/wp-admin/admin-ajax.php?action=rest-nonce' },
    fetch: answer,
  })
  return {
    site,
    store: createEntityStore({ fetcher, devTools: false }),
    break: (match: RegExp, fault: Fault) => void (broken = { match, fault }),
    heal: () => void (broken = undefined),
    /** From here on the site refuses the nonce that was good until then. */
    expire: () => void (isExpired = true),
    /** How many requests met the fault. */
    met: () => met,
    /** @throws Where the store went on asking without end, as whatever it then made of that is no result. */
    checkEnd: () => {
      if (asked > mostRequests) throw tooMany()
    },
  }
}

function tooMany(): Error {
  return new Error(`The site was asked more than ${mostRequests} times.`)
}
