import {
  createEntityStore,
  entityReducer,
  fetchEntityRecord,
  type EntityMiddleware,
  type EntityState,
  type EntityStore,
  type Fetcher,
  type StoreAction,
} from 'copydesk'
import { matchAction } from 'copydesk/actions'
import {
  combineReducers,
  legacy_createStore,
  type Action,
  type Dispatch,
  type Middleware,
  type Store,
} from 'redux'
import { expectTypeOf, it } from 'vitest'

declare const store: EntityStore
declare const fetcher: Fetcher

it('an entity store is a Redux store', () => {
  expectTypeOf(store).toExtend<Store<EntityState, StoreAction>>()
  expectTypeOf(store.dispatch).toExtend<Dispatch<StoreAction>>()
  expectTypeOf(store.dispatch).toExtend<Dispatch<Action>>()
  expectTypeOf(store.dispatch).toExtend<Dispatch>()
})

it('dispatch gives the action back, and what a thunk gives', () => {
  expectTypeOf(store.dispatch({ type: 'app/opened', page: 1 })).toEqualTypeOf<{
    type: string
    page: number
  }>()
  expectTypeOf(store.dispatch(fetchEntityRecord('root', 'user', 1))).toExtend<Promise<unknown>>()
  expectTypeOf(store.dispatch(() => 3)).toEqualTypeOf<number>()
})

it('middleware may be any Redux middleware, or know what the store takes', () => {
  const any: Middleware = () => (next) => (action) => next(action)
  const own: EntityMiddleware =
    ({ dispatch, getState }) =>
    (next) =>
    (action) => {
      expectTypeOf(getState()).toEqualTypeOf<EntityState>()
      void dispatch(fetchEntityRecord('root', 'user', 1))
      return next(action)
    }
  createEntityStore({ fetcher, middleware: [any, own] })
  // @ts-expect-error A reducer is no middleware.
  createEntityStore({ fetcher, middleware: [entityReducer] })
})

it('tells its actions by their type', () => {
  const action: unknown = undefined
  if (matchAction('edits/recordEdited')(action)) {
    expectTypeOf(action.name).toEqualTypeOf<string>()
    expectTypeOf(action.type).toEqualTypeOf<'edits/recordEdited'>()
  }
  if (matchAction('store/unusedRemoved')(action)) expectTypeOf(action.lookups).toExtend<readonly string[]>()
  if (matchAction('entities/recordSaved')(action)) expectTypeOf(action).not.toBeNever()
  // @ts-expect-error There is no such action.
  matchAction('edits/recordEaten')
})

it('lives in any store that has its reducer', () => {
  const host = legacy_createStore(combineReducers({ copydesk: entityReducer, other: () => 1 }))
  expectTypeOf(host.getState().copydesk).toEqualTypeOf<EntityState>()
  expectTypeOf(
    createEntityStore({ fetcher, store: host, reducerPath: 'copydesk' }),
  ).toEqualTypeOf<EntityStore>()
  // @ts-expect-error A state is no store.
  createEntityStore({ fetcher, store: host.getState(), reducerPath: 'copydesk' })
})
