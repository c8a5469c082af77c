import { useContext } from 'react'
import { createSelectorHook, useSelector, type EqualityFn } from 'react-redux'
import type { EntityState } from '../../store/rootReducer'
import { EntityStoreContext, useEntityStore } from '../provider/EntityStoreProvider'

/** Options of {@link useEntitySelector}, as `useSelector` of react-redux takes them. */
export interface UseEntitySelectorOptions<Selected> {
  /**
   * Whether two results are equal. If they are, the component does not render again. Default: by identity, as in
   * react-redux.
   */
  readonly equalityFn?: EqualityFn<Selected>
  /** The development checks of react-redux, for example for a selector that returns a new object each time. Default: once. */
  readonly devModeChecks?: {
    readonly stabilityCheck?: 'never' | 'once' | 'always'
    readonly identityFunctionCheck?: 'never' | 'once' | 'always'
  }
}

const useSelectorOfProvider = /* @__PURE__ */ createSelectorHook(EntityStoreContext)

/**
 * What a selector gives of the nearest entity store's state; the component renders again when that is another value.
 * It is asked on every change; the hooks that name a record or a list look only where that has changed.
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
