import { createContext, useContext, type ReactNode } from 'react'
import { createSelectorHook, Provider, type ReactReduxContextValue } from 'react-redux'
import { EntityStoreError } from '../errors'
import type { EntityStore } from '../store/createEntityStore'
import type { EntityState } from '../store/rootReducer'
import type { Dispatch, StoreAction } from '../thunk'

const StoreContext = createContext<EntityStore | null>(null)
const ReduxContext = createContext<ReactReduxContextValue<EntityState, StoreAction> | null>(null)

/** Props of {@link EntityStoreProvider}. */
export interface EntityStoreProviderProps {
  readonly store: EntityStore
  readonly children?: ReactNode
}

/** Gives a store to the components below it. It does not touch a Redux store of your own. */
export function EntityStoreProvider({ store, children }: EntityStoreProviderProps) {
  return (
    <StoreContext.Provider value={store}>
      <Provider store={store} context={ReduxContext}>
        {children}
      </Provider>
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

const useReduxSelector = createSelectorHook(ReduxContext)

/** What a selector gives of the state; the component renders again when that is another value. */
export function useEntitySelector<Selected>(
  selector: (state: EntityState) => Selected,
  isEqual?: (before: Selected, after: Selected) => boolean,
): Selected {
  useEntityStore()
  return useReduxSelector(selector, isEqual)
}
