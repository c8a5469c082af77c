import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

const cookieName = 'copydesk-key'

/** The secret of one start: whoever has it is the person who started it. */
export interface PageKey {
  /** What follows the origin in the address that is shown to that person, once. */
  entrance: string
  /** Whether a request carries the cookie that the entrance gives. */
  isCarriedBy(request: IncomingMessage): boolean
  /** Answers a request at the entrance with the cookie; tells whether it was one. */
  admit(request: IncomingMessage, response: ServerResponse): boolean
}

/** Makes the secret anew. Other programs and users of this machine can ask its ports, but don't know it. */
export function createPageKey(): PageKey {
  const key = randomBytes(24).toString('base64url')
  const cookie = randomBytes(24).toString('base64url')
  return {
    entrance: `/?key=${key}`,
    isCarriedBy: ({ headers }) => cookiesOf(headers.cookie).some((value) => isSame(value, cookie)),
    admit({ method, url = '' }, response) {
      const [path, query = ''] = url.split('?', 2)
      const given = path === '/' && method === 'GET' ? new URLSearchParams(query).get('key') : null
      if (given === null || !isSame(given, key)) return false
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-frame-options': 'DENY',
        'set-cookie': `${cookieName}=${cookie}; Path=/; HttpOnly; SameSite=Strict`,
      })
      // The page itself goes on, not the answer: to a link in a web mail or a web terminal a redirect would belong to
      // that site, and come without the cookie.
      response.end('<!doctype html><meta http-equiv="refresh" content="0;url=/"><title>Copydesk</title>')
      return true
    },
  }
}

function cookiesOf(header = ''): string[] {
  return header
    .split(';')
    .map((one) => one.trim().split('='))
    .filter(([name]) => name === cookieName)
    .map(([, value = '']) => value)
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
