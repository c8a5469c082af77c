import { checkOptionNames } from '../core/checkOptionNames'
import { isRecord } from '../core/plain'
import { abortable } from '../rest/abort'
import type { Fetcher, FetchRequest, FetchResponse } from '../core/fetchContract'
import { headersOf } from '../rest/headersOf'
import { errorOfBody } from '../rest/errorOfBody'
import { RestError } from '../rest/restError'
import {
  type FailOptions,
  Faults,
  type Held,
  htmlPage,
  type LoggedMockRequest,
  type MockFailure,
  type RequestMatch,
  responseOfFailure,
} from './http/faults'
import { decode, readRequest } from './http/readRequest'
import { dispatch } from './http/dispatcher'
import type { MockAnswer, MockRequest } from './http/message'
import { routesOf } from './http/routes'
import { addPost, type MockContent, type MockPost, seedSite } from './site/seed'
import type { SiteState, UserRow } from './site/siteState'

/** What a mock site begins with, and who asks. */
export interface MockSiteOptions extends MockContent {
  /** Username of who asks through `fetcher` and `handlers`; null for a visitor. Default the first user. */
  currentUser?: string | null
}

/** The options by name, to name the one that was meant. */
export const mockSiteOptions: { readonly [Option in keyof Required<MockSiteOptions>]: true } = {
  users: true,
  posts: true,
  pages: true,
  terms: true,
  media: true,
  comments: true,
  settings: true,
  postTypes: true,
  postMeta: true,
  taxonomies: true,
  wordpress: true,
  linkHints: true,
  preconditions: true,
  durable: true,
  root: true,
  url: true,
  startDate: true,
  menus: true,
  menuLocations: true,
  sidebars: true,
  widgets: true,
  themes: true,
  templates: true,
  templateParts: true,
  globalStyles: true,
  plugins: true,
  patterns: true,
  patternCategories: true,
  embeds: true,
  urlDetails: true,
  currentUser: true,
}

/** The part of msw's `http` that the handlers need. */
export interface HandlerMaker<Handler> {
  /** Makes a handler for all methods of the addresses that a pattern fits. */
  all(path: string, resolver: (info: { request: Request }) => Promise<Response>): Handler
}

/** A site in memory that answers as WordPress does. */
export interface MockSite {
  /** Address of the REST root, for `createRestFetcher`. */
  readonly root: string
  /** Sends requests as the current user, straight to the site: for `createEntityStore`. */
  readonly fetcher: Fetcher
  /** Every request so far, oldest first. */
  readonly requests: readonly LoggedMockRequest[]
  /** A fetcher of another user; null asks as a visitor. Throws a TypeError for an unknown username. */
  as(username: string | null): Fetcher
  /**
   * Answers a standard request as the current user, for any tool that catches `fetch`. Rejects with a TypeError where the
   * address is not below `root`.
   */
  respond(request: Request): Promise<Response>
  /** The handlers for msw: `setupServer(...site.handlers(http))`. */
  handlers<Handler>(http: HandlerMaker<Handler>): Handler[]
  /**
   * Lets the next requests that match fail, before the site has done anything or, with `done`, after its work. A write
   * that is meant by a text fails in a batch as well, where it fails with a status.
   *
   * @param options - How many of them, or `{ times, done }`. Default one, before.
   * @returns Ends it early.
   */
  fail(match: RequestMatch, failure: MockFailure, options?: number | FailOptions): () => void
  /**
   * Lets answers come later: by milliseconds, or when a promise resolves. The site has done its work by then.
   *
   * @returns Ends it for requests to come.
   */
  delay(match: RequestMatch, until: number | Promise<unknown>): () => void
  /** Keeps answers until they are released, in any order. The site has done its work by then. */
  hold(match: RequestMatch): Held
  /** Makes an auto-draft, as opening the editor for a new post does; REST has no way to. Gives its id. */
  addAutoDraft(fields?: MockPost & { type?: string }): number
  /**
   * Makes somebody else the current user of `fetcher`, `respond` and `handlers`, as another cookie does; null for a
   * visitor, whose session has ended. Throws a TypeError for an unknown username.
   */
  signIn(username: string | null): void
  /**
   * Stops the clock: writes fall into one second, as they do on a site where many people work.
   *
   * @returns Lets it go on.
   */
  stopClock(): () => void
  /**
   * Lets rows that the order of a list does not tell apart come in another order with each request, as a database may.
   * The orders are the same on each run.
   *
   * @param seed - A whole number from 1; each gives other orders.
   * @returns Ends it.
   */
  shuffleTies(seed?: number): () => void
  /** Empties the log. */
  clearRequests(): void
}

/**
 * Gives a site in memory that answers the REST interface as WordPress does, for tests without a server.
 *
 * It is stateful: what is saved is read again, deleted is gone, and each user may do what the role allows. It is
 * the same on every run: ids count up, and the clock moves by a second with each write. What it does not know it
 * refuses with `rest_no_route` and a word about it in `data.mock`. The documentation of testing lists what it answers; contract
 * tests hold it against a real WordPress.
 *
 * @throws TypeError for content that names a user or a post type that the site does not have, and EntityStoreError
 * `invalid_option` for an option that does not exist.
 *
 * @example
 * const site = createMockSite({ posts: [{ title: 'Hello' }] })
 * const store = createEntityStore({ fetcher: site.fetcher })
 */
