import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Whether a request was sent to this server by one of its own names: others are a sign of a rebound address.
 *
 * @param names - host names without a port
 */
export function isForThisServer(
  { headers, socket }: IncomingMessage,
  names: readonly string[] = ['127.0.0.1', 'localhost'],
): boolean {
  return names.some((name) => headers.host === `${name}:${socket.localPort}`)
}

/**
 * Whether a request comes from this server's own page. A script of another site may send one without an
 * `Origin`; the browser says then that it crosses sites. One that says neither is no page.
 */
export function isFromOwnPage({ headers }: IncomingMessage): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (origin === undefined && site === undefined) return false
  return (
    (origin === undefined || origin === `http://${headers.host}`) &&
    (site === undefined || site === 'same-origin')
  )
}

/**
 * Whether a browser wants a script as a service worker. Neither page has one, and one that somebody else plants on
 * the origin would still rewrite the page after this server has ended.
 */
export function isForServiceWorker({ headers }: IncomingMessage): boolean {
  return headers['service-worker'] !== undefined || headers['sec-fetch-dest'] === 'serviceworker'
}

/** No frame, no service worker and no script from elsewhere: what a page of another site could turn against this one. */
export function pageHeaders(scriptSource = ''): Record<string, string> {
  const policy = [
    `script-src 'self'${scriptSource && ` ${scriptSource}`}`,
    "worker-src 'none'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-security-policy': policy.join('; '),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  }
}

/** Says in plain text, and in no frame, why a request is not answered. */
export function refuse(response: ServerResponse, text: string): void {
  response
    .writeHead(403, {
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-frame-options': 'DENY',
    })
    .end(text)
}
