import { createContext, useContext, useMemo, type ReactNode } from 'react'
import { EntityStoreError } from '../errors'
import type { EntityStore } from '../store/createEntityStore'
import type { EntityState } from '../store/rootReducer'
import type { Dispatch } from '../thunk'

/** The store, as react-redux reads it of a context: `useEntitySelector` works with it, and nobody else pays for react-redux. */
interface StoreSource {
  readonly store: EntityStore
  readonly subscription: { readonly addNestedSub: EntityStore['subscribe'] }
}

/** Where the hooks find the store. */
export const StoreContext = /* @__PURE__ */ createContext<StoreSource | null>(null)

/** Props of {@link EntityStoreProvider}. */
export interface EntityStoreProviderProps {
  readonly store: EntityStore
  readonly children?: ReactNode
}

/** Gives a store to the components below it. It does not touch a Redux store of your own. */
export function EntityStoreProvider({ store, children }: EntityStoreProviderProps) {
  const source = useMemo(() => ({ store, subscription: { addNestedSub: store.subscribe } }), [store])
  return <StoreContext.Provider value={source}>{children}</StoreContext.Provider>
}

/**
 * The store of the nearest provider.
 * @throws EntityStoreError `missing_provider` when there is none.
 */
export function useEntityStore(): EntityStore {
  const source = useContext(StoreContext)
  if (source === null) {
    throw new EntityStoreError(
      'missing_provider',
      'No entity store was found above this component. Wrap it in <EntityStoreProvider store={store}>.',
    )
  }
  return source.store
}

/** The dispatch of the nearest store; it takes actions and thunks. */
export function useEntityDispatch(): Dispatch<EntityState> {
  return useEntityStore().dispatch
}
