import type { Middleware, MiddlewareAPI } from 'redux'
import { fetcherLike, type Fetcher, type FetchRequest, type FetchResponse } from '../core/fetchContract'
import type { Dispatch, DraftServices, Services, StoreAction } from '../core/thunk'
import type { SendWrite, WriteGate, WriteIntent } from '../core/writeGate'
import type { EntityState } from './rootReducer'

/** Middleware of an entity store: it sees every plain action, and `dispatch` takes thunks. */
export type EntityMiddleware = Middleware<Dispatch<EntityState>, EntityState, Dispatch<EntityState>>

type Api = MiddlewareAPI<Dispatch<EntityState>, EntityState>

/** Where a plugin stands. Of several plugins the first stands before the others, at each of these places. */
export interface PluginParts {
  /** Of a write: is asked before it leaves, and given what it comes to. */
  readonly gate?: WriteGate
  /** Of a read, and of whatever else happens: may put another action in the place of one that is about to be made. */
  readonly prepare?: (action: StoreAction) => StoreAction
  /** Redux middleware, for who has something to do around an action; it comes after `prepare`. */
  readonly middleware?: EntityMiddleware
  /** Of every request, of reads and writes: sends it on and gives its answer. */
  readonly request?: (request: FetchRequest, send: Fetcher) => Promise<FetchResponse>
  /** Of records that the server does not know yet; of several plugins the last one that has them. */
  readonly drafts?: DraftServices
}

/** Several plugins as one. */
export function combineParts(parts: readonly PluginParts[]): PluginParts {
  const gates = parts.flatMap(({ gate }) => gate ?? [])
  const middleware = parts.flatMap(({ prepare, middleware }) => [
    ...(prepare ? [replacing(prepare)] : []),
    ...(middleware ? [middleware] : []),
  ])
  const requests = parts.flatMap(({ request }) => request ?? [])
  const drafts = parts.flatMap((part) => part.drafts ?? []).at(-1)
  return {
    ...(gates.length > 0 && { gate: gateOf(gates) }),
    ...(middleware.length > 0 && { middleware: middlewareOf(middleware) }),
    ...(requests.length > 0 && {
      request: (given, fetcher) =>
        requests.reduceRight<Fetcher>((send, request) => (one) => request(one, send), fetcher)(given),
    }),
    ...(drafts && { drafts }),
  }
}

/** A place for plugins, which are known only when the store is there. */
export function placeForPlugins(services: { -readonly [Name in keyof Services]: Services[Name] }) {
  let api: Api | undefined
  let handle: (action: unknown) => unknown = (action) => action

  const middleware: EntityMiddleware = (given) => (next) => {
    api = given
    handle = next
    return (action) => handle(action)
  }

  function install(parts: readonly PluginParts[]): void {
    const { gate, middleware: added, request, drafts } = combineParts(parts)
    const { fetcher } = services
    if (added) handle = added(api as Api)(handle)
    if (request) services.fetcher = fetcherLike(fetcher, (one) => request(one, fetcher))
    services.gate = gate
    services.drafts = drafts
  }

  return { middleware, install }
}

/** Middleware that may put another action in the place of one that is about to be made. */
function replacing(prepare: (action: StoreAction) => StoreAction): EntityMiddleware {
  return () => (next) => (action) => next(prepare(action as StoreAction))
}

function middlewareOf(all: readonly EntityMiddleware[]): EntityMiddleware {
  return (api) => {
    const handlers = all.map((middleware) => middleware(api))
    return (next) => handlers.reduceRight((rest, handler) => handler(rest), next)
  }
}

/** One gate of several: each is asked with what the ones before it have made of the write. */
function gateOf(gates: readonly WriteGate[]): WriteGate {
  const from = (at: number, intent: WriteIntent, send: SendWrite): SendWrite => {
    const gate = gates[at]
    if (gate === undefined) return send
    return (changed = {}) => {
      const { fields = intent.fields, basis = intent.basis, isOfOtherPage, headers, ...rest } = changed
      const next = { ...intent, fields, basis, ...(isOfOtherPage && { isOfOtherPage }) }
      const sendOn: SendWrite = (more = {}) =>
        send({
          ...rest,
          ...more,
          fields: more.fields ?? fields,
          ...((headers ?? more.headers) && { headers: { ...headers, ...more.headers } }),
        })
      return gate(next, from(at + 1, next, sendOn))
    }
  }
  return (intent, send) => from(0, intent, send)()
}
