import { useMemo, type ReactNode } from 'react'
import type { Thunk } from '../core/thunk'
import { EntityStoreProvider, useEntityStore } from '../react/provider/EntityStoreProvider'
import type { EntityStore } from '../store/createEntityStore'
import type { EntityState } from '../store/rootReducer'
import { recorderOf } from './recording/recorder'

/** What {@link DevtoolsArea} takes. */
export interface DevtoolsAreaProps {
  /** What the area is called in the devtools, such as `Sidebar`. */
  readonly name: string
  /** What belongs to the area. Default: nothing. */
  readonly children?: ReactNode
}

/**
 * Names an area of the page: what the components in it ask the store for stands under that name in the devtools. Areas may
 * lie in one another; the innermost counts. It renders nothing by itself, and in production it changes nothing.
 * @throws EntityStoreError `missing_provider` when there is no store above it.
 * @example
 * const page = (
 *   <DevtoolsArea name="Sidebar">
 *     <Sidebar />
 *   </DevtoolsArea>
 * )
 */
export function DevtoolsArea({ name, children }: DevtoolsAreaProps) {
  const store = useEntityStore()
  const named = useMemo(() => storeForArea(store, name), [store, name])
  return <EntityStoreProvider store={named}>{children}</EntityStoreProvider>
}

/**
 * The same store for what is no component: what is dispatched to it stands under a name in the devtools.
 * @param store Any store, whether devtools are attached to it or not.
 * @param area What stands in the devtools, such as `Uploads`.
 * @example
 * const uploads = storeForArea(store, 'Uploads')
 * await uploads.dispatch(uploadMedia(file))
 */
export function storeForArea(store: EntityStore, area: string): EntityStore {
  function dispatch(action: Thunk<EntityState, unknown> | { readonly type: string }): unknown {
    const recorder = typeof action === 'function' ? recorderOf(store) : undefined
    return recorder && typeof action === 'function'
      ? store.dispatch(recorder.inArea(area, action))
      : store.dispatch(action as { readonly type: string })
  }
  return { ...store, dispatch: dispatch as EntityStore['dispatch'] }
}
