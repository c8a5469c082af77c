import { withEmbedded, withFields, withHints } from './shapeResponse'
import { type Args, readParams } from './params'
import { Refusal } from './wpError'
import type { SiteState, UserRow } from '../site/siteState'

/** A file of an upload, read to its end. */
export interface UploadedFile {
  name: string
  type: string
  bytes: Uint8Array
}

/** One request, as the site takes it. */
export interface MockRequest {
  method: string
  /** Path below the REST root, `/wp/v2/posts` for example. */
  path: string
  /** The query, with arrays where a name ends in `[]` or is repeated so. */
  query: Record<string, unknown>
  /** Fields of a JSON body or of a form; null where the JSON can't be read. */
  body: Record<string, unknown> | null
  file?: UploadedFile | undefined
}

/** One answer of the site. */
export interface MockAnswer {
  status: number
  headers: Record<string, string>
  /** JSON; undefined for an empty body. */
  data: unknown
}

/** What permission checks and routes get to see. */
export interface Call {
  site: SiteState
  /** Who asks; null for a visitor. */
  user: UserRow | null
  request: MockRequest
  /** Query, body and path together: the body wins over the query, both win over the path. */
  params: Record<string, unknown>
  /** The methods that the user may send to an address, where the site tells them in records. */
  hint?: ((href: string) => string[]) | undefined
  /** Answers another request as the same user. */
  ask: (request: MockRequest) => MockAnswer
  /** Names of the endpoint's parameters, for links to other pages. */
  headers: Record<string, string>
}

/** One method of a route. */
export interface Endpoint {
  args?: Args
  /** Throws a refusal where the user may not. Tried again for the answer's `Allow`. */
  permit?: (call: Call) => void
  /** The answer's body, or a whole answer. */
  run: (call: Call) => unknown
}

/** What the site knows at one path. */
export interface Route {
  /** The path, with `:id` for digits, `:name` for any text without a slash, `:name+` for any text. */
  path: string
  GET?: Endpoint
  POST?: Endpoint
  /** Answers POST, PUT and PATCH. */
  update?: Endpoint
  DELETE?: Endpoint
  /** The JSON schema of its records, for OPTIONS. */
  schema?: (site: SiteState) => object
  /** False keeps it out of batches. Default true. */
  batch?: boolean
}

