import { abortable, isGivenUp } from './abort'
import { type AuthorizationSource, readAuthorization } from './authorization'
import type { Fetcher, FetchRequest, FetchResponse, RetryOptions } from '../core/fetchContract'
import { checkOptionNames } from '../core/checkOptionNames'
import { EntityStoreError, show } from '../core/errors'
import { isDevelopment } from '../core/isDevelopment'
import { createNonce, type NonceSource } from './nonce'
import { errorOfBody } from './errorOfBody'
import { readText } from './readText'
import { RestError, toRestError } from './restError'
import { checkRoot, withSetupHint } from './setupHints'
import { withRetry } from './retry'
import { followRedirects, isSafeMethod, refuseRedirect } from './redirects'
import {
  defaultBodyTimeout,
  defaultTimeout,
  timeToSend,
  withinTimeLimit,
  type TimeLimits,
  type Watched,
} from './timeLimit'
import { uploadWithProgress, type RawAnswer } from './uploadWithProgress'
import { parseUrl, resolveUrl } from './urls'

/** How to reach a site. */
export interface RestFetcherOptions {
  /** REST root: `https://example.org/wp-json/`, or `https://example.org/?rest_route=/` without pretty links. */
  root: string
  /** Nonce of a logged-in session, sent as `X-WP-Nonce`; an answer's `X-WP-Nonce` replaces it. Default: none. */
  nonce?: NonceSource
  /**
   * Credentials of the `Authorization` header, asked for before each attempt where it is a function. Default: none.
   */
  authorization?: AuthorizationSource
  /** Sent with every request to the root's origin. Default: none. */
  headers?: Record<string, string>
  /** Whether cookies go along. Default `same-origin`. */
  credentials?: RequestCredentials
  /** Sends the requests, uploads with `onProgress` too. Default: the platform's `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /**
   * Repeats of failed reads: false for none, or their number and delays. A request's own `retry` wins. Default: three,
   * as `RetryOptions` has it.
   */
  retry?: boolean | RetryOptions
  /**
   * Sends PUT, PATCH and DELETE as POST with `X-HTTP-Method-Override`, for servers that let nothing else through. Default:
   * from the first of them on that is refused with status 405 by something else than WordPress, whose answers are JSON;
   * that one is sent again.
   */
  methodOverride?: boolean
  /**
   * Milliseconds without progress after which a request is given up with a `timeout_error`; 0 or false for no limit.
   * Default 60,000. What arrives counts as progress, and so does what leaves of an upload in a browser; where nothing
   * reports that (in Node, or with a `fetch` of your own) an upload may take a second more for each 10 kB.
   */
  timeout?: number | false
  /**
   * Milliseconds that the body of an answer may take from its beginning to its end, however steadily it comes, before the
   * request is given up with a `timeout_error`; 0 or false for no limit. Default 300,000; none where `timeout` is none.
   */
  bodyTimeout?: number | false
}

/**
 * Gives a fetcher for the REST interface of one site.
 *
 * Credentials and `headers` go only to the root's own origin. Outside of pages they follow no redirect to another one
 * either; in a page the browser follows redirects by itself: it takes `Authorization` away on another origin, but passes
 * the nonce and `headers` on to one that allows them by CORS. A write that is redirected is an error, as nobody knows
 * whether it was done: give the root's final address. An expired nonce is refreshed once and the request repeated,
 * writes too: the server refused it before doing anything. GET, HEAD and OPTIONS are repeated on network failure, 429
 * and 502 to 504; writes only with `retry` in the request. Who asks by `onNonceRenewed` is asked before a write leaves with
 * a renewed nonce, which may be of somebody else.
 *
 * @throws EntityStoreError `invalid_option` for a root that is no address, for a `timeout` that is no number of
 *   milliseconds, and in development for an option that does not exist; the fetcher rejects with the same for a request
 *   without `path` and `url`, or with a body that it cannot have, with a {@link RestError} for every failure on the way
 *   (`redirected`, `timeout_error` and others), and with an `AbortError` when aborted.
 *
 * @example
 * const fetcher = createRestFetcher({
 *   root: 'https://example.org/wp-json/',
 *   authorization: { username: 'editor', password: 'abcd efgh ijkl mnop' },
 * })
 * const { data } = await fetcher({ path: '/wp/v2/posts?context=edit' })
 */
