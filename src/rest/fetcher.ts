import { abortable, abortErrorOf } from './abort'
import { type AuthorizationSource, readAuthorization } from './authorization'
import type { Fetcher, FetchRequest, FetchResponse, RetryOptions } from './fetchContract'
import { createNonce, type NonceSource } from './nonce'
import { errorOfBody, isAbortError, RestError, toRestError } from './restError'
import { withRetry } from './retry'
import type { RawAnswer } from './uploadWithProgress'
import { parseUrl, resolveUrl } from './urls'

/** How to reach a site. */
export interface RestFetcherOptions {
  /** REST root: `https://example.org/wp-json/`, or `https://example.org/?rest_route=/` without pretty links. */
  root: string
  /** Nonce of a logged-in session, sent as `X-WP-Nonce`; an answer's `X-WP-Nonce` replaces it. */
  nonce?: NonceSource
  /** Credentials of the `Authorization` header, asked for before each attempt where it is a function. */
  authorization?: AuthorizationSource
  /** Sent with every request to the root's origin. */
  headers?: Record<string, string>
  /** Whether cookies go along. Default `same-origin`. */
  credentials?: RequestCredentials
  /** Sends the requests, uploads with `onProgress` too. Default: the platform's `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** Repeats of failed reads: false for none, or their number and delays. A request's own `retry` wins. */
  retry?: boolean | RetryOptions
  /** Sends PUT, PATCH and DELETE as POST, for servers that let nothing else through. Default false. */
  methodOverride?: boolean
}

/** A request made ready, the same for every attempt. */
interface Plan {
  request: FetchRequest
  method: string
  url: string
  /** Whether the address is of the root's origin, so that credentials may go along. */
  isOwn: boolean
  body: BodyInit | null | undefined
  /** Names the request in messages, without its query. */
  label: string
}

/**
 * Gives a fetcher for the REST interface of one site.
 *
 * Credentials and `headers` go only to the root's own origin. An expired nonce is refreshed once and the
 * request repeated, writes too: the server refused it before doing anything. GET, HEAD and OPTIONS are
 * repeated on network failure, 429 and 502 to 504; writes only with `retry` in the request.
 *
 * @throws TypeError for a root that is no address; the fetcher rejects with a TypeError for a request without
 *   `path` and `url`, or with a body that it cannot have, with a {@link RestError} for every failure on the
 *   way, and with an `AbortError` when aborted.
 *
 * @example
 * const fetcher = createRestFetcher({
 *   root: 'https://example.org/wp-json/',
 *   authorization: { username: 'editor', password: 'abcd efgh ijkl mnop' },
 * })
 * const { data } = await fetcher({ path: '/wp/v2/posts?context=edit' })
 */