/** A body with a status of its own. */
export class Reply {
  constructor(
    readonly status: number,
    readonly data: unknown,
  ) {}
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** The endpoint of a route for a method. */
export function endpointOf(route: Route, method: string): Endpoint | undefined {
  if (method === 'GET' || method === 'HEAD') return route.GET
  if (method === 'DELETE') return route.DELETE
  if (method === 'POST') return route.POST ?? route.update
  return method === 'PUT' || method === 'PATCH' ? route.update : undefined
}

/** The route of a path, with what stands in place of its names. */
export function findRoute(
  routes: readonly Route[],
  path: string,
): { route: Route; params: Record<string, string> } | undefined {
  for (const route of routes) {
    const found = patternOf(route.path).exec(path)
    if (found) return { route, params: { ...found.groups } }
  }
  return undefined
}

/** Answers one request by the first route that fits. */
export function answerBy(
  routes: readonly Route[],
  site: SiteState,
  user: UserRow | null,
  request: MockRequest,
): MockAnswer {
  const found = findRoute(routes, request.path)
  if (!found) return refusalAnswer(unknownRoute(request))
  const { route } = found
  if (request.method !== 'OPTIONS' && !endpointOf(route, request.method)) {
    return refusalAnswer(unknownRoute(request))
  }
  const call: Call = {
    site,
    user,
    request,
    params: { ...found.params, ...request.query, ...request.body },
    ask: (inner) => answerBy(routes, site, user, inner),
    hint: site.hasLinkHints ? (href) => methodsAt(routes, site, user, href) : undefined,
    headers: {},
  }
  const answer = request.method === 'OPTIONS' ? describe(route, call) : attempt(route, call)
  const allowed = allowedMethods(route, call)
  if (allowed.length > 0) answer.headers.Allow = allowed.join(', ')
  return answer
}

/** The answer of a refusal; anything else goes on as the error that it is. */
export function refusalAnswer(error: unknown): MockAnswer {
  if (!(error instanceof Refusal)) throw error
  return { status: error.status, headers: {}, data: error.body() }
}

/** The parameters of a call as its endpoint wants them; refuses wrong ones. */
export function readCall(endpoint: Endpoint, call: Call): Call {
  return { ...call, params: readParams(call.params, endpoint.args ?? {}, call.user) }
}

function attempt(route: Route, call: Call): MockAnswer {
  const endpoint = endpointOf(route, call.request.method)
  try {
    if (!endpoint) throw unknownRoute(call.request)
    if (call.request.body === null) {
      throw new Refusal(400, 'rest_invalid_json', 'Invalid JSON body passed.', {
        json_error_code: 4,
        json_error_message: 'Syntax error',
      })
    }
    const ready = readCall(endpoint, call)
    // What is asked again for `Allow` has the same defaults.
    call.params = ready.params
    endpoint.permit?.(ready)
    const result = endpoint.run(ready)
    const { status, data } = result instanceof Reply ? result : { status: 200, data: result }
    const hinted = call.hint ? withHints(data, call.hint) : data
    const embedded = withEmbedded(hinted, call.params._embed, (href) => follow(href, call))
    return { status, headers: { ...call.headers }, data: withFields(embedded, call.params._fields) }
  } catch (error) {
    return refusalAnswer(error)
  }
}

function describe(route: Route, call: Call): MockAnswer {
  const groups = [
    { methods: ['GET'], endpoint: route.GET },
    { methods: ['POST'], endpoint: route.POST },
    { methods: ['POST', 'PUT', 'PATCH'], endpoint: route.update },
    { methods: ['DELETE'], endpoint: route.DELETE },
  ].filter(({ endpoint }) => endpoint !== undefined)
  const [, namespace = ''] = /^\/((?:wp|oembed|wp-block-editor)\/[^/]+)/.exec(call.request.path) ?? []
  const data = {
    namespace,
    methods: groups.flatMap((group) => group.methods),
    endpoints: groups.map((group) => ({ methods: group.methods, args: argsOf(group.endpoint) })),
    ...(route.schema && { schema: route.schema(call.site) }),
  }
  return { status: 200, headers: {}, data: withFields(data, call.params._fields) }
}

function argsOf(endpoint: Endpoint | undefined): object {
  const args = Object.entries(endpoint?.args ?? {})
  return Object.fromEntries(
    args.map(([name, { check: _, required = false, ...arg }]) => [name, { ...arg, required }]),
  )
}

// WordPress asks each method's permission again, with the parameters of the request that it has just answered.
function allowedMethods(route: Route, call: Call): string[] {
  return methods.filter((method) => {
    const endpoint = endpointOf(route, method)
    if (!endpoint) return false
    try {
      endpoint.permit?.(call)
      return true
    } catch (error) {
      refusalAnswer(error)
      return false
    }
  })
}

function methodsAt(routes: readonly Route[], site: SiteState, user: UserRow | null, href: string): string[] {
  const request: MockRequest = { method: 'GET', path: pathOf(href), query: {}, body: {} }
  const found = findRoute(routes, request.path)
  const endpoint = found?.route.GET
  if (!found || !endpoint) return []
  const call = { site, user, request, params: found.params, ask: neverAsked, headers: {} }
  // What the path says is read first, as for a request: the name of a plugin, for example.
  return allowedMethods(found.route, readCall(endpoint, call))
}

function neverAsked(): never {
  throw new TypeError('A permission check asks for no other address.')
}

/** The refusal of a path, or of a method, that the site does not know. */
function unknownRoute({ method, path }: MockRequest): Refusal {
  const message = 'No route was found matching the URL and request method.'
  // A user must not take a gap of the mock for an answer of a site.
  return new Refusal(404, 'rest_no_route', message, isRealRoute(path) ? gap(method, path) : {})
}

/** Paths that WordPress answers and the mock does not. */
export const unknownToTheMock: readonly string[] = [
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
  return unknownToTheMock.some((known) => path === known || path.startsWith(`${known}/`))
}

function gap(method: string, path: string): object {
  return {
    mock: `The mock site does not know ${method} ${path}, though a real site does. Answer it yourself.`,
  }
}

function follow(href: string, call: Call): unknown {
  const { searchParams } = new URL(href)
  const path = pathOf(href)
  const query = { per_page: '100', ...Object.fromEntries(searchParams), context: 'embed' }
  return call.ask({ method: 'GET', path, query, body: {} }).data
}

function pathOf(href: string): string {
  return new URL(href).pathname.replace(/^.*?\/wp-json(?=\/)/, '').replace(/(.)\/+$/, '$1')
}

const patterns = new Map<string, RegExp>()

function patternOf(path: string): RegExp {
  const known = patterns.get(path)
  if (known) return known
  const source = path.replace(/:(\w+)(\+?)/g, (_, name: string, long: string) => {
    if (name === 'id' || name.endsWith('Id')) return `(?<${name}>\\d+)`
    return long ? `(?<${name}>.+?)` : `(?<${name}>[^/]+)`
  })
  const pattern = new RegExp(`^${source}$`)
  patterns.set(path, pattern)
  return pattern
}
