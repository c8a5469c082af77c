import { isDevelopment } from '../core/isDevelopment'
import { RestError } from './restError'

/** How a fetcher was set up. */
export interface FetcherSetup {
  readonly root: string
  /** Whether it has a nonce or credentials to send. */
  readonly isSignedIn: boolean
}

/**
 * Checks a root that nobody can mean.
 * @throws TypeError for one without a scheme, which would be looked for below the page, and for one with a namespace.
 */
export function checkRoot(root: string): void {
  if (!/^(?:[a-z][a-z\d+.-]*:|[/?.])/i.test(root)) {
    throw new TypeError(
      `root is ${root}, without https://. Give the whole address, such as https://example.org/wp-json/, or one that begins with / for the site of this page.`,
    )
  }
  if (/\/wp\/v2\/?$/.test(root))
    throw new TypeError(`root is ${root}. Leave /wp/v2 out: the paths of requests begin with it.`)
}

/** An error with what is mostly wrong where a new application sees it; in development alone. */
export function withSetupHint(error: unknown, path: string, setup: FetcherSetup): unknown {
  if (isDevelopment() && error instanceof RestError) addHint(error, path, setup)
  return error
}

function addHint(error: RestError, path: string, { root, isSignedIn }: FetcherSetup): void {
  if (error.status === 401 && !isSignedIn) {
    error.message +=
      " Nobody is signed in: pass nonce or authorization to createRestFetcher, or read with { context: 'view' }, which visitors may."
  }
  const isOfWordPress = /wp-json|rest_route/.test(root) || !/^\/?wp\/v2\//.test(path)
  const isUnknown = error.code === 'invalid_json' || (error.status === 404 && error.code === 'unknown_error')
  if (isUnknown && !isOfWordPress) {
    error.message += ` Is ${root} the root of the REST interface? That of WordPress ends in /wp-json/, such as https://example.org/wp-json/.`
  }
}