export function createRestFetcher(options: RestFetcherOptions): Fetcher {
  const { root, credentials = 'same-origin', retry = true, methodOverride } = options ?? {}
  if (typeof root !== 'string' || !root.trim()) {
    throw new EntityStoreError(
      'invalid_option',
      `root is ${show(root)}. Give the address of the REST interface, such as https://example.org/wp-json/.`,
    )
  }
  checkRoot(root)
  if (isDevelopment()) checkOptionNames(options, knownOptions, 'createRestFetcher')
  const timeout = checkTimeout('timeout', options.timeout, defaultTimeout)
  const bodyTimeout = checkTimeout('bodyTimeout', options.bodyTimeout, timeout && defaultBodyTimeout)
  const limits: TimeLimits = { timeout, bodyTimeout }
  let bytesKeptAlive = 0
  let overrides = methodOverride === true
  let mayBeOverridden = methodOverride === undefined
  const { origin } = parseUrl(root)
  const nonce = options.nonce === undefined ? null : createNonce(options.nonce, fetchText)

  const confirmations = new Set<() => Promise<void>>()
  /** How often the nonce was renewed, in all and up to when somebody has said that writes may leave with it. */
  let [renewals, confirmed] = [0, 0]
  const onNonceRenewed: Fetcher['onNonceRenewed'] = (confirm) => {
    confirmations.add(confirm)
    return () => void confirmations.delete(confirm)
  }

  /** Has a write leave as whoever it was meant to leave as. */
  async function confirmNonce(): Promise<void> {
    while (confirmed < renewals) {
      const renewal = renewals
      await Promise.all([...confirmations].map((confirm) => confirm()))
      confirmed = Math.max(confirmed, renewal)
    }
  }

  const proof = options.authorization !== undefined ? 'authorization' : nonce ? 'nonce' : undefined
  const fetcher: Fetcher = (request = {}) => {
    const answer = run(request).catch((error: unknown) => {
      throw isDevelopment() ? withSetupHint(error, request, { root, proof }) : error
    })
    return abortable(answer, request.signal)
  }
  // What is kept beside a store, such as documents that are shared, is named by the site.
  return Object.assign(fetcher, { root, ...(proof && { onNonceRenewed }) })

  async function run(request: FetchRequest): Promise<FetchResponse> {
    const { path, data, signal } = request
    const target = request.url ?? path
    if (typeof target !== 'string') {
      throw new EntityStoreError('invalid_option', 'The request has neither path nor url. Give one of them.')
    }
    const url = request.url ?? resolveUrl(root, target)
    // Credentials may only go where the root is.
    const isOwn = parseUrl(url).origin === origin
    const method = (request.method ?? 'GET').toUpperCase()
    const label = `${method} ${target.split('?')[0]}`
    const given = [data, request.body ?? undefined].filter((body) => body !== undefined)
    if (given.length > (/^(GET|HEAD)$/.test(method) ? 0 : 1)) {
      throw new EntityStoreError(
        'invalid_option',
        `${label}: give data or body, not both, and none to GET and HEAD.`,
      )
    }
    const body = data === undefined ? request.body : JSON.stringify(data)
    const size = typeof body === 'string' ? new TextEncoder().encode(body).length : body ? Infinity : 0
    const isOverridable = /^(PUT|PATCH|DELETE)$/.test(method)
    let isRenewed = false
    signal?.throwIfAborted()

    async function attempt(): Promise<FetchResponse> {
      if (isOwn && !isSafeMethod(method)) await confirmNonce()
      const sentNonce = nonce?.current()
      const isOverridden = overrides && isOverridable
      const headers = writeHeaders(
        { Accept: 'application/json, */*;q=0.1' },
        data !== undefined && { 'Content-Type': 'application/json' },
        isOwn && options.headers,
        isOwn && { Authorization: await readAuthorization(options.authorization), 'X-WP-Nonce': sentNonce },
        request.headers,
        isOverridden && { 'X-HTTP-Method-Override': method },
      )
      // Only the platform knows the boundary of a form.
      if (body instanceof FormData) headers.delete('Content-Type')
      try {
        return await exchange(headers, isOverridden ? 'POST' : method)
      } catch (error) {
        const isOfRoot = isOwn && request.url === undefined && !(body instanceof ReadableStream)
        if (isBlocked(error) && isOverridable && !isOverridden && isOfRoot && (overrides || mayBeOverridden))
          return overrideMethod()
        const isRefused = error instanceof RestError && error.code === 'rest_cookie_invalid_nonce'
        if (!isRefused || !isOwn || isRenewed) throw error
        isRenewed = true
        if (!(await nonce?.renew(sentNonce))) throw error
        renewals++
        return attempt()
      }
    }

    /** Sends again what the server did not even pass on, in the way that it passes on. */
    async function overrideMethod(): Promise<FetchResponse> {
      overrides = true
      try {
        return await attempt()
      } catch (error) {
        if (isBlocked(error)) overrides = mayBeOverridden = false
        throw error
      }
    }

    async function exchange(headers: Headers, sentMethod: string): Promise<FetchResponse> {
      let arrived: Arrived
      // The browser would refuse what is more than that in all.
      const keepalive = request.keepalive === true && bytesKeptAlive + size <= mostKeptAlive
      if (keepalive) bytesKeptAlive += size
      try {
        const init = {
          method: sentMethod,
          headers,
          body,
          credentials: isOwn ? credentials : 'omit',
          ...(keepalive && { keepalive }),
        } as const
        const send = (signal: AbortSignal | undefined, watched: Watched) =>
          transmit(url, { ...init, signal }, label, request.onProgress, watched)
        arrived = await withinTimeLimit(limits, label, signal, send)
      } catch (error) {
        throw isGivenUp(error, signal) || error instanceof RestError ? error : toRestError(error, label)
      } finally {
        if (keepalive) bytesKeptAlive -= size
      }
      const { answer, text, isFromElsewhere } = arrived
      if (isOwn && !isFromElsewhere) nonce?.receive(answer.headers.get('X-WP-Nonce'))
      return readAnswer(answer, text, label)
    }

    const asked = request.retry ?? (isSafeMethod(method) && retry)
    return asked ? withRetry(attempt, { ...optionsOf(retry), ...optionsOf(asked), signal }) : attempt()
  }

  async function transmit(
    url: string,
    init: RequestInit & { method: string; headers: Headers; signal: AbortSignal | undefined },
    label: string,
    onProgress: FetchRequest['onProgress'],
    { progressed, answered }: Watched,
  ): Promise<Arrived> {
    const isFile = !['string', 'undefined'].includes(typeof (init.body ?? undefined))
    const isWatched = onProgress !== undefined || (isFile && timeout > 0)
    let answer: RawAnswer
    let isFromElsewhere = false
    if (isWatched && canUpload(init)) {
      progressed?.()
      answer = await uploadWithProgress(url, init, (progress) => {
        progressed?.()
        onProgress?.(progress)
      })
      if (!isSafeMethod(init.method)) refuseRedirect(answer, label)
    } else {
      // A stream may be anything, so that its clock starts with the answer.
      const allowance = timeToSend(init.body)
      if (allowance !== undefined) progressed?.(allowance)
      if (isSafeMethod(init.method)) {
        ;({ answer, isFromElsewhere } = await followRedirects(url, init, callFetch))
      } else {
        answer = await callFetch(url, { ...init, redirect: 'manual' })
        refuseRedirect(answer, label)
      }
    }
    progressed?.()
    answered()
    return { answer, text: await readText(answer, progressed), isFromElsewhere }
  }

  /** XMLHttpRequest cannot leave the page's own cookies out, nor send a stream. */
  function canUpload({ body, credentials }: RequestInit): boolean {
    const suits = credentials !== 'omit' && !(body instanceof ReadableStream)
    return suits && !options.fetch && typeof XMLHttpRequest !== 'undefined'
  }

  async function fetchText(url: string): Promise<string> {
    return withinTimeLimit(limits, 'GET nonce', undefined, async (signal, { progressed, answered }) => {
      progressed?.()
      const init: RequestInit = { credentials, cache: 'no-store', ...(signal && { signal }) }
      const answer = await callFetch(new URL(url, parseUrl(root)).href, init)
      answered()
      return answer.ok ? readText(answer, progressed) : ''
    })
  }

  function callFetch(url: string, init: RequestInit): Promise<Response> {
    // Called without a `this`, which the platform's fetch refuses.
    return (options.fetch ?? fetch)(url, init)
  }
}

