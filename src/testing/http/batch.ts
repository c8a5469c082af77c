import { WpError } from './wpError'
import { findParamError, type ParamError } from './params'
import { readQuery } from './readRequest'
import { dispatch, errorResponse, readCall } from './dispatcher'
import type { MockAnswer, MockRequest } from './message'
import { unknownRoute } from './notMocked'
import { type Call, Reply, type Route } from './route'
import { endpointOf, findRoute } from './router'

const methods = ['POST', 'PUT', 'PATCH', 'DELETE']
const maxItems = 25

interface BatchItem {
  readonly method?: string
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
}

/** Many writes in one request. */
export function batchRoute(routes: readonly Route[]): Route {
  return {
    path: '/batch/v1',
    POST: {
      args: {
        validation: { type: 'string', enum: ['require-all-validate', 'normal'], default: 'normal' },
        requests: {
          type: 'array',
          items: { type: 'any' },
          maxItems,
          required: true,
          check: (value) => checkRequests(value as object[]),
        },
      },
      run: (call) => runBatch(routes, call),
    },
  }
}

function checkRequests(requests: readonly { method?: unknown; path?: unknown }[]): ParamError | undefined {
  if (requests.length > maxItems) {
    const message = `requests must contain at most ${maxItems} items.`
    return { code: 'rest_too_many_items', message }
  }
  for (const [index, { method = 'POST', path }] of requests.entries()) {
    if (path === undefined) {
      const message = `path is a required property of requests[${index}].`
      return { code: 'rest_property_required', message }
    }
    const error = findParamError(method, { enum: methods }, `requests[${index}][method]`)
    if (error) return error
  }
  return undefined
}

function runBatch(routes: readonly Route[], call: Call): Reply {
  const { site, user, params } = call
  const items = params.requests as BatchItem[]
  const requests = items.map(({ method = 'POST', path, body = {}, headers = {} }): MockRequest => ({
    method,
    ...readQuery(path),
    body: body as Record<string, unknown>,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join(', ')]),
    ),
  }))
  const errors = requests.map((request) => findError(routes, call, request))
  if (params.validation === 'require-all-validate' && errors.some((error) => error !== undefined)) {
    const responses = errors.map((error) => error && wrap(errorResponse(error)))
    return new Reply(207, { failed: 'validation', responses: responses.map((response) => response ?? null) })
  }
  const responses = requests.map((request, index) => {
    const error = errors[index]
    const run = () => dispatch(routes, site, user, request)
    const failure = call.request.failurePartOf?.(`${request.method} ${items[index]?.path ?? ''}`, run)
    if (failure) return wrap(failure)
    if (!error) return wrap(run())
    // What can't run is answered with the methods that could.
    const { headers } = dispatch(routes, site, user, { ...request, method: 'OPTIONS' })
    return wrap({ ...errorResponse(error), headers })
  })
  return new Reply(207, { responses })
}

function findError(routes: readonly Route[], call: Call, request: MockRequest): WpError | undefined {
  const found = findRoute(routes, request.path)
  const endpoint = found && endpointOf(found.route, request.method)
  if (!endpoint) return unknownRoute(request)
  if (!found.route.batch) {
    const message = 'The requested route does not support batch requests.'
    return new WpError(400, 'rest_batch_not_allowed', message)
  }
  try {
    readCall(endpoint, { ...call, request, params: { ...found.params, ...request.query, ...request.body } })
    return undefined
  } catch (error) {
    if (error instanceof WpError) return error
    throw error
  }
}

function wrap({ data, status, headers }: MockAnswer): object {
  return { body: data, status, headers: Object.keys(headers).length === 0 ? [] : headers }
}
