import type { MockRequest } from './message'
import { WpError } from './wpError'

/** The refusal of a path, or of a method, that the site does not know. */
export function unknownRoute({ method, path }: MockRequest): WpError {
  const message = 'No route was found matching the URL and request method.'
  // Nobody must take what the mock lacks for an answer of a site.
  return new WpError(
    404,
    'rest_no_route',
    message,
    isRealRoute(path) ? { mock: notMockedMessage(method, path) } : {},
  )
}

/** Paths that WordPress answers and the mock does not. */
export const notMocked: readonly string[] = [
  '/wp/v2/font-families',
  '/wp/v2/font-collections',
  '/wp/v2/block-types',
  '/wp/v2/block-renderer',
  '/wp/v2/block-directory',
  '/wp/v2/pattern-directory',
  '/wp-block-editor/v1/export',
  '/wp-site-health/v1',
  '/oembed/1.0/embed',
]

function isRealRoute(path: string): boolean {
  return notMocked.some((known) => path === known || path.startsWith(`${known}/`))
}

function notMockedMessage(method: string, path: string): string {
  return `The mock site does not know ${method} ${path}, though a real site does. Answer it yourself.`
}
