import { EntityStoreError } from '../core/errors'
import type { FetchRequest } from '../core/fetchContract'
import { isSafeMethod } from './redirects'
import { RestError } from './restError'

/** How a fetcher was set up. */
export interface FetcherSetup {
  readonly root: string
  /** What it has to send of who is signed in. */
  readonly proof: 'authorization' | 'nonce' | undefined
}

/**
 * Checks a root that nobody can mean.
 * @throws EntityStoreError `invalid_option` for one without a scheme, which would be looked for below the page, and for one with a namespace.
 */
export function checkRoot(root: string): void {
  if (!/^(?:[a-z][a-z\d+.-]*:|[/?.])/i.test(root)) {
    throw new EntityStoreError(
      'invalid_option',
      `root is ${root}, without https://. Give the whole address, such as https://example.org/wp-json/, or one that begins with / for the site of this page.`,
    )
  }
  if (/\/wp\/v2\/?$/.test(root))
    throw new EntityStoreError(
      'invalid_option',
      `root is ${root}. Leave /wp/v2 out: the paths of requests begin with it.`,
    )
}

/** An error with what is mostly wrong where a new application sees it. */
export function withSetupHint(error: unknown, asked: FetchRequest, setup: FetcherSetup): unknown {
  if (error instanceof RestError) error.message += hintOf(error, asked, setup)
  return error
}

function hintOf(
  { code, status }: RestError,
  { path = '', method = 'GET' }: FetchRequest,
  { root, proof }: FetcherSetup,
): string {
  if (status === 401 && proof === undefined) {
    const instead = isSafeMethod(method.toUpperCase())
      ? ", or read with { context: 'view' }, which visitors may"
      : ''
    return ` Nobody is signed in: pass nonce or authorization to createRestFetcher${instead}.`
  }
  if (status === 401 && proof === 'authorization') {
    return ' The site did not accept the authorization: check the user name and the password, which WordPress wants to be an application password, and that the Authorization header reaches the site.'
  }
  if (code === 'rest_cookie_invalid_nonce') {
    return proof === 'nonce'
      ? ' The nonce is too old, or of another session: pass nonce: { initial, refresh }, which renews it.'
      : " A cookie of the site went along without a nonce: pass credentials: 'omit', or a nonce."
  }
  const isOfWordPress = /wp-json|rest_route/.test(root) || !/^\/?wp\/v2\//.test(path)
  const isUnknown =
    /^(?:invalid_json|fetch_error)$/.test(code) || (status === 404 && code === 'unknown_error')
  return isUnknown && !isOfWordPress
    ? ` Is ${root} the root of the REST interface? That of WordPress ends in /wp-json/, such as https://example.org/wp-json/.`
    : ''
}