export function createRestFetcher(options: RestFetcherOptions): Fetcher {
  const root: unknown = options?.root
  if (typeof root !== 'string' || root.trim() === '') {
    throw new TypeError(`root is ${String(root) || 'empty'}. Give the address of the site's REST interface.`)
  }
  const { origin } = parseUrl(root)
  const { credentials = 'same-origin', retry = true, methodOverride = false } = options
  const nonce = options.nonce === undefined ? null : createNonce(options.nonce, fetchText)

  return (request) => abortable(run(request), request?.signal)

  async function run(request: FetchRequest): Promise<FetchResponse> {
    const plan = planRequest(request)
    const { signal } = request
    if (signal?.aborted) throw abortErrorOf(signal)
    let renewed = false
    async function attempt(): Promise<FetchResponse> {
      const headers = await readHeaders(plan)
      try {
        return await send(plan, headers)
      } catch (error) {
        const refused = error instanceof RestError && error.code === 'rest_cookie_invalid_nonce'
        if (!refused || renewed || signal?.aborted || !plan.isOwn) throw error
        renewed = true
        if (!(await nonce?.renew(headers.get('X-WP-Nonce')))) throw error
        return attempt()
      }
    }
    const asked = request.retry ?? (/^(GET|HEAD|OPTIONS)$/.test(plan.method) && retry)
    if (!asked) return attempt()
    return withRetry(attempt, { ...optionsOf(retry), ...optionsOf(asked), signal })
  }

  function planRequest(request: FetchRequest): Plan {
    const { path, url = path, data, body } = request ?? {}
    const method = (request?.method ?? 'GET').toUpperCase()
    if (typeof url !== 'string') {
      throw new TypeError(
        'The request has neither path nor url. Give one, { path: "/wp/v2/posts" } for example.',
      )
    }
    const label = `${method} ${url.split('?')[0]}`
    if (data !== undefined && body != null)
      throw new TypeError(`${label} has data and body. Give one of them.`)
    if (/^(GET|HEAD)$/.test(method) && (data !== undefined || body != null)) {
      throw new TypeError(`${label} cannot carry a body. Put the values into the query of the path.`)
    }
    const address = request.url ?? resolveUrl(String(root), url)
    return {
      request,
      method,
      url: address,
      isOwn: parseUrl(address).origin === origin,
      body: data === undefined ? body : JSON.stringify(data),
      label,
    }
  }

  async function readHeaders({ request, method, isOwn, body }: Plan): Promise<Headers> {
    const headers = new Headers({ Accept: 'application/json, */*;q=0.1' })
    if (request.data !== undefined) headers.set('Content-Type', 'application/json')
    if (isOwn) {
      setHeaders(headers, options.headers)
      setHeaders(headers, { Authorization: await readAuthorization(options.authorization) })
      setHeaders(headers, { 'X-WP-Nonce': nonce?.current() })
    }
    setHeaders(headers, request.headers)
    // Only the platform knows the boundary of a form.
    if (body instanceof FormData) headers.delete('Content-Type')
    if (isOverridden(method)) headers.set('X-HTTP-Method-Override', method)
    return headers
  }

  async function send(plan: Plan, headers: Headers): Promise<FetchResponse> {
    const { request, method, url, isOwn, body, label } = plan
    let answer: RawAnswer
    let text: string
    try {
      answer = await transmit(url, request.onProgress, {
        method: isOverridden(method) ? 'POST' : method,
        headers,
        body,
        credentials: isOwn ? credentials : 'omit',
        signal: request.signal,
      })
      text = answer.status === 204 ? '' : await answer.text()
    } catch (error) {
      throw isAbortError(error) ? error : toRestError(error, label)
    }
    if (isOwn) nonce?.receive(answer.headers.get('X-WP-Nonce'))
    return readAnswer(answer, text, label)
  }

  async function transmit(
    url: string,
    onProgress: FetchRequest['onProgress'],
    init: RequestInit & { headers: Headers },
  ): Promise<RawAnswer> {
    // XMLHttpRequest cannot leave the page's own cookies out, nor send a stream.
    const suits = init.credentials !== 'omit' && !(init.body instanceof ReadableStream)
    if (onProgress && suits && !options.fetch && typeof XMLHttpRequest !== 'undefined') {
      const { uploadWithProgress } = await import('./uploadWithProgress')
      return uploadWithProgress(url, init, onProgress)
    }
    // A call of options.fetch(…) would hand it a `this`, which the platform's fetch refuses.
    const call = options.fetch ?? globalThis.fetch
    return call(url, init)
  }

  async function fetchText(url: string): Promise<string> {
    const answer = await transmit(new URL(url, parseUrl(String(root))).href, undefined, {
      headers: new Headers(),
      credentials,
      cache: 'no-store',
    })
    if (answer.status !== 200) throw new Error(`The nonce was answered with status ${answer.status}.`)
    return answer.text()
  }

  function isOverridden(method: string): boolean {
    return methodOverride && /^(PUT|PATCH|DELETE)$/.test(method)
  }
}

function readAnswer({ status, headers }: RawAnswer, text: string, label: string): FetchResponse {
  const isSuccess = status >= 200 && status < 300
  let data: unknown = null
  if (!isSuccess || text.trim() !== '') {
    try {
      data = JSON.parse(text)
    } catch (cause) {
      throw new RestError({
        code: 'invalid_json',
        message: `${label} was answered with status ${status} and a body that is not JSON. Check the root, and what the site prints before the answer.`,
        status,
        data: { status, excerpt: text.trim().slice(0, 100) },
        cause,
        headers,
      })
    }
  }
  if (!isSuccess) throw errorOfBody(data, status, label, headers)
  return { status, headers, data }
}

function setHeaders(headers: Headers, values: Record<string, string | null | undefined> = {}): void {
  for (const [name, value] of Object.entries(values)) {
    try {
      if (value) headers.set(name, value)
    } catch {
      // The platform's message would repeat the value, which may be a secret.
      throw new TypeError(`The header ${name} has a value that cannot be sent. Take out its line breaks.`)
    }
  }
}

function optionsOf(retry: boolean | RetryOptions): RetryOptions {
  return typeof retry === 'object' ? retry : {}
}
