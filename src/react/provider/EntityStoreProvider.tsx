import { createContext, useContext, type ReactNode } from 'react'
import { EntityStoreError } from '../../core/errors'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'
import type { Dispatch } from '../../core/thunk'

const StoreContext = /* @__PURE__ */ createContext<EntityStore | null>(null)

/** Props of {@link EntityStoreProvider}. (spec.md, section 1) */
export interface EntityStoreProviderProps {
  readonly store: EntityStore
  readonly children?: ReactNode
}

/**
 * Gives a store to the components below it. It does not touch a Redux store of your own.
 * (spec.md, section 1)
 */
export function EntityStoreProvider({ store, children }: EntityStoreProviderProps) {
  return <StoreContext.Provider value={store}>{children}</StoreContext.Provider>
}

/**
 * The store of the nearest provider. (spec.md, section 1)
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

/** The dispatch of the nearest store; it takes actions and thunks. (spec.md, section 1) */
export function useEntityDispatch(): Dispatch<EntityState> {
  return useEntityStore().dispatch
}
