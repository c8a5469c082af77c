import type { IncomingMessage } from 'node:http'

/** Whether a request was sent to this server by one of its own names: others are a sign of a rebound address. */
export function isForThisServer({ headers, socket }: IncomingMessage): boolean {
  const port = socket.localPort
  return headers.host === `127.0.0.1:${port}` || headers.host === `localhost:${port}`
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
