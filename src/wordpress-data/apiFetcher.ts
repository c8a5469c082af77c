import type { FetchRequest, FetchResponse, Fetcher } from '../core/fetchContract'
import { isObject } from '../core/plain'

/** What WordPress's `apiFetch` takes. */
export interface ApiFetchOptions {
  /** Path below the REST root. Default: none, as a `url` is given. */
  readonly path?: string
  /** A whole address. Default: none, as a `path` is given. */
  readonly url?: string
  /** Default `GET`. */
  readonly method?: string
  /** Sent as JSON. Default: none. */
  readonly data?: unknown
  /** Sent as it is. Default: none. */
  readonly body?: unknown
  /** Headers of this request. Default: none. */
  readonly headers?: Record<string, string>
  /** Aborts the request. Without one, nothing does. */
  readonly signal?: AbortSignal
  /** Whether the promise gives the parsed body, and not the response. Default true. */
  readonly parse?: boolean
}

/** WordPress's `apiFetch`, or a function that stands in for it. */
export type ApiFetch = (options: ApiFetchOptions) => Promise<unknown>

/** An answer that was not parsed. */
interface RawResponse {
  readonly status?: number
  readonly headers?: { get(name: string): string | null }
  readonly json?: () => Promise<unknown>
}

const noHeaders = { get: () => null }

/**
 * Makes a fetcher of WordPress's `apiFetch`: what its middlewares add to a request holds, such as the nonce, the locale,
 * what the page has preloaded, and the paging of whole lists. `apiFetch` is called at the time of each request.
 * @param apiFetch The function itself, or the module that a bundler makes of it.
 * @param adjustPath What a path is asked as, where a generation of WordPress preloads another one.
 * @example
 * const store = createEntityStore({ fetcher: createApiFetcher(wp.apiFetch) })
 */
export function createApiFetcher(
  apiFetch: ApiFetch | { readonly default: ApiFetch },
  adjustPath: (path: string) => string = (path) => path,
): Fetcher {
  const send = (options: ApiFetchOptions): Promise<unknown> =>
    (typeof apiFetch === 'function' ? apiFetch : apiFetch.default)(options)

  const fetcher = async (request: FetchRequest): Promise<FetchResponse> => {
    const options = optionsOf(request, adjustPath)
    // `apiFetch` reports no progress of uploads.
    if (request.needs !== 'headers') return { status: 200, headers: noHeaders, data: await send(options) }
    let answer: RawResponse
    try {
      answer = (await send({ ...options, parse: false })) as RawResponse
    } catch (error) {
      throw await readError(error)
    }
    return readResponse(answer, request.method)
  }
  return Object.assign(fetcher, { pagesItself: true })
}

/** Only what is given: middlewares and tests look at the keys. */
function optionsOf(
  { path, url, method, data, body, headers, signal }: FetchRequest,
  adjustPath: (path: string) => string,
): ApiFetchOptions {
  return {
    ...(path !== undefined && { path: adjustPath(path) }),
    ...(url !== undefined && { url }),
    ...(method !== undefined && method !== 'GET' && { method }),
    ...(data !== undefined && { data }),
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
    ...(signal && { signal }),
  }
}

async function readResponse(answer: RawResponse, method: string | undefined): Promise<FetchResponse> {
  const { status = 200, headers = noHeaders } = Object(answer) as RawResponse
  if (method === 'OPTIONS') {
    // WordPress leaves the header out where nothing is allowed.
    const allowed = { get: (name: string) => headers.get(name) ?? (/^allow$/i.test(name) ? '' : null) }
    return { status, headers: allowed, data: null }
  }
  const isEmpty = status === 204 || typeof answer?.json !== 'function'
  return { status, headers, data: isEmpty ? null : await answer.json?.() }
}

/** A response that was thrown unparsed as its body, which has code, message and data; anything else as it is. */
async function readError(error: unknown): Promise<unknown> {
  if (!isObject(error) || typeof error.json !== 'function') return error
  try {
    return await (error.json as () => Promise<unknown>).call(error)
  } catch {
    return { code: 'invalid_json', message: 'The response is not a valid JSON response.' }
  }
}
