import { batched, type StoreAction } from '../core/thunk'
import type { EntityStore } from '../store/createEntityStore'

/** Makes actions in a store as one; nothing where there are none. */
export function dispatchAll({ dispatch }: EntityStore, actions: readonly StoreAction[]): void {
  if (actions.length > 0) dispatch(batched(actions))
}
