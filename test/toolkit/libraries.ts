import type { Action, Dispatch, Middleware, Reducer, Store, StoreEnhancer } from 'redux'

/** The parts of Redux Toolkit that the tests use. */
interface Toolkit {
  configureStore<State>(options: {
    readonly reducer: { readonly [Slice in keyof State]: Reducer<State[Slice], never> }
    readonly middleware?: (defaults: (options: object) => readonly Middleware[]) => readonly Middleware[]
    readonly preloadedState?: object
    readonly devTools?: false
  }): Store<State>
  createListenerMiddleware(): {
    readonly middleware: Middleware
    readonly startListening: (listener: {
      readonly matcher: (action: unknown) => boolean
      readonly effect: (action: never, api: { readonly dispatch: Dispatch; getState(): unknown }) => void
    }) => void
  }
  createSlice<State>(options: {
    readonly name: string
    readonly initialState: State
    readonly reducers: object
    readonly extraReducers: (builder: {
      addCase(type: string, change: (draft: State, action: never) => void): void
    }) => void
  }): { readonly reducer: Reducer<State, never> }
}

/** What DevTools hold of a store: every action and state that there was, and which of them is shown. */
export interface LiftedState {
  readonly currentStateIndex: number
  readonly computedStates: readonly { readonly state: unknown }[]
}

interface Instrument {
  /** What the extension puts around a store. */
  instrument(): StoreEnhancer
  readonly ActionCreators: {
    jumpToState(index: number): Action
    importState(state: LiftedState): Action
    toggleAction(id: number): Action
  }
}

/** By name, as their own types ask for more than the tests use. */
const packages = { toolkit: '@reduxjs/toolkit', instrument: '@redux-devtools/instrument' }

export const { configureStore, createListenerMiddleware, createSlice } = (await import(
  /* @vite-ignore */ packages.toolkit
)) as Toolkit

export const { instrument, ActionCreators } = (await import(
  /* @vite-ignore */ packages.instrument
)) as Instrument

/** The store of DevTools behind a store that they watch. */
export function liftedStore(store: object): Store<LiftedState> {
  return (store as { readonly liftedStore: Store<LiftedState> }).liftedStore
}
