import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { refuse } from './guardPage'

/** The secret of one start: whoever has it is the person who started it. */
export interface PageKey {
  secret: string
  /** What follows the origin in the address that is shown to that person, once. */
  entrance: string
  /** Whether a request carries the cookie that the entrance gives. */
  isCarriedBy(request: IncomingMessage): boolean
  /** Answers a request at the entrance with the cookie; tells whether it was one. */
  admit(request: IncomingMessage, response: ServerResponse): boolean
  /** Refuses a request without the cookie; tells whether it did. */
  turnAway(request: IncomingMessage, response: ServerResponse): boolean
}

/**
 * Makes the secret anew. Other programs and users of this machine can ask its ports, but don't know it.
 *
 * @param destination - the path to which the entrance leads on; default the page
 */
export function createPageKey(destination: (secret: string) => string = () => '/'): PageKey {
  const secret = randomBytes(24).toString('base64url')
  const cookie = randomBytes(24).toString('base64url')
  function isCarriedBy(request: IncomingMessage): boolean {
    return cookiesOf(request).some((value) => isSame(value, cookie))
  }
  return {
    secret,
    entrance: `/?key=${secret}`,
    isCarriedBy,
    admit(request, response) {
      const [path, query = ''] = (request.url ?? '').split('?', 2)
      const given = path === '/' && request.method === 'GET' ? new URLSearchParams(query).get('key') : null
      if (given === null || !isSame(given, secret)) return false
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-frame-options': 'DENY',
        'set-cookie': `${cookieName(request)}=${cookie}; Path=/; HttpOnly; SameSite=Strict`,
      })
      // The page itself goes on, not the answer: to a link in a web mail or a web terminal a redirect would belong to
      // that site, and come without the cookie.
      const refresh = `<meta http-equiv="refresh" content="0;url=${destination(secret)}">`
      response.end(`<!doctype html>${refresh}<title>Copydesk</title>`)
      return true
    },
    turnAway(request, response) {
      if (isCarriedBy(request)) return false
      refuse(response, 'Open the address that the terminal shows.')
      return true
    },
  }
}

/** Browsers send cookies to every port of a host: two that run side by side would take each other's place. */
function cookieName({ socket }: IncomingMessage): string {
  return `copydesk-key-${socket.localPort}`
}

function cookiesOf(request: IncomingMessage): string[] {
  return (request.headers.cookie ?? '')
    .split(';')
    .map((one) => one.trim().split('='))
    .filter(([name]) => name === cookieName(request))
    .map(([, value = '']) => value)
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
