import { useContext } from 'react'
import { createSelectorHook, useSelector, type EqualityFn } from 'react-redux'
import type { EntityState } from '../../store/rootReducer'
import { EntityStoreContext, useEntityStore } from '../provider/EntityStoreProvider'

/** Options of {@link useEntitySelector}, as `useSelector` of react-redux takes them. */
export interface UseEntitySelectorOptions<Selected> {
  /** Whether two values say the same; the component then keeps the one it has. Default: identity. */
  readonly equalityFn?: EqualityFn<Selected>
  /**
   * How often selectors are checked in development: whether they give the same for the same state. Default: as
   * react-redux has it, once.
   */
  readonly devModeChecks?: {
    readonly stabilityCheck?: 'never' | 'once' | 'always'
    readonly identityFunctionCheck?: 'never' | 'once' | 'always'
  }
}

const useSelectorOfProvider = /* @__PURE__ */ createSelectorHook(EntityStoreContext)

/**
 * What a selector gives of the nearest entity store's state; the component renders again when that is another value.
 * It is asked on every change: for records and lists the hooks that name them cost less.
 * @example
 * const dirtyCount = useEntitySelector((state) => selectDirtyEntityRecords(state).length)
 */
export function useEntitySelector<Selected>(
  selector: (state: EntityState) => Selected,
  options?: EqualityFn<Selected> | UseEntitySelectorOptions<Selected>,
): Selected {
  // Says what is missing where no store is provided.
  useEntityStore()
  const isOfProvider = useContext(EntityStoreContext) !== null
  // Which provider stands above does not change while a component is mounted.
  const useSelected = isOfProvider ? useSelectorOfProvider : useSelector
  return useSelected(selector, options)
}
