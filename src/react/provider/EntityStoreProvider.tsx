import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react'
import { Provider, ReactReduxContext, type ReactReduxContextValue } from 'react-redux'
import { EntityStoreError, show } from '../../core/errors'
import { isDevelopment } from '../../core/isDevelopment'
import { freshOnFocus, refetchOnFocus } from '../internals/refetchOnFocus'
import { warnOfMutations } from '../internals/warnOfMutations'
import type { Dispatch, StoreAction } from '../../core/thunk'
import type { EntityStore } from '../../store/createEntityStore'
import type { EntityState } from '../../store/rootReducer'

/** The nearest entity store, in the form that react-redux keeps a store in. */
export const EntityStoreContext = /* @__PURE__ */ createContext<ReactReduxContextValue<
  EntityState,
  StoreAction
> | null>(null)

/** Props of {@link EntityStoreProvider}. */
export interface EntityStoreProviderProps {
  readonly store: EntityStore
  /**
   * The state that the server rendered the page from, where the store has moved on before React takes the page over.
   * Default: the store's own state.
   */
  readonly serverState?: EntityState | undefined
  /** What may use the store. Default: nothing. */
  readonly children?: ReactNode
}

/**
 * Gives a store to the components below it. `useSelector` and `useDispatch` of react-redux see it too, unless a Redux
 * store of your own is provided above: that one stays theirs.
 * @example
 * const app = (
 *   <EntityStoreProvider store={store}>
 *     <App />
 *   </EntityStoreProvider>
 * )
 */
export function EntityStoreProvider({ store, serverState, children }: EntityStoreProviderProps) {
  checkStore(store)
  const above = useContext(ReactReduxContext)
  useEffect(() => {
    const { refetchOnFocus: isWanted, staleTime = freshOnFocus } = store.defaults
    return isWanted ? refetchOnFocus(store, {}, staleTime) : undefined
  }, [store])
  const isFree = above === null || isEntityStore(above.store)
  return (
    <Provider store={store} serverState={serverState} context={EntityStoreContext}>
      {isDevelopment() && <UsualSlips store={store} />}
      {isFree ? (
        <Provider store={store} serverState={serverState}>
          {children}
        </Provider>
      ) : (
        children
      )}
    </Provider>
  )
}

/**
 * Says in development, once, that a component makes a store with each of its renders, which empties the page each time; and
 * what to write where a record was mutated.
 */
function UsualSlips({ store }: { store: EntityStore }): null {
  useEffect(() => warnOfMutations(store), [store])
  const given = useRef({ store, madeInARow: 0 })
  const isMadeByRender = store.inspection?.isMadeNow === true
  useEffect(() => {
    const { current } = given
    // One alone may be the store of somebody else who has signed in.
    current.madeInARow = isMadeByRender && current.store !== store ? current.madeInARow + 1 : 0
    current.store = store
    if (current.madeInARow === 2) {
      console.warn(
        'EntityStoreProvider has got a new store with each render, so that what was read and edited is gone each time. Call createEntityStore once, outside of components.',
      )
    }
  })
  return null
}

/** What is needed to read the nearest store. */
export interface ProvidedStore {
  readonly store: EntityStore
  /** The state to show while React takes over a page that a server rendered; undefined where that is the store's. */
  readonly getServerState: (() => EntityState) | undefined
}

/**
 * The nearest entity store: of an `EntityStoreProvider`, or else of react-redux's own `Provider`.
 * @throws EntityStoreError `missing_provider` when there is none.
 */
export function useProvidedStore(): ProvidedStore {
  const own = useContext(EntityStoreContext)
  const shared = useContext(ReactReduxContext)
  if (isProvided(own)) return own
  if (isProvided(shared)) return shared
  throw new EntityStoreError(
    'missing_provider',
    'No entity store was found above this component. Wrap it in <EntityStoreProvider store={store}>.',
  )
}

/**
 * The store of the nearest provider; react-redux's own `<Provider store={entityStore}>` counts too.
 * @throws EntityStoreError `missing_provider` when there is none.
 * @example
 * const state = useEntityStore().getState()
 */
export function useEntityStore(): EntityStore {
  return useProvidedStore().store
}

/**
 * The dispatch of the nearest store; it takes actions and thunks.
 * @example
 * const dispatch = useEntityDispatch()
 * const remove = () => dispatch(deleteEntityRecord('postType', 'post', 1))
 */
export function useEntityDispatch(): Dispatch<EntityState> {
  return useEntityStore().dispatch
}

/** @throws EntityStoreError `invalid_option` */
function checkStore(store: unknown): void {
  if (typeof store === 'object' && store !== null && isEntityStore(store)) return
  const isRedux = typeof (store as { readonly dispatch?: unknown } | undefined)?.dispatch === 'function'
  throw new EntityStoreError(
    'invalid_option',
    isRedux
      ? 'EntityStoreProvider was given a Redux store that is no entity store. Pass what createEntityStore({ store, reducerPath }) gives for it.'
      : `EntityStoreProvider was given ${show(store)} as its store. Pass what createEntityStore gives, made once outside of components.`,
  )
}

function isProvided(context: { readonly store: object } | null): context is ProvidedStore {
  return context !== null && isEntityStore(context.store)
}

function isEntityStore(store: object): store is EntityStore {
  return 'subscribeTo' in store
}
