import type { Dispatch, EntityState, EntityStore, StoreAction, Thunk } from 'copydesk'
import { describe, expectTypeOf, it } from 'vitest'

type LocksPart = Pick<EntityState, 'locks'>
type ResolutionPart = Pick<EntityState, 'resolution'>

interface StrangerPart {
  readonly stranger: { readonly count: number }
}

declare const store: EntityStore
declare const asksOne: Thunk<LocksPart, number>
declare const asksTwo: Thunk<LocksPart & ResolutionPart, Promise<string>>
declare const asksAll: Thunk<EntityState, void>
declare const asksMore: Thunk<EntityState & StrangerPart, number>
declare const asksStranger: Thunk<StrangerPart, number>

describe('the dispatch of a store', () => {
  it('takes a thunk that asks for fewer parts, and gives its result', () => {
    expectTypeOf(store.dispatch(asksOne)).toEqualTypeOf<number>()
    expectTypeOf(store.dispatch(asksTwo)).toEqualTypeOf<Promise<string>>()
    expectTypeOf(store.dispatch(asksAll)).toEqualTypeOf<void>()
  })

  it('refuses a thunk that asks for more', () => {
    // @ts-expect-error the store has no part called stranger
    store.dispatch(asksMore)
    // @ts-expect-error the store has no part called stranger
    store.dispatch(asksStranger)
  })

  it('takes an action, and gives it back as it is', () => {
    const action = { type: 'a', more: 1 } as const
    expectTypeOf(store.dispatch(action)).toEqualTypeOf<typeof action>()
  })

  it('refuses what is neither action nor thunk', () => {
    // @ts-expect-error an action has a type
    store.dispatch({ more: 1 })
    // @ts-expect-error a promise is no action
    store.dispatch(Promise.resolve())
  })
})

describe('the dispatch inside a thunk', () => {
  it('takes thunks that ask for no more than the thunk itself does', () => {
    const outer: Thunk<LocksPart & ResolutionPart, number> = (dispatch, getState) => {
      expectTypeOf(getState()).toEqualTypeOf<LocksPart & ResolutionPart>()
      return dispatch(asksOne)
    }
    expectTypeOf(store.dispatch(outer)).toEqualTypeOf<number>()
  })

  it('refuses thunks that ask for more', () => {
    const outer: Thunk<LocksPart, unknown> = (dispatch) =>
      // @ts-expect-error the outer thunk has no resolution part
      dispatch(asksTwo)
    expectTypeOf(outer).toEqualTypeOf<Thunk<LocksPart, unknown>>()
  })

  it('is narrower than that of the store, never wider', () => {
    expectTypeOf<Dispatch<EntityState>>().toExtend<Dispatch<LocksPart>>()
    expectTypeOf<Dispatch<LocksPart>>().not.toExtend<Dispatch<EntityState>>()
  })

  it('takes facts', () => {
    expectTypeOf<StoreAction>().toExtend<Parameters<Dispatch<LocksPart>>[0]>()
  })
})