const knownOptions: { readonly [Option in keyof Required<RestFetcherOptions>]: true } = {
  root: true,
  nonce: true,
  authorization: true,
  headers: true,
  credentials: true,
  fetch: true,
  retry: true,
  methodOverride: true,
  timeout: true,
  bodyTimeout: true,
}

/** An answer with its body. */
interface Arrived {
  readonly answer: RawAnswer
  readonly text: string
  /** Whether another origin than the one that was asked had a part in it. */
  readonly isFromElsewhere: boolean
}

/** Bytes of bodies that browsers let go on without their page, summed over all requests. */
const mostKeptAlive = 65_536

/** Milliseconds that a timer of the platform can wait. */
const longestTimer = 2 ** 31 - 1

function checkTimeout(option: string, given: number | false | undefined, usual: number): number {
  const timeout = given === undefined ? usual : given
  if (timeout === false) return 0
  // A longer one would end at once.
  if (typeof timeout === 'number' && timeout >= 0)
    return timeout === Infinity ? 0 : Math.min(timeout, longestTimer)
  throw new EntityStoreError(
    'invalid_option',
    `${option} is ${String(timeout)}. Give milliseconds, or false for no limit.`,
  )
}

/** Whether a request was refused before it came to WordPress, for its method: nginx does so for pages that are files. */
function isBlocked(error: unknown): boolean {
  return error instanceof RestError && error.status === 405 && error.code === 'invalid_json'
}

function adviceFor(status: number): string {
  if (status === 429) return 'Ask less often, or raise the limit of the server.'
  if (status >= 500) return 'The server has failed: look at its error log.'
  return 'Check the root and what the site prints.'
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
        message: `${label} was answered with status ${status}, but not with JSON. ${adviceFor(status)}`,
        request: label,
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

/** Later layers replace earlier ones; an empty value replaces nothing. */
function writeHeaders(...layers: (Record<string, string | null | undefined> | false | undefined)[]): Headers {
  const headers = new Headers()
  for (const [name, value] of layers.flatMap((layer) => Object.entries(layer || {}))) {
    try {
      if (value) headers.set(name, value)
    } catch {
      // The platform's message would repeat the value, which may be a secret.
      throw new EntityStoreError(
        'invalid_option',
        `The header ${name} cannot be sent. Take out its line breaks.`,
      )
    }
  }
  return headers
}

function optionsOf(retry: boolean | RetryOptions): RetryOptions | false {
  return typeof retry === 'object' && retry
}
