import type { SiteState, UserRow } from '../site/siteState'
import { keptReply, runDurably } from './durable'
import type { MockAnswer, MockRequest } from './message'
import { unknownRoute } from './notMocked'
import { readParams } from './params'
import { readQuery, targetOf } from './readRequest'
import { type Call, type Endpoint, Reply, type Route } from './route'
import { endpointOf, findRoute } from './router'
import { withEmbedded, withFields, withHints } from './shapeResponse'
import { WpError } from './wpError'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Answers one request by the first route that fits. */
export function dispatch(
  routes: readonly Route[],
  site: SiteState,
  user: UserRow | null,
  request: MockRequest,
): MockAnswer {
  const found = findRoute(routes, request.path)
  if (!found) return errorResponse(unknownRoute(request))
  const { route } = found
  if (request.method !== 'OPTIONS' && !endpointOf(route, request.method)) {
    return errorResponse(unknownRoute(request))
  }
  const call: Call = {
    site,
    user,
    request,
    params: { ...found.params, ...request.query, ...request.body },
    args: {},
    ask: (inner) => dispatch(routes, site, user, { ...inner, isOwn: true }),
    hint: site.hasLinkHints ? (href) => methodsAt(routes, site, user, href) : undefined,
    headers: {},
  }
  const answer = request.method === 'OPTIONS' ? describe(route, call) : attempt(routes, route, call)
  const allowed = allowedMethods(route, call)
  if (allowed.length > 0) answer.headers.Allow = allowed.join(', ')
  return answer
}

/** The answer of a refusal; anything else goes on as the error that it is. */
export function errorResponse(error: unknown): MockAnswer {
  if (!(error instanceof WpError)) throw error
  return { status: error.status, headers: {}, data: error.body() }
}

/** The parameters of a call as its endpoint wants them; refuses wrong ones. */
export function readCall(endpoint: Endpoint, call: Call): Call {
  const { args = {} } = endpoint
  return { ...call, args, params: readParams(call.params, args, call.user) }
}

function attempt(routes: readonly Route[], route: Route, call: Call): MockAnswer {
  const endpoint = endpointOf(route, call.request.method)
  try {
    if (!endpoint) throw unknownRoute(call.request)
    if (call.request.body === null) {
      throw new WpError(400, 'rest_invalid_json', 'Invalid JSON body passed.', {
        json_error_code: 4,
        json_error_message: 'Syntax error',
      })
    }
    const ready = readCall(endpoint, call)
    // What is asked again for `Allow` has the same defaults.
    call.params = ready.params
    endpoint.permit?.(ready)
    const { site, request } = call
    const run = () => endpoint.run(ready)
    const result =
      site.durable && !request.isOwn
        ? runDurably(site.durable, ready, run, (own, user) =>
            dispatch(routes, site, user, { ...own, isOwn: true }),
          )
        : run()
    const { status, data } = result instanceof Reply ? result : { status: 200, data: result }
    const hinted = call.hint ? withHints(data, call.hint) : data
    const embedded = withEmbedded(hinted, call.params._embed, (href) => follow(href, call))
    return {
      status,
      headers: { ...call.headers },
      data: withFields(embedded, call.params._fields, route.whole),
    }
  } catch (error) {
    // What a first request has deleted is not there for the second.
    const isGone = error instanceof WpError && [404, 410].includes(error.status)
    const again = isGone ? keptReply(call) : undefined
    if (again) return { ...again, headers: { ...call.headers } }
    return { ...errorResponse(error), headers: { ...call.headers } }
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
      errorResponse(error)
      return false
    }
  })
}

function methodsAt(routes: readonly Route[], site: SiteState, user: UserRow | null, href: string): string[] {
  const request: MockRequest = { method: 'GET', ...readQuery(targetOf(href)), body: {} }
  const found = findRoute(routes, request.path)
  const endpoint = found?.route.GET
  if (!found || !endpoint) return []
  const call = { site, user, request, params: found.params, args: {}, ask: neverAsked, headers: {} }
  // What the path says is read first, as for a request: the name of a plugin, for example.
  return allowedMethods(found.route, readCall(endpoint, call))
}

function neverAsked(): never {
  throw new TypeError('A permission check asks for no other address.')
}

function follow(href: string, call: Call): unknown {
  const { path, query } = readQuery(targetOf(href))
  const asked = { per_page: '100', ...query, context: 'embed' }
  return call.ask({ method: 'GET', path, query: asked, body: {} }).data
}
