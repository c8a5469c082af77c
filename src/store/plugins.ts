import type { Middleware, MiddlewareAPI } from 'redux'
import { fetcherLike, type Fetcher, type FetchRequest, type FetchResponse } from '../core/fetchContract'
import type { Dispatch, DraftServices, Keep, Services, StoreAction } from '../core/thunk'
import type { WriteGate } from '../core/writeGate'
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
  /** Whether a record is kept that nobody shows, or without an id the lists of an entity. */
  readonly keep?: Keep
  /** Of records that the server does not know yet; of several plugins the last one that has them. */
  readonly drafts?: DraftServices
}

/** Several plugins as one. */
export function combineParts(parts: readonly PluginParts[]): PluginParts {
  const gate = gateOf(parts.flatMap((part) => part.gate ?? []))
  const middleware = parts.flatMap(({ prepare, middleware }) => [
    ...(prepare ? [replacing(prepare)] : []),
    ...(middleware ? [middleware] : []),
  ])
  const requests = parts.flatMap(({ request }) => request ?? [])
  const keeps = parts.flatMap(({ keep }) => keep ?? [])
  const drafts = parts.flatMap((part) => part.drafts ?? []).at(-1)
  return {
    ...(gate && { gate }),
    ...(middleware.length > 0 && { middleware: middlewareOf(middleware) }),
    ...(requests.length > 0 && {
      request: (given, fetcher) =>
        requests.reduceRight<Fetcher>((send, request) => (one) => request(one, send), fetcher)(given),
    }),
    ...(keeps.length > 0 && { keep: (...about) => keeps.some((keep) => keep(...about)) }),
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
    const { middleware: added, request, ...rest } = combineParts(parts)
    const { fetcher } = services
    if (added) handle = added(api as Api)(handle)
    if (request) services.fetcher = fetcherLike(fetcher, (one) => request(one, fetcher))
    Object.assign(services, rest)
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
function gateOf([gate, ...others]: readonly WriteGate[]): WriteGate | undefined {
  const next = others.length > 0 && gateOf(others)
  if (!gate || !next) return gate
  return (intent, send) =>
    gate(intent, (changed = {}) => {
      const { headers, fetcher: _, ...what } = changed
      return next({ ...intent, ...what }, (more = {}) => {
        const both = (headers ?? more.headers) && { headers: { ...headers, ...more.headers } }
        return send({ ...changed, ...more, ...both })
      })
    })
}