export function createMockSite(options: MockSiteOptions = {}): MockSite {
  checkOptionNames(options, mockSiteOptions, 'createMockSite')
  const site = seedSite(options)
  const routes = routesOf(site)
  const faults = new Faults()
  const requests: LoggedMockRequest[] = []
  const root = `${site.url}/wp-json/`
  const [first] = site.users.values()
  let current = options.currentUser === undefined ? (first?.username ?? null) : options.currentUser

  findUser(site, current)

  async function answer(username: string | null, request: MockRequest, target: string): Promise<MockAnswer> {
    const entry: { -readonly [Field in keyof LoggedMockRequest]: LoggedMockRequest[Field] } = {
      method: request.method,
      path: decode(target),
      user: username,
      body: request.body ?? {},
      status: undefined,
    }
    requests.push(entry)
    try {
      const failure = faults.failureOf(entry)
      const failurePartOf: MockRequest['failurePartOf'] = (line, run) => faults.failurePart(line, run)
      const work = () => dispatch(routes, site, findUser(site, username), { ...request, failurePartOf })
      if (failure?.isDone) work()
      const given = failure ? responseOfFailure(failure.failure, entry) : work()
      // A copy: what the site changes later must not show in an answer that is still under way.
      const copy = plainCopy(given)
      await faults.wait(entry)
      entry.status = copy.status
      return copy
    } catch (error) {
      entry.status = 0
      await faults.wait(entry)
      throw error
    }
  }

  async function send(username: string | null, request: FetchRequest): Promise<FetchResponse> {
    const target = request.path ?? (request.url && pathOf(root, request.url))
    if (typeof target !== 'string') {
      throw cannotAnswer(root, request.url)
    }
    request.signal?.throwIfAborted()
    const method = (request.method ?? 'GET').toUpperCase()
    const label = `${method} ${target.split('?')[0]}`
    const content = request.data ?? request.body
    const asked = await readRequest(method, target, content, new Headers(request.headers))
    const size = asked.file?.bytes.length
    if (size !== undefined) request.onProgress?.({ loaded: size, total: size })
    const { status, headers, data } = await answer(username, asked, target)
    const read = headersOf(headers)
    if (data === htmlPage) {
      const message = `${label} was answered with status ${status}, but not with JSON.`
      const excerpt = htmlPage.slice(0, 100)
      throw new RestError({ code: 'invalid_json', message, status, data: { status, excerpt }, headers: read })
    }
    if (status < 200 || status > 299) throw errorOfBody(data, status, label, read)
    return { status, headers: read, data }
  }

  async function respond(request: Request): Promise<Response> {
    const target = pathOf(root, request.url)
    if (target === undefined) throw cannotAnswer(root, request.url)
    const type = request.headers.get('content-type') ?? ''
    const content = type.includes('multipart/form-data') ? await request.formData() : await request.text()
    const method = request.headers.get('X-HTTP-Method-Override') ?? request.method
    const asked = await readRequest(method, target, content, request.headers)
    try {
      const { status, headers, data } = await answer(userOf(request), asked, target)
      const text = data === htmlPage ? htmlPage : JSON.stringify(data)
      return new Response(method === 'HEAD' ? null : text, {
        status,
        headers: { ...headers, 'Content-Type': data === htmlPage ? 'text/html' : 'application/json' },
      })
    } catch {
      return Response.error()
    }
  }

  // A test may sign in as somebody by Basic authentication; any password will do.
  function userOf(request: Request): string | null {
    const [, coded] = /^Basic (.+)$/.exec(request.headers.get('Authorization') ?? '') ?? []
    return coded ? atob(coded).split(':')[0] || null : current
  }

  function as(username: string | null): Fetcher {
    findUser(site, username)
    return (request) => abortable(send(username, request), request.signal)
  }

  return {
    root,
    // Asked anew each time: somebody else may have signed in.
    fetcher: (request) => abortable(send(current, request), request.signal),
    requests,
    as,
    respond,
    handlers: (http) => [http.all(`${root}*`, ({ request }) => respond(request))],
    fail: (match, failure, failOptions = {}) => faults.fail(match, failure, failOptions),
    delay: (match, until) => faults.delay(match, until),
    hold: (match) => faults.holdResponses(match),
    addAutoDraft: ({ type = 'post', ...fields } = {}) =>
      addPost(site, type, {
        author: current ?? undefined,
        title: 'Auto Draft',
        status: 'auto-draft',
        ...fields,
      }).id,
    signIn(username) {
      findUser(site, username)
      current = username
    },
    stopClock() {
      site.isClockStopped = true
      return () => (site.isClockStopped = false)
    },
    shuffleTies(seed = 1) {
      site.tieSeed = Math.max(1, Math.abs(Math.trunc(seed)) % 2_147_483_647)
      return () => (site.tieSeed = null)
    },
    clearRequests: () => void requests.splice(0),
  }
}

function findUser(site: SiteState, username: string | null): UserRow | null {
  if (username === null) return null
  const found = [...site.users.values()].find((user) => user.username === username)
  if (!found) throw new TypeError(`The mock site has no user ${username}. Name it in users.`)
  return found
}

/** Answers are plain data, which is copied in a fraction of the time that structuredClone takes for anything. */
function plainCopy<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map((item: unknown) => plainCopy(item)) as Value
  if (!isRecord(value)) return value
  const copy: Record<string, unknown> = { ...value }
  for (const name in copy) copy[name] = plainCopy(copy[name])
  return copy as Value
}

function cannotAnswer(root: string, url: string | undefined): TypeError {
  return new TypeError(`The mock site at ${root} can not answer ${String(url)}. Give a path of it.`)
}

function pathOf(root: string, url: string): string | undefined {
  return url.startsWith(root) ? url.slice(root.length - 1) : undefined
}
