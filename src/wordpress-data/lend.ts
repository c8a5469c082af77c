import { createReduxStore } from '@wordpress/data'
import type { Functions } from './metadata'

/** What a store gives to its registry. */
export interface Lent {
  readonly selectors: Functions
  readonly actions: Functions
  readonly resolveSelectors: Functions
  readonly suspendSelectors: Functions
  readonly subscribe: (listener: () => void) => () => void
  /** Another object exactly when something has changed. */
  readonly getState: () => object
  readonly dispatch: (action: never) => unknown
}

/** What a registry gets of a store. */
export interface CoreStoreInstance {
  readonly getSelectors: () => Functions
  readonly getActions: () => Functions
  readonly getResolveSelectors: () => Functions
  readonly getSuspendSelectors: () => Functions
  readonly subscribe: Lent['subscribe']
  readonly store: Pick<Lent, 'getState' | 'subscribe' | 'dispatch'>
}

/**
 * Puts functions on the objects of an empty store of `@wordpress/data`: those are what it unlocks, so that the private
 * names among them are found by who unlocks them, without a pass phrase.
 */
export function lend(registry: object, name: string, lent: Lent): CoreStoreInstance {
  const empty = createReduxStore(name, { reducer: (state: object = {}) => state }) as unknown as {
    instantiate(registry: object): CoreStoreInstance & { readonly store: object }
  }
  const instance = empty.instantiate(registry)
  const { subscribe, getState, dispatch } = lent
  Object.assign(instance.getSelectors(), lent.selectors)
  Object.assign(instance.getActions(), lent.actions)
  Object.assign(instance.getResolveSelectors(), lent.resolveSelectors)
  Object.assign(instance.getSuspendSelectors(), lent.suspendSelectors)
  Object.assign(instance.store, { subscribe, getState, dispatch })
  return Object.assign(instance, { subscribe })
}
