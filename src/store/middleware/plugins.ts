import type { Middleware, MiddlewareAPI } from 'redux'
import type { Dispatch, StoreAction } from '../../core/thunk'
import type { EntityState } from '../rootReducer'

/** Middleware of an entity store: it sees every plain action, and `dispatch` takes thunks. */
export type EntityMiddleware = Middleware<Dispatch<EntityState>, EntityState, Dispatch<EntityState>>

type Api = MiddlewareAPI<Dispatch<EntityState>, EntityState>

/** A place among the middleware for those of plugins, which are known only when the store is there. */
export function pluginMiddleware() {
  let api: Api | undefined
  let handle: (action: unknown) => unknown = (action) => action

  const middleware: EntityMiddleware = (given) => (next) => {
    api = given
    handle = next
    return (action) => handle(action)
  }

  /** Puts these in place, the first of them before the others. */
  function install(all: readonly EntityMiddleware[]): void {
    for (const one of [...all].reverse()) handle = one(api as Api)(handle)
  }

  return { middleware, install }
}

/** Middleware that may put another action in the place of one that is about to be made. */
export function replacing(prepare: (action: StoreAction) => StoreAction): EntityMiddleware {
  return () => (next) => (action) => next(prepare(action as StoreAction))
}
