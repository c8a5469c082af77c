import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { ReactReduxContextValue } from 'react-redux'
import { EntityStoreError } from '../errors'
import type { EntityStore } from '../store/createEntityStore'
import type { EntityState } from '../store/rootReducer'
import type { Dispatch, StoreAction } from '../thunk'

/** What react-redux reads of its context: with it `useEntitySelector` works, and nobody else pays for react-redux. */
type SelectorSource = Pick<ReactReduxContextValue<EntityState, StoreAction>, 'store' | 'subscription'>

const StoreContext = /* @__PURE__ */ createContext<EntityStore | null>(null)

/** Where `useEntitySelector` finds the store. */
export const SelectorContext = /* @__PURE__ */ createContext<SelectorSource | null>(null)

/** Props of {@link EntityStoreProvider}. */
export interface EntityStoreProviderProps {
  readonly store: EntityStore
  readonly children?: ReactNode
}

/** Gives a store to the components below it. It does not touch a Redux store of your own. */
export function EntityStoreProvider({ store, children }: EntityStoreProviderProps) {
  const source = useMemo(
    () => ({ store, subscription: { addNestedSub: store.subscribe } }) as unknown as SelectorSource,
    [store],
  )
  return (
    <StoreContext.Provider value={store}>
      <SelectorContext.Provider value={source}>{children}</SelectorContext.Provider>
    </StoreContext.Provider>
  )
}

/**
 * The store of the nearest provider.
 * @throws EntityStoreError `missing_provider` when there is none.
 */
export function useEntityStore(): EntityStore {
  const store = useContext(StoreContext)
  if (store === null) {
    throw new EntityStoreError(
      'missing_provider',
      'No entity store was found above this component. Wrap it in <EntityStoreProvider store={store}>.',
    )
  }
  return store
}

/** The dispatch of the nearest store; it takes actions and thunks. */
export function useEntityDispatch(): Dispatch<EntityState> {
  return useEntityStore().dispatch
}
