import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import { pipeline } from 'node:stream'
import { addressBelow } from './addressBelow'
import { isFromOwnPage } from '../guard/guardPage'

/** Where requests go, and as whom. */
export interface ProxyOptions {
  /** REST root of the site. */
  root: string
  /** The `Authorization` header; it is sent to the root's origin and told to nobody else. */
  authorization: string
}

/** Where the page finds the REST interface, whatever the site's own permalinks. */
const prefix = '/wp-json'

// No TRACE: its answer would repeat the password to the page.
const methods = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/

const passedOn = [
  'accept',
  'content-type',
  'content-length',
  'content-disposition',
  'content-md5',
  'x-http-method-override',
]

const passedBack = [
  'allow',
  // Some sites compress though they were asked not to.
  'content-encoding',
  'content-type',
  'content-length',
  'link',
  'retry-after',
  'x-wp-nonce',
  'x-wp-total',
  'x-wp-totalpages',
  'x-wp-upload-attachment-id',
]

const longestSilence = 120_000

/** Answers the page's requests to `/wp-json` with those of the site, sent with the password; passes all else on. */
export function proxyRest({ root, authorization }: ProxyOptions) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const url = request.url ?? '/'
    if (!/^\/wp-json(?=[/?]|$)/.test(url)) return next()
    if (!isFromOwnPage(request)) {
      return refuse(response, 403, 'foreign_page', 'Only the playground’s own page may ask here.')
    }
    if (!methods.test(request.method ?? '')) {
      return refuse(response, 405, 'method_not_passed', `${request.method} is not passed on.`)
    }
    const address = addressBelow(root, url.slice(prefix.length))
    if (!address) return refuse(response, 400, 'not_below_root', 'The path leads out of the REST interface.')
    if (makesCredentials(address)) {
      const reason = 'Application passwords are made on the site itself, under Users → Profile.'
      return refuse(response, 403, 'application_passwords_not_passed', reason)
    }
    forward(request, response, isForm(request) ? withRoute(root, address) : address, authorization)
  }
}

/** Whether PHP takes names from the body, among which may be that of the route. */
function isForm({ headers }: IncomingMessage): boolean {
  return /form/i.test(headers['content-type'] ?? '')
}

/** An address that names its route in the query as well: WordPress answers no body that names another one. */
function withRoute(root: string, address: URL): URL {
  if (address.searchParams.has('rest_route')) return address
  const before = new URL(root).pathname.replace(/\/+$/, '')
  const named = new URL(address)
  const route = `rest_route=${encodeURIComponent(decodeURIComponent(address.pathname.slice(before.length)))}`
  named.search = [address.search.slice(1), route].filter(Boolean).join('&')
  return named
}

/** A password that is made here would outlive the playground. WordPress matches routes in either case. */
function makesCredentials({ href }: URL): boolean {
  let text = href
  for (let depth = 0; depth < 5; depth++) {
    if (/application-passwords/i.test(text)) return true
    try {
      text = decodeURIComponent(text)
    } catch {
      return false
    }
  }
  return false
}

function forward(
  request: IncomingMessage,
  response: ServerResponse,
  address: URL,
  authorization: string,
): void {
  const outgoing = (address.protocol === 'https:' ? https : http).request(address, {
    method: request.method,
    headers: {
      ...pick(request.headers, passedOn),
      authorization,
      'accept-encoding': 'identity',
      'user-agent': 'Copydesk playground',
    },
  })
  outgoing.setTimeout(longestSilence, () => outgoing.destroy(new Error('it took too long')))
  outgoing.on('error', (error) => {
    if (response.headersSent) response.destroy()
    else refuse(response, 502, 'site_unreachable', `${address.origin} did not answer: ${error.message}.`)
  })
  outgoing.on('response', (answer) => {
    const { statusCode = 502, headers } = answer
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      answer.resume()
      // Following would show the password to whomever the site names.
      refuse(
        response,
        500,
        'site_redirects',
        `The site redirects this request to ${originOf(headers.location, address)}. Start again with that address as --site, if it is yours.`,
      )
      return
    }
    response.writeHead(statusCode, { ...pick(headers, passedBack), ...ownHeaders })
    pipeline(answer, response, () => {})
  })
  // The browser gave up: so does the site.
  response.on('close', () => outgoing.destroy())
  request.pipe(outgoing)
}

/** Whatever the site answers, it is data here and no page of this origin. */
const ownHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  const body = JSON.stringify({ code, message, data: { status } })
  response.writeHead(status, { ...ownHeaders, 'content-type': 'application/json' }).end(body)
}

function originOf(location: string, address: URL): string {
  return URL.canParse(location, address.href) ? new URL(location, address).origin : 'nowhere'
}

function pick(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])),
  )
}
