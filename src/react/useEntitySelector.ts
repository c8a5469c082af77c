import type { Context } from 'react'
import { createSelectorHook, type ReactReduxContextValue } from 'react-redux'
import type { EntityState } from '../store/rootReducer'
import type { StoreAction } from '../thunk'
import { StoreContext, useEntityStore } from './EntityStoreProvider'

const useReduxSelector = /* @__PURE__ */ createSelectorHook(
  StoreContext as unknown as Context<ReactReduxContextValue<EntityState, StoreAction> | null>,
)

/** What a selector gives of the state; the component renders again when that is another value. */
export function useEntitySelector<Selected>(
  selector: (state: EntityState) => Selected,
  isEqual?: (before: Selected, after: Selected) => boolean,
): Selected {
  useEntityStore()
  return useReduxSelector(selector, isEqual)
}
