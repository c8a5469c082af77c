import type { IncomingMessage } from 'node:http'
import { isForServiceWorker, isForThisServer } from '../guard/guardPage'

/**
 * Why the embedded site does not answer a request, null where it does: it is there for its own page and for whoever
 * opens it in the address bar, and no page of another origin may ask it, frame it or send it a form.
 *
 * @param siteHost - host and port that the site believes to have
 * @param origins - whose pages may ask its REST interface none the less, as those of a page that lies elsewhere
 * @param worker - the path of its page's service worker, the only one that it serves; none where it is left out
 */
export function refusalOf(
  request: IncomingMessage,
  siteHost: string,
  origins: readonly string[] = [],
  worker?: string,
): string | null {
  const { headers } = request
  if (!isForThisServer(request) && headers.host !== siteHost) return 'This is the playground’s address only.'
  if (isForServiceWorker(request) && request.url !== worker) return 'No service worker lives here.'
  if (origins.includes(headers.origin ?? '') && isRest(request)) return null
  if (isFromElsewhere(request) && !isPublicFile(request) && !isVisit(request)) {
    return 'Only the playground’s own pages may ask here.'
  }
  return null
}

/** Without either header it is no browser: such a program has no cookies of the person, and needs a password. */
export function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  if (origin !== undefined && origin !== `http://${headers.host}`) return true
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

function isRest({ url = '' }: IncomingMessage): boolean {
  return /^\/wp-json(?:\/|\?|$)|^\/\?(?:.*&)?rest_route=/.test(url)
}

/** Scripts, styles, fonts and pictures: the sandboxed frame of an embed loads them, and its origin is none. */
function isPublicFile({ method = '', url = '' }: IncomingMessage): boolean {
  return isRead(method) && /^\/wp-(content|includes)\/[^?]*\.(?!php)\w+(\?|$)/.test(url)
}

/** A link that somebody follows to here, in a tab. */
function isVisit({ method = '', headers }: IncomingMessage): boolean {
  const isDocument = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return isRead(method) && isDocument && (headers.origin === undefined || headers.origin === 'null')
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}
